from flask import Blueprint

blueprint = Blueprint("items", __name__)


@blueprint.route("/")
def home():
    return {"items": []}
