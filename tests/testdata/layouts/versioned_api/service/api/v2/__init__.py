from flask import Blueprint

from service.api.v2.books import books

v2 = Blueprint("v2", __name__)
v2.register_blueprint(books)
