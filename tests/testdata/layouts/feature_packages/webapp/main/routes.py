from webapp.main import bp


@bp.route("/")
@bp.route("/index")
def index():
    return {"posts": []}


@bp.route("/explore")
def explore():
    return {"posts": ["first"]}
