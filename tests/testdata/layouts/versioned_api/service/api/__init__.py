from flask import Blueprint

from service.api.v1 import v1
from service.api.v2 import v2

api = Blueprint("api", __name__)
api.register_blueprint(v1)
api.register_blueprint(v2, url_prefix="/v2")
