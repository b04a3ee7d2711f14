from flask import Flask

from .api import register_api


def create_app(test_config=None):
    app = Flask(__name__)
    register_api(app)
    return app
