from flask import Flask, request
from flask.views import MethodView

TODOS = {"todo1": {"task": "build an API"}, "todo2": {"task": "sleep"}}


class Api:
    """Registers resources, as REST extensions do."""

    def __init__(self, app):
        self.app = app

    def add_resource(self, resource, *urls, endpoint=None):
        view = resource.as_view(endpoint or resource.__name__.lower())
        for url in urls:
            self.app.add_url_rule(url, view_func=view)


app = Flask(__name__)
api = Api(app)


class Todo(MethodView):
    def get(self, todo_id):
        return TODOS.get(todo_id, {})

    def put(self, todo_id):
        return {todo_id: request.get_json()}, 201


class TodoList(MethodView):
    def get(self):
        return TODOS

    def post(self):
        return {"task": request.get_json()}, 201


api.add_resource(TodoList, "/todos", "/todos/all")
api.add_resource(Todo, "/todos/<todo_id>")

if __name__ == "__main__":
    app.run(debug=True)
