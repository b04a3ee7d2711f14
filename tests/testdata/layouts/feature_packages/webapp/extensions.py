class Cache:
    """An extension that keeps its state on the application."""

    def init_app(self, app):
        app.extensions["cache"] = {}


cache = Cache()
