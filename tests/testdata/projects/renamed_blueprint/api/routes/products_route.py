from typing import Final

from flask import Blueprint as Routes
from flask import jsonify

from api.repositories.products_repository import ProductsRepository
from api.request_body import json_body
from api.services.products_service import ProductsService

bp: Final[Routes] = Routes("products", __name__)
handlers = bp


def service():
    return ProductsService(ProductsRepository())


@bp.get("/")
def get():
    return jsonify(service().get())


@handlers.post("/")
def create():
    return jsonify(service().create(json_body())), 201
