from flask import Flask, jsonify, request

app = Flask(__name__)
notes = ["Buy a lamp"]


@app.route("/")
def index():
    return "Notes"


@app.get("/notes")
def list_notes():
    return jsonify(notes)


@app.route("/notes", methods=["POST"])
def add_note():
    notes.append(request.get_json())
    return jsonify(notes), 201


if __name__ == "__main__":
    app.run(debug=True)
