from functools import wraps

from flask import Flask, jsonify


def route(blueprint, *args, **kwargs):
    """Route that answers with JSON."""

    def decorator(function):
        @blueprint.route(*args, **kwargs)
        @wraps(function)
        def wrapper(*values, **names):
            return jsonify(data=function(*values, **names))

        return function

    return decorator


def create_app():
    from overview.api import bp

    app = Flask(__name__)
    app.register_blueprint(bp)
    return app
