from flask import Blueprint, jsonify

from api.repositories.products_repository import ProductsRepository
from api.services.products_service import ProductsService

products_bp = Blueprint("products", __name__, url_prefix="/products")


def service():
    return ProductsService(ProductsRepository())


@products_bp.get("")
def get():
    return jsonify(service().get())


@products_bp.get("/sales/<country>")
def get_sales(country):
    return jsonify(service().get_sale(country))
