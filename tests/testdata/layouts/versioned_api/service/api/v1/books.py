from flask import Blueprint

books = Blueprint("books", __name__)


@books.get("/")
def list_books():
    return [{"id": 1, "title": "Emma"}]


@books.get("/<uuid:book_id>")
def get_book(book_id):
    return {"id": str(book_id)}
