from flask import Flask

from project.recipes.views import recipes_blueprint
from project.users.views import users_blueprint

app = Flask(__name__, instance_relative_config=True)
app.config.from_mapping(TESTING=True)

app.register_blueprint(users_blueprint)
app.register_blueprint(recipes_blueprint)
