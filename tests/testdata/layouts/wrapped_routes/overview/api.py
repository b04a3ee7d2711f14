from flask import Blueprint

from overview import route

bp = Blueprint("reports", __name__, url_prefix="/reports")


@route(bp, "/")
def all_reports():
    return [1, 2]


@route(bp, "/<int:report_id>", methods=["PUT"])
def change_report(report_id):
    return report_id


@bp.get("/latest")
def latest():
    return {"id": 2}
