from yard import app


@app.route("/")
def index():
    return "Hello!"


@app.route("/plants/<path:name>")
def plant(name):
    return {"plant": name}
