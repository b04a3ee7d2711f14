from flask import Flask

from api.routes import products_route


def create_app(config=None):
    app = Flask(__name__)
    app.config.from_mapping(config)
    app.register_blueprint(products_route.bp, url_prefix="/shop/products")
    return app
