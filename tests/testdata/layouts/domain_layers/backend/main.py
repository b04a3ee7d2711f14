from flask import Flask

from backend.invoices.controller import make_blueprint
from backend.invoices.service import InvoiceService
from backend.invoices.store import MemoryStore


def create_app(settings=None):
    app = Flask(__name__)
    service = InvoiceService(MemoryStore())
    app.register_blueprint(make_blueprint(service), url_prefix="/invoices")

    @app.get("/version")
    def version():
        return {"version": "1.2"}

    return app


app = create_app()
