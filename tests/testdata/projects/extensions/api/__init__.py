from flask import Flask

from api.routes import register_blueprints
from api.services.products_service import ProductsService


def create_app(config=None):
    app = Flask(__name__)
    app.config.from_mapping(config)
    app.extensions["products"] = ProductsService()
    register_blueprints(app)
    return app
