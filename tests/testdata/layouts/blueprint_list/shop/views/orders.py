from flask import Blueprint

blueprint = Blueprint("orders", __name__)


@blueprint.post("/")
def place():
    return {"placed": True}, 201
