from flask import Flask

from blog.urls import register


def create_app():
    app = Flask(__name__)
    register(app)
    return app
