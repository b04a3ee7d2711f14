"""What the shop sells."""

from flask import Blueprint, jsonify
from flask.typing import ResponseReturnValue

from api.repositories.products_repository import ProductsRepository
from api.request_body import json_body
from api.services.products_service import ProductsService

products_bp = Blueprint("products", __name__, url_prefix="/products")


def service() -> ProductsService:
    return ProductsService(ProductsRepository())


@products_bp.get("")
def get() -> ResponseReturnValue:
    answer = service().get()  # everything, for now
    return jsonify(answer)


@products_bp.post("")
def create() -> ResponseReturnValue:
    return jsonify(service().create(json_body())), 201


# Prices come from another system.
PRICES = {
    "Lamp": """12
EUR""",
}


@products_bp.get("/prices")
def get_prices() -> ResponseReturnValue:
    return jsonify(PRICES)
