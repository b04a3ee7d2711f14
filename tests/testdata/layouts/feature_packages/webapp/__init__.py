from flask import Flask

from config import Config
from webapp.extensions import cache


def create_app(config_class=Config):
    app = Flask(__name__)
    app.config.from_object(config_class)
    cache.init_app(app)

    from webapp.errors import bp as errors_bp
    app.register_blueprint(errors_bp)

    from webapp.accounts import bp as accounts_bp
    app.register_blueprint(accounts_bp, url_prefix="/accounts")

    from webapp.main import bp as main_bp
    app.register_blueprint(main_bp)

    return app
