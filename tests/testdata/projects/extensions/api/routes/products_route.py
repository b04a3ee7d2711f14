from flask import Blueprint, current_app, jsonify, request

products_bp = Blueprint("products", __name__, url_prefix="/products")


def products_service():
    return current_app.extensions["products"]


@products_bp.get("")
def get():
    limit = request.args.get("limit", 10, type=int)
    return jsonify(products_service().get()[:limit])


@products_bp.post("")
def create():
    service = products_service()
    return jsonify(service.create(request.get_json())), 201
