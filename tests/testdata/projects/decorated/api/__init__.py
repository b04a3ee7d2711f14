from flask import Flask

from api.routes import register_blueprints


def create_app(config=None):
    app = Flask(__name__)
    app.config.from_mapping(config)
    register_blueprints(app)
    return app
