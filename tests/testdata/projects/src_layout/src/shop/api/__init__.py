from flask import Blueprint

from .orders import bp as orders_bp

bp = Blueprint("api", __name__)
bp.register_blueprint(orders_bp, url_prefix="/orders")

from shop.api import status  # noqa: E402,F401
