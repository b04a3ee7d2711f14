from flask import Blueprint, Flask
from werkzeug.utils import find_modules, import_string


def create_app(config=None):
    app = Flask("hub")
    app.config.update(config or {})
    for name in find_modules("hub.blueprints"):
        module = import_string(name)
        if isinstance(getattr(module, "bp", None), Blueprint):
            app.register_blueprint(module.bp)
    return app
