from flask import Blueprint, request


def make_blueprint(service):
    bp = Blueprint("invoices", __name__)

    @bp.get("")
    def list_invoices():
        return {"invoices": service.all()}

    @bp.post("")
    def create_invoice():
        return service.create(request.get_json()), 201

    @bp.get("/<int:number>")
    def get_invoice(number):
        return service.get(number)

    return bp
