import os

from flask import Flask


def create_app(test_config=None):
    """Make the application, with the settings of a test if there are any."""
    app = Flask(__name__, instance_relative_config=True)
    app.config.from_mapping(SECRET_KEY=os.environ.get("SECRET_KEY", "dev"))
    app.config.from_mapping(test_config or {})

    @app.route("/hello")
    def hello():
        return "Hello!"

    from . import auth
    app.register_blueprint(auth.bp)

    from . import blog
    app.register_blueprint(blog.bp)
    app.add_url_rule("/", endpoint="index")

    return app
