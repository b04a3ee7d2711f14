from flask import Blueprint, jsonify

from api.repositories.products_repository import ProductsRepository
from api.request_body import json_body
from api.services.products_service import ProductsService


def names(products):
    return [product["name"] for product in products]


def create_blueprint():
    bp = Blueprint("products", __name__, url_prefix="/products")
    service = ProductsService(ProductsRepository())

    @bp.get("")
    def get():
        return jsonify(service.get())

    @bp.post("")
    def create():
        return jsonify(service.create(json_body())), 201

    @bp.get("/names")
    def get_names():
        return jsonify(names(service.get()))

    return bp


products_bp = create_blueprint()


if __name__ == "__main__":
    print(names(ProductsService(ProductsRepository()).get()))
