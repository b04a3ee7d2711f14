from flask import jsonify, request
from flask.views import MethodView


class ItemAPI(MethodView):
    init_every_request = False

    def get(self, id):
        return jsonify({"id": id})

    def patch(self, id):
        return jsonify({"id": id, "changed": request.get_json()})

    def delete(self, id):
        return "", 204


class GroupAPI(MethodView):
    def get(self):
        return jsonify([])

    def post(self):
        return jsonify(request.get_json()), 201
