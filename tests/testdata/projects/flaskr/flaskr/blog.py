from flask import Blueprint, abort

from flaskr.auth import login_required

bp = Blueprint('blog', __name__)

POSTS = {1: 'First light'}


@bp.route('/')
def index():
    return '<br>'.join(POSTS.values())


@bp.route('/<int:id>')
def show(id):
    return POSTS.get(id) or abort(404)


@bp.route('/create', methods=('GET', 'POST'))
@login_required
def create():
    return '<form method="post">Write</form>'


@bp.route('/<int:id>/delete', methods=('POST',))
@login_required
def delete(id):
    POSTS.pop(id, None)
    return 'Gone'
