from flask import jsonify

from api.request_body import json_body
from api.routes.products_route import products_bp as bp
from api.routes.products_route import service


@bp.post("")
def create():
    return jsonify(service().create(json_body())), 201


@bp.get("/stock")
def get_stock():
    return jsonify(len(service().get()))
