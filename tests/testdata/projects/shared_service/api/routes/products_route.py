from flask import Blueprint, jsonify

from api.repositories.products_repository import ProductsRepository
from api.request_body import json_body
from api.services.products_service import ProductsService

products_bp = Blueprint("products", __name__, url_prefix="/products")

products_service = ProductsService(ProductsRepository())


@products_bp.get("")
def get():
    return jsonify(products_service.get())


@products_bp.post("")
def create():
    return jsonify(products_service.create(json_body())), 201
