from flask import Blueprint

bp = Blueprint("accounts", __name__)

from webapp.accounts import routes  # noqa: E402, F401
