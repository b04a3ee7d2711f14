/** Handlers of a route, and the handler that is added beside them. */

export interface ConventionCase {
  readonly title: string;
  /** The handlers that people wrote, and the code that they need. */
  readonly handlers: string;
  /** The decorators, header and body of the new handler, `get_sale` or `create_sale`. */
  readonly added: string;
  readonly method?: "GET" | "POST";
  /** `[3]` unless given. */
  readonly mock?: unknown;
  /** The messages about the conventions that were followed. */
  readonly says?: readonly string[];
  /** Whether the new test fails; by default, it passes. */
  readonly fails?: boolean;
}

/** Modules that the handlers import. */
export const HELPERS: Readonly<Record<string, string>> = {
  "api/auth.py": `from functools import wraps

from flask import abort, request


def login_required(handler):
    @wraps(handler)
    def checked(*args, **kwargs):
        if "X-Stranger" in request.headers:
            abort(401)
        return handler(*args, **kwargs)

    return checked


def admin_required(handler):
    @wraps(handler)
    def checked(*args, **kwargs):
        if "X-Admin" not in request.headers:
            abort(403)
        return handler(*args, **kwargs)

    return checked


def permission(name, *, strict=True):
    return login_required


def token_required(handler):
    @wraps(handler)
    def checked(*args, **kwargs):
        return handler("ada", *args, **kwargs)

    return checked


def unwrapped(handler):
    def checked(*args, **kwargs):
        return handler(*args, **kwargs)

    return checked


def with_service(handler):
    from api.routes.products_route import service

    @wraps(handler)
    def given(*args, **kwargs):
        return handler(*args, service=service(), **kwargs)

    return given


def exempt(handler):
    return handler


class Limiter:
    def limit(self, rate, key_func=None):
        return login_required


limiter = Limiter()
`,
  "api/responses.py": `from flask import jsonify


def respond(data, status=200):
    return jsonify({"data": data}), status


def ok(data):
    return jsonify({"data": data})


def guarded(answer):
    return jsonify(answer())


class ApiResponse:
    def __new__(cls, data):
        return jsonify(data)
`,
};

const LOGIN = "from api.auth import login_required\n";
const LOGIN_SAYS = "Copied @login_required from the other handlers. The new test may need a login";

/** Returns two handlers with the same decorators and the same form of answer. */
function two(head: string, decorators: string, answer: (method: string) => string): string {
  const handler = (rule: string, name: string) =>
    `\n\n@products_bp.get("${rule}")\n${decorators}def ${name}():\n    return ${answer(name)}\n`;
  return head + handler("", "get") + handler("/all", "get_all");
}

const plainly = (method: string) => `jsonify(service().${method}())`;

export const CONVENTION_CASES: readonly ConventionCase[] = [
  {
    title: "no other handlers",
    handlers: "",
    added: `@products_bp.get("/sale")
def get_sale() -> ResponseReturnValue:
    return jsonify(service().get_sale())`,
  },
  {
    title: "a decorator of all handlers",
    handlers: two(LOGIN, "@login_required\n", plainly),
    added: `@products_bp.get("/sale")
@login_required
def get_sale():
    return jsonify(service().get_sale())`,
    says: [LOGIN_SAYS],
  },
  {
    title: "several decorators, in order, with arguments",
    handlers: two(
      "from api.auth import limiter, login_required\n",
      '@login_required\n@limiter.limit("5/minute")\n',
      plainly,
    ),
    added: `@products_bp.get("/sale")
@login_required
@limiter.limit("5/minute")
def get_sale():
    return jsonify(service().get_sale())`,
    says: [
      'Copied @login_required, @limiter.limit("5/minute") from the other handlers. ' +
      "The new test may need a login",
    ],
  },
  {
    title: "a decorator with a lambda",
    handlers: two(
      "from flask import request\n\nfrom api.auth import limiter\n",
      '@limiter.limit("5/minute", key_func=lambda: request.remote_addr)\n',
      plainly,
    ),
    added: `@products_bp.get("/sale")
@limiter.limit("5/minute", key_func=lambda: request.remote_addr)
def get_sale():
    return jsonify(service().get_sale())`,
    says: ["Copied @limiter.limit(...) from the other handlers. The new test may need a login"],
  },
  {
    title: "a decorator on several lines, written in two ways",
    handlers: `from api.auth import permission


@products_bp.get("")
@permission(
    "products",  # of the shop
    strict=False,
)
def get():
    return jsonify(service().get())


@products_bp.get("/all")
@permission('products', strict=False)
def get_all():
    return jsonify(service().get_all())
`,
    added: `@products_bp.get("/sale")
@permission(
    "products",  # of the shop
    strict=False,
)
def get_sale():
    return jsonify(service().get_sale())`,
    says: ["Copied @permission(...) from the other handlers. The new test may need a login"],
  },
  {
    title: "a decorator above the routes",
    handlers: `from api.auth import exempt


@exempt
@products_bp.get("")
def get():
    return jsonify(service().get())


@exempt
@products_bp.get("/all")
@products_bp.get("/every")
def get_all():
    return jsonify(service().get_all())
`,
    added: `@exempt
@products_bp.get("/sale")
def get_sale():
    return jsonify(service().get_sale())`,
    says: ["Copied @exempt from the other handlers. The new test may need a login"],
  },
  {
    title: "a decorator that passes an argument",
    handlers: `from api.auth import token_required


@products_bp.get("")
@token_required
def get(current_user):
    return jsonify(service().get())


@products_bp.get("/<int:product_id>")
@token_required
def get_all(current_user, product_id):
    return jsonify(service().get_all())
`,
    added: `@products_bp.get("/sale")
@token_required
def get_sale(current_user):
    return jsonify(service().get_sale())`,
    says: ["Copied @token_required from the other handlers. The new test may need a login"],
  },
  {
    title: "a decorator that passes the service",
    handlers: `from api.auth import with_service


@products_bp.get("")
@with_service
def get(service: ProductsService):
    return jsonify(service.get())


@products_bp.get("/all")
@with_service
def get_all(service: ProductsService):
    return jsonify(service.get_all())
`,
    added: `@products_bp.get("/sale")
@with_service
def get_sale(service: ProductsService):
    return jsonify(service.get_sale())`,
    says: [
      "Copied @with_service from the other handlers. The new test may need a login",
      "No test was added: tests/test_products_route.py has a stand-in that does not reach 'service'",
    ],
  },
  {
    title: "a decorator that hides the handler's name",
    handlers: `from api.auth import unwrapped


@products_bp.get("", endpoint="get")
@unwrapped
def get():
    return jsonify(service().get())


@products_bp.get("/all", endpoint="get_all")
@unwrapped
def get_all():
    return jsonify(service().get_all())
`,
    added: `@products_bp.get("/sale", endpoint="get_sale")
@unwrapped
def get_sale():
    return jsonify(service().get_sale())`,
    says: ["Copied @unwrapped from the other handlers. The new test may need a login"],
  },
  {
    title: "a decorator of the only other handler",
    handlers: `${LOGIN}

@products_bp.get("")
@login_required
def get():
    return jsonify(service().get())
`,
    added: `@products_bp.get("/sale")
def get_sale():
    return jsonify(service().get_sale())`,
    says: ["Unlike the other handler, the new one has no @login_required"],
  },
  {
    title: "a decorator of most handlers",
    handlers: `${two(LOGIN, "@login_required\n", plainly)}

@products_bp.get("/free")
def get_free():
    return jsonify([])
`,
    added: `@products_bp.get("/sale")
def get_sale():
    return jsonify(service().get_sale())`,
    says: ["Unlike 2 of 3 other handlers, the new one has no @login_required"],
  },
  {
    title: "a decorator of one handler",
    handlers: `${LOGIN}

@products_bp.get("")
@login_required
def get_products():
    return jsonify([])


@products_bp.get("/all")
def get_all():
    return jsonify([])


@products_bp.get("/free")
def get_free():
    return jsonify([])
`,
    added: `@products_bp.get("/sale")
def get_sale():
    return jsonify(service().get_sale())`,
    says: ["Unlike 1 of 3 other handlers, the new one has no @login_required"],
  },
  {
    title: "a decorator with other arguments each time",
    handlers: `from api.auth import permission


@products_bp.get("")
@permission("read")
def get():
    return jsonify(service().get())


@products_bp.get("/all")
@permission("list")
def get_all():
    return jsonify(service().get_all())
`,
    added: `@products_bp.get("/sale")
def get_sale():
    return jsonify(service().get_sale())`,
    says: ["Unlike both other handlers, the new one has no @permission(...)"],
  },
  {
    title: "decorators in another order each time",
    handlers: `from api.auth import admin_required, login_required


@products_bp.get("")
@login_required
@admin_required
def get():
    return jsonify(service().get())


@products_bp.get("/all")
@admin_required
@login_required
def get_all():
    return jsonify(service().get_all())
`,
    added: `@products_bp.get("/sale")
def get_sale():
    return jsonify(service().get_sale())`,
    says: ["Unlike both other handlers, the new one has no @login_required and no @admin_required"],
  },
  {
    title: "a decorator of the handlers of the same method",
    handlers: `${two("from api.auth import admin_required\n", "", plainly)}

@products_bp.post("/one")
@admin_required
def create_one():
    return jsonify(1), 201
`,
    method: "POST",
    added: `@products_bp.post("/sale")
def create_sale():
    return jsonify(service().create_sale(json_body())), 201`,
    says: ["Unlike the other POST handler, the new one has no @admin_required"],
  },
  {
    title: "a decorator that exists only in a function",
    handlers: `def register(bp):
    from api.auth import login_required

    @bp.get("")
    @login_required
    def get():
        return jsonify(service().get())

    @bp.get("/all")
    @login_required
    def get_all():
        return jsonify(service().get_all())


register(products_bp)
`,
    added: `@products_bp.get("/sale")
def get_sale():
    return jsonify(service().get_sale())`,
    says: ["Unlike both other handlers, the new one has no @login_required"],
  },
  {
    title: "a decorator that asks for a login",
    handlers: two("from api.auth import admin_required\n", "@admin_required\n", plainly),
    added: `@products_bp.get("/sale")
@admin_required
def get_sale():
    return jsonify(service().get_sale())`,
    says: ["Copied @admin_required from the other handlers. The new test may need a login"],
    fails: true,
  },
  {
    title: "the decorators of a class of views",
    handlers: `from flask.views import MethodView

from api.auth import limiter, login_required


class Products(MethodView):
    decorators = [limiter.limit("5/minute"), login_required]

    def get(self):
        return jsonify(service().get())


products_bp.add_url_rule("", view_func=Products.as_view("products"))


@products_bp.get("/all")
@login_required
@limiter.limit("5/minute")
def get_all():
    return jsonify(service().get_all())
`,
    added: `@products_bp.get("/sale")
@login_required
@limiter.limit("5/minute")
def get_sale():
    return jsonify(service().get_sale())`,
    says: [
      'Copied @login_required, @limiter.limit("5/minute") from the other handlers. ' +
      "The new test may need a login",
    ],
  },
  {
    title: "functions that are registered below",
    handlers: `${LOGIN}

@login_required
def get():
    return jsonify(service().get())


@login_required
def get_all():
    return jsonify(service().get_all())


products_bp.add_url_rule("", view_func=get)
products_bp.add_url_rule("/all", view_func=get_all)
`,
    added: `@products_bp.get("/sale")
@login_required
def get_sale():
    return jsonify(service().get_sale())`,
    says: [LOGIN_SAYS],
  },
  {
    title: "an explicit status",
    handlers: two("", "", (method) => `jsonify(service().${method}()), 200`),
    added: `@products_bp.get("/sale")
def get_sale():
    return jsonify(service().get_sale()), 200`,
  },
  {
    title: "an explicit status, for an endpoint with another status",
    handlers: two("", "", (method) => `jsonify(service().${method}()), 200`),
    method: "POST",
    added: `@products_bp.post("/sale")
def create_sale():
    return jsonify(service().create_sale(json_body())), 201`,
  },
  {
    title: "a status by name",
    handlers: two(
      "from http import HTTPStatus\n",
      "",
      (method) => `(jsonify(service().${method}()), HTTPStatus.OK)`,
    ),
    method: "POST",
    added: `@products_bp.post("/sale")
def create_sale():
    return jsonify(service().create_sale(json_body())), HTTPStatus.CREATED`,
  },
  {
    title: "a function that answers",
    handlers: two("from api.responses import ok\n", "", (method) => `ok(service().${method}())`),
    added: `@products_bp.get("/sale")
def get_sale():
    return ok(service().get_sale())`,
  },
  {
    title: "a function that answers, with a status inside",
    handlers: `${
      two("from api.responses import respond\n", "", (method) => `respond(service().${method}())`)
    }

@products_bp.post("/one")
def create_one():
    return respond(service().get(), status=201)
`,
    method: "POST",
    added: `@products_bp.post("/sale")
def create_sale():
    return respond(service().create_sale(json_body()), status=201)`,
  },
  {
    title: "a function whose status is unknown",
    handlers: two("from api.responses import respond\n", "", (m) => `respond(service().${m}())`),
    method: "POST",
    added: `@products_bp.post("/sale")
def create_sale():
    return jsonify(service().create_sale(json_body())), 201`,
    says: ["Unlike both other handlers, the new one does not return respond(...)"],
  },
  {
    title: "two nested functions",
    handlers: two(
      "from flask import make_response\n",
      "",
      (method) => `make_response(jsonify(service().${method}()), 200)`,
    ),
    method: "POST",
    added: `@products_bp.post("/sale")
def create_sale():
    return make_response(jsonify(service().create_sale(json_body())), 201)`,
  },
  {
    title: "a function that catches errors",
    handlers: two(
      "from api.responses import guarded\n",
      "",
      (method) => `guarded(lambda: service().${method}())`,
    ),
    added: `@products_bp.get("/sale")
def get_sale():
    return guarded(lambda: service().get_sale())`,
  },
  {
    title: "values that Flask converts",
    handlers: two("", "", (method) => `service().${method}()`),
    added: `@products_bp.get("/sale")
def get_sale():
    return service().get_sale()`,
  },
  {
    title: "values that Flask would not convert",
    handlers: two("", "", (method) => `service().${method}()`),
    mock: 3,
    added: `@products_bp.get("/sale")
def get_sale():
    return jsonify(service().get_sale())`,
  },
  {
    title: "a response class",
    handlers: two(
      "from api.responses import ApiResponse\n",
      "",
      (method) => `ApiResponse(service().${method}())`,
    ),
    added: `@products_bp.get("/sale")
def get_sale():
    return ApiResponse(service().get_sale())`,
  },
  {
    title: "functions that differ",
    handlers: `from api.responses import ok, respond


@products_bp.get("")
def get():
    return ok(service().get())


@products_bp.get("/all")
def get_all():
    return respond(service().get_all())
`,
    added: `@products_bp.get("/sale")
def get_sale():
    return jsonify(service().get_sale())`,
  },
  {
    title: "values that are more than an answer",
    handlers: two(
      "from flask import abort\n",
      "",
      (m) => `jsonify(service().${m}() or abort(404))`,
    ),
    added: `@products_bp.get("/sale")
def get_sale():
    return jsonify(service().get_sale())`,
  },
  {
    title: "the annotation of responses",
    handlers: `from flask import Response


@products_bp.get("")
def get() -> Response:
    return jsonify(service().get())


@products_bp.get("/all")
def get_all() -> Response:
    """All of them."""
    return jsonify(service().get_all())
`,
    added: `@products_bp.get("/sale")
def get_sale() -> Response:
    return jsonify(service().get_sale())`,
  },
  {
    title: "an annotation that does not fit",
    handlers: `from flask import Response


@products_bp.get("")
def get() -> Response:
    return jsonify(service().get())


@products_bp.get("/all")
def get_all() -> Response:
    return jsonify(service().get_all())
`,
    method: "POST",
    added: `@products_bp.post("/sale")
def create_sale() -> ResponseReturnValue:
    return jsonify(service().create_sale(json_body())), 201`,
  },
  {
    title: "an annotation of values with a status",
    handlers: `from flask import Response


@products_bp.get("")
def get() -> tuple[Response, int]:
    return jsonify(service().get()), 200


@products_bp.get("/all")
def get_all() -> tuple[Response, int]:
    return jsonify(service().get_all()), 200
`,
    method: "POST",
    added: `@products_bp.post("/sale")
def create_sale() -> tuple[Response, int]:
    return jsonify(service().create_sale(json_body())), 201`,
  },
  {
    title: "the annotation of longer handlers",
    handlers: `import flask


@products_bp.get("")
def get() -> flask.Response:
    found = service().get()
    return jsonify(found)
`,
    added: `@products_bp.get("/sale")
def get_sale() -> flask.Response:
    return jsonify(service().get_sale())`,
  },
  {
    title: "asynchronous handlers that catch errors",
    handlers: `@products_bp.get("")
async def get():
    try:
        return jsonify(service().get())
    except KeyError:
        return jsonify(None), 404
`,
    added: `@products_bp.get("/sale")
def get_sale():
    return jsonify(service().get_sale())`,
    says: ["Unlike the other handler, the new one is not async and has no 'try'"],
  },
];
