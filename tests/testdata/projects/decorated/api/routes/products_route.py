from flask import Blueprint, jsonify

from api.auth import awaited, login_required
from api.repositories.products_repository import ProductsRepository
from api.request_body import json_body
from api.services.products_service import ProductsService

products_bp = Blueprint("products", __name__, url_prefix="/products")


def service():
    return ProductsService(ProductsRepository())


@products_bp.get("")
@products_bp.get("/all")
@login_required(role="reader")
def get():
    return jsonify(service().get())


@products_bp.route(  # both, for old clients
    "/new",
    # PUT came later (in 2.1).
    methods=[
        "POST",
        "PUT",  # @products_bp.get("/not_a_route")
    ],
)
@login_required(
    role="writer",
)
def create():
    return jsonify(service().create(json_body())), 201


@products_bp.get("/later")
@awaited
async def get_later():
    return jsonify(service().get())
