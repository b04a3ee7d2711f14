from flask import Blueprint

from .items import GroupAPI, ItemAPI


def register_api(app):
    bp = Blueprint("store", __name__, url_prefix="/store")
    bp.add_url_rule("/items", view_func=GroupAPI.as_view("items"))
    bp.add_url_rule("/items/<int:id>", view_func=ItemAPI.as_view("item"))
    app.register_blueprint(bp)
