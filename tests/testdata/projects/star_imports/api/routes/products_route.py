from flask import *
from api.services.products_service import *
from api.repositories.products_repository import *

products_bp = Blueprint("products", __name__, url_prefix="/products")


@products_bp.get("")
def get():
    service = ProductsService(ProductsRepository())
    return jsonify(service.get())


@products_bp.post("")
def create():
    service = ProductsService(ProductsRepository())
    return jsonify(service.create(request.get_json())), 201
