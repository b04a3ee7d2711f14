from flask import Flask

from shop.views import carts, items, orders

BLUEPRINTS = (
    (items.blueprint, "/items"),
    (carts.blueprint, "/carts"),
    (orders.blueprint, "/orders"),
)


def create_app(config_object=None):
    app = Flask(__name__.split(".")[0])
    register_blueprints(app)
    register_commands(app)
    return app


def register_blueprints(app):
    for blueprint, prefix in BLUEPRINTS:
        app.register_blueprint(blueprint, url_prefix=prefix)


def register_commands(app):
    @app.cli.command("seed")
    def seed():
        print("seeded")
