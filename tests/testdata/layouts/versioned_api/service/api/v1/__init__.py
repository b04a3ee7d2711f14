from flask import Blueprint

from service.api.v1.books import books

v1 = Blueprint("v1", __name__, url_prefix="/v1")
v1.register_blueprint(books, url_prefix="/books")
