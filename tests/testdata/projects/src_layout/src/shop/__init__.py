from flask import Flask


def create_app(config=None):
    app = Flask(__name__)
    app.config.from_mapping(config)

    from shop.api import bp as api_bp
    app.register_blueprint(api_bp, url_prefix="/api")

    from shop.errors import bp
    app.register_blueprint(bp)
    return app
