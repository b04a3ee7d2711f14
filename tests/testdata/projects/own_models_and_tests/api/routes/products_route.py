from flask import Blueprint, jsonify

from api.repositories.products_repository import ProductsRepository
from api.request_body import json_body
from api.services.products_service import ProductsService

products_bp = Blueprint("products", __name__, url_prefix="/products")


def service() -> ProductsService:
    return ProductsService(ProductsRepository())


@products_bp.get("")
def get():
    return jsonify(service().get())


@products_bp.post("")
def create():
    return jsonify(service().create(json_body())), 201
