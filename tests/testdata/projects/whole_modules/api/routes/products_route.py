import flask

import api.repositories.products_repository as repositories
import api.services.products_service

products_bp = flask.Blueprint("products", __name__, url_prefix="/products")


def products():
    repository = repositories.ProductsRepository()
    return api.services.products_service.ProductsService(repository)


@products_bp.get("")
def get():
    return flask.jsonify(products().get())


@products_bp.post("")
def create():
    return flask.jsonify(products().create(flask.request.get_json())), 201
