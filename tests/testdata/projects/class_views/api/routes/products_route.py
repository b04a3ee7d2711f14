from flask import Blueprint, jsonify
from flask.views import MethodView

from api.repositories.products_repository import ProductsRepository
from api.request_body import json_body
from api.services.products_service import ProductsService

products_bp = Blueprint("products", __name__, url_prefix="/products")


class Products(MethodView):
    def __init__(self, service):
        self.service = service

    def get(self):
        return jsonify(self.service.get())

    def post(self):
        return jsonify(self.service.create(json_body())), 201


def count():
    return jsonify(len(make_service().get()))


def make_service():
    return ProductsService(ProductsRepository())


products_bp.add_url_rule("", view_func=Products.as_view("products", make_service()))
products_bp.add_url_rule("/count", "count", count)
