from flask import Blueprint, jsonify

from api.repositories.products_repository import ProductsRepository
from api.services.products_service import Catalogue

products_bp = Blueprint("products", __name__, url_prefix="/products")


@products_bp.get("")
def get():
    return jsonify(Catalogue(ProductsRepository()).get())
