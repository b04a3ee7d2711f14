from flask import Flask

app = Flask(__name__)
app.config["JSON_SORT_KEYS"] = False

import yard.views  # noqa: E402, F401
from yard import admin  # noqa: E402, F401
