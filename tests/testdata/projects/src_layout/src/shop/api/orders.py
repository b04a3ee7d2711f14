from flask import Blueprint, jsonify

bp = Blueprint("orders", __name__)


@bp.get("/")
def list_orders():
    return jsonify([])


@bp.get("/<int:order_id>")
def get_order(order_id):
    return jsonify(order_id)
