import functools

from flask import Blueprint, g, redirect, request, session, url_for

bp = Blueprint('auth', __name__, url_prefix='/auth')

USERS = {}


@bp.before_app_request
def load_user():
    g.user = session.get('user')


def login_required(view):
    """Send people who are not logged in to the form."""
    @functools.wraps(view)
    def wrapped_view(**kwargs):
        if g.user is None:
            return redirect(url_for('auth.login'))
        return view(**kwargs)

    return wrapped_view


@bp.route('/register', methods=('GET', 'POST'))
def register():
    if request.method == 'POST':
        USERS[request.form['name']] = request.form['password']
        return redirect(url_for('auth.login'))
    return '<form method="post">Register</form>'


@bp.route('/login', methods=('GET', 'POST'))
def login():
    if request.method == 'POST' and USERS.get(request.form['name']) == request.form['password']:
        session['user'] = request.form['name']
        return redirect(url_for('index'))
    return '<form method="post">Log in</form>'


@bp.route('/logout')
def logout():
    session.clear()
    return redirect(url_for('index'))
