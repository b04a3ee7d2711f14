from flask import Flask, request


class Server:
    def __init__(self, name):
        self.app = Flask(name)
        self.rows = []
        self.add_endpoints()

    def add_endpoints(self):
        self.app.add_url_rule("/rows", "rows", self.list_rows, methods=["GET"])
        self.app.add_url_rule("/rows", "add", self.add_row, methods=["POST"])

    def list_rows(self):
        return {"rows": self.rows}

    def add_row(self):
        return {"row": request.get_json()}, 201


def create_app():
    return Server(__name__).app
