from flask import Blueprint

blueprint = Blueprint("carts", __name__)


@blueprint.route("/<int:cart_id>", methods=("GET", "PUT"))
def cart(cart_id):
    return {"cart": cart_id}
