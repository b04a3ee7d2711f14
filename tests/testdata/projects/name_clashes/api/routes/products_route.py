import flask
from flask import Blueprint

from api.repositories.products_repository import ProductsRepository
from api.services.products_service import ProductsService

products_bp = Blueprint("products", __name__, url_prefix="/products")


def jsonify(rows):
    return flask.jsonify(rows=rows)


def json_body(data, length):
    return data[:length]


def get_sale(price):
    service = price - 1
    return service


create_hold = hold = 3

ResponseReturnValue = int


@products_bp.get("")
def get():
    json_body = ProductsService(ProductsRepository())
    return jsonify(json_body.get())


@products_bp.get("/service")
def service():
    return jsonify(get_sale(hold))
