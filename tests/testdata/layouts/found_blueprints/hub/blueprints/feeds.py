from flask import Blueprint

bp = Blueprint("feeds", __name__, url_prefix="/feeds")


@bp.route("/")
def all_feeds():
    return {"feeds": []}


@bp.put("/<int:feed_id>")
def rename(feed_id):
    return {"renamed": feed_id}
