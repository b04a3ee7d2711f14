from werkzeug.utils import cached_property, import_string


class LazyView:
    def __init__(self, import_name):
        self.__module__, self.__name__ = import_name.rsplit(".", 1)
        self.import_name = import_name

    @cached_property
    def view(self):
        return import_string(self.import_name)

    def __call__(self, *args, **kwargs):
        return self.view(*args, **kwargs)


def url(app, rules, import_name, **options):
    view = LazyView(f"blog.{import_name}")
    for rule in rules:
        app.add_url_rule(rule, view_func=view, **options)


def register(app):
    url(app, ["/"], "views.index")
    url(app, ["/posts", "/archive"], "views.posts", methods=["GET", "POST"])
