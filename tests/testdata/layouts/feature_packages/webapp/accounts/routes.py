from flask import current_app, jsonify, request

from webapp.accounts import bp


@bp.route("/login", methods=["GET", "POST"])
def login():
    if request.method == "POST":
        return jsonify({"token": "abc"})
    return jsonify({"form": ["name", "password"]})


@bp.route("/<username>/followers")
def followers(username):
    size = current_app.config["PAGE_SIZE"]
    return jsonify({"user": username, "page_size": size})
