from flask import Blueprint, jsonify

from api.repositories.products_repository import ProductsRepository
from api.request_body import json_body
from api.services.products_service import ProductsService


def register(bp, service):
    @bp.get("")
    def get():
        return jsonify(service.get())

    @bp.post("")
    def create():
        return jsonify(service.create(json_body())), 201


products_bp = Blueprint("products", __name__, url_prefix="/products")
register(products_bp, ProductsService(ProductsRepository()))
