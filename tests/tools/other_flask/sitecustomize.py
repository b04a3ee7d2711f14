"""Import Flask and its dependencies from FLASK_FOLDER, and other modules as usual."""

import os
import sys
from importlib.machinery import ModuleSpec, PathFinder

PACKAGES = {"flask", "werkzeug", "jinja2", "markupsafe", "itsdangerous", "click"}


class OtherFlask(PathFinder):
    @classmethod
    def find_spec(cls, fullname, path=None, target=None) -> ModuleSpec | None:
        if fullname not in PACKAGES:
            return None
        return PathFinder.find_spec(fullname, [os.environ["FLASK_FOLDER"]])


sys.meta_path.insert(0, OtherFlask)
