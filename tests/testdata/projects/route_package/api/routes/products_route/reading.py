from flask import jsonify

from api.repositories.products_repository import ProductsRepository
from api.services.products_service import ProductsService

from . import products_bp


@products_bp.get("")
def get():
    return jsonify(ProductsService(ProductsRepository()).get())
