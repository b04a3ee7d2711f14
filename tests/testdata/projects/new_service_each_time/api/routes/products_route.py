from flask import Blueprint, jsonify

from ..request_body import json_body
from ..services.products_service import ProductsService as Service

products_bp = Blueprint("products", __name__, url_prefix="/products")


@products_bp.get("")
def get():
    return jsonify(Service(limit=5).get())


@products_bp.post("")
def create():
    return jsonify(Service().create(json_body())), 201
