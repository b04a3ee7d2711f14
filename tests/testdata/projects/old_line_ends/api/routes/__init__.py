from importlib import import_module
from pkgutil import iter_modules


def register_blueprints(app):
    for module in iter_modules(__path__):
        if module.name.endswith("_route"):
            route = import_module(f"{__name__}.{module.name}")
            name = module.name.removesuffix("_route") + "_bp"
            app.register_blueprint(getattr(route, name))
