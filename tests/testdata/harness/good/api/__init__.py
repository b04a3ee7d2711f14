"""An application small enough to see that nothing is wrong with it."""

from collections.abc import Mapping
from typing import Any

from flask import Flask, jsonify, request
from flask.json.provider import DefaultJSONProvider
from flask.typing import ResponseReturnValue


class JSONProvider(DefaultJSONProvider):
    sort_keys = False


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    app = Flask(__name__, static_folder=None)
    app.config.from_mapping(config)
    app.json = JSONProvider(app)

    @app.get("/numbers")
    def numbers() -> ResponseReturnValue:
        return jsonify({"b": 1, "a": 1.0, "ü": [1e20]})

    @app.post("/echo")
    def echo() -> ResponseReturnValue:
        return jsonify(request.json), 201

    return app
