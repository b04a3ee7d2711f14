from flask import Blueprint, abort, jsonify

from api.repositories.products_repository import ProductsRepository
from api.request_body import json_body
from api.services.products_service import ProductsService

products_bp = Blueprint("products", __name__, url_prefix="/products")

# --- Helpers ---------------------------------------------------------------


def service():
    return ProductsService(ProductsRepository())


def checked(data):
    if not isinstance(data, dict):
        abort(400)
    return data


# --- Handlers --------------------------------------------------------------


@products_bp.get("")
def get():
    return jsonify(service().get())


@products_bp.post("")
def create():
    return jsonify(service().create(checked(json_body()))), 201
    # No update: products never change.


# --- By hand ---------------------------------------------------------------


def main():
    print(service().get())


if __name__ == "__main__":
    main()
