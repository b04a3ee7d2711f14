def index():
    return {"blog": "mine"}


def posts():
    return {"posts": []}
