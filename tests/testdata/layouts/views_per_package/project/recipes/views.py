from flask import Blueprint, jsonify

recipes_blueprint = Blueprint("recipes", __name__)


@recipes_blueprint.route("/")
def index():
    return jsonify(["soup"])


@recipes_blueprint.route("/add", methods=["POST"])
def add_recipe():
    return jsonify(added=True), 201
