from flask import Blueprint, jsonify

users_blueprint = Blueprint("users", __name__, template_folder="templates")


@users_blueprint.route("/login")
def login():
    return jsonify(form="login")


@users_blueprint.route("/users/<int:user_id>", methods=["GET", "DELETE"])
def user(user_id):
    return jsonify(id=user_id)
