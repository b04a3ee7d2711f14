from . import app


@app.post("/admin/reload")
def reload():
    return {"reloaded": True}
