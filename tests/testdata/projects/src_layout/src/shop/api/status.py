from flask import jsonify

from shop.api import bp


@bp.get("/status")
def status():
    return jsonify("up")
