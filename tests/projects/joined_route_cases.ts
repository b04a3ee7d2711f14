/** A route that people wrote, and the handler of an endpoint that is added to it. */

export interface JoinedRoute {
  readonly title: string;
  /** The route's module. */
  readonly route: string;
  /** Files that differ from those of the other cases, by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** The line of the new handler that returns the answer. */
  readonly answer: string;
}

const IMPORTS = `from flask import Blueprint, jsonify

from api.repositories.products_repository import ProductsRepository
from api.services.products_service import ProductsService
`;
const BLUEPRINT = 'products_bp = Blueprint("products", __name__, url_prefix="/products")\n';
const HEAD = `${IMPORTS}\n${BLUEPRINT}`;
const OWN_FUNCTION = "return jsonify(service().get_sale())";

const SERVICE = "api/services/products_service.py";

/** Returns a service that begins with these lines, such as another constructor. */
function serviceThat(start: string): Readonly<Record<string, string>> {
  return { [SERVICE]: `${start}\n    def get(self):\n        return [1]\n` };
}

export const JOINED_ROUTES: readonly JoinedRoute[] = [
  {
    title: "a blueprint and nothing else",
    route: `from flask import Blueprint\n\n${BLUEPRINT}`,
    answer: OWN_FUNCTION,
  },
  {
    title: "handlers that answer plain values",
    route: `${HEAD}
@products_bp.get("")
def get():
    return ProductsService(ProductsRepository()).get()
`,
    answer: "return jsonify(ProductsService(ProductsRepository()).get_sale())",
  },
  {
    title: "a service that is a parameter",
    route: `${HEAD}
def given(handler):
    def run():
        return handler(service=ProductsService(ProductsRepository()))

    return run


@products_bp.get("", endpoint="get")
@given
def get(service):
    return jsonify(service.get())
`,
    answer: OWN_FUNCTION,
  },
  {
    title: "a service imported where it is used",
    route: `from flask import Blueprint, jsonify\n\n${BLUEPRINT}
@products_bp.get("")
def get():
    from api.repositories.products_repository import ProductsRepository
    from api.services.products_service import ProductsService

    return jsonify(ProductsService(ProductsRepository()).get())
`,
    answer: OWN_FUNCTION,
  },
  {
    title: "methods of other objects",
    route: `${HEAD}
from flask import request

SERVICE_LIMITS = {"price": 5}


@products_bp.get("")
def get():
    limit = request.args.get("limit") or SERVICE_LIMITS.get("price")
    return jsonify(limit)
`,
    answer: OWN_FUNCTION,
  },
  {
    title: "a service of the application's",
    route: `from flask import Blueprint, g, jsonify\n\n${BLUEPRINT}
from api.repositories.products_repository import ProductsRepository
from api.services.products_service import ProductsService


@products_bp.before_request
def prepare():
    g.products_service = ProductsService(ProductsRepository())


@products_bp.get("")
def get():
    return jsonify(g.products_service.get())
`,
    answer: "return jsonify(g.products_service.get_sale())",
  },
  {
    title: "an instance of the class by another name",
    route: `from flask import Blueprint, jsonify\n\n${BLUEPRINT}
from api.repositories.products_repository import ProductsRepository as Rows
from api.services.products_service import ProductsService as Shop

shop: Shop = Shop(Rows())
`,
    answer: "return jsonify(shop.get_sale())",
  },
  {
    title: "static calls of the class",
    route: `${HEAD}
@products_bp.get("")
def get():
    return jsonify(ProductsService.get())
`,
    files: {
      [SERVICE]: "class ProductsService:\n    @staticmethod\n    def get():\n        return [1]\n",
    },
    answer: OWN_FUNCTION,
  },
  {
    title: "a constructor with defaults",
    route: `from flask import Blueprint\n\n${BLUEPRINT}`,
    files: serviceThat(
      "class ProductsService:\n    def __init__(self, limit=5, *, size: int = 3, **more): ...\n",
    ),
    answer: OWN_FUNCTION,
  },
  {
    title: "a constructor of a base class",
    route: `from flask import Blueprint\n\n${BLUEPRINT}`,
    files: serviceThat(
      "class Base:\n    def __init__(self, rows):\n        self.rows = rows\n\n\n" +
        "class ProductsService(Base):\n    limit = 5\n",
    ),
    answer: OWN_FUNCTION,
  },
  {
    title: "a blueprint of another module, with its prefix",
    route: `from flask import jsonify

from api.routes.blueprints import products_bp
from api.repositories.products_repository import ProductsRepository
from api.services.products_service import ProductsService


@products_bp.get("")
def get():
    return jsonify(ProductsService(ProductsRepository()).get())
`,
    files: { "api/routes/blueprints.py": `from flask import Blueprint\n\n${BLUEPRINT}` },
    answer: "return jsonify(ProductsService(ProductsRepository()).get_sale())",
  },
  {
    title: "a registration at the module's end",
    route: `${IMPORTS}
products_bp = Blueprint("products", __name__, url_prefix="/products")


def get():
    return jsonify([1])


products_bp.add_url_rule("", view_func=get)

# Last, since nothing may follow it.
shop_bp = Blueprint("shop", __name__)
shop_bp.register_blueprint(products_bp)
`,
    files: {
      "api/routes/__init__.py":
        "def register_blueprints(app):\n    from api.routes.products_route import shop_bp\n\n" +
        "    app.register_blueprint(shop_bp)\n",
    },
    answer: OWN_FUNCTION,
  },
  {
    title: "an endpoint with the name of the new one",
    route: `${HEAD}
@products_bp.get("/prices", endpoint="get_sale")
def prices():
    return jsonify([1])
`,
    answer: OWN_FUNCTION,
  },
  {
    title: "a blueprint under two names, in a branch",
    route: `${IMPORTS}
if True:
    bp = products_bp = Blueprint("products", __name__, url_prefix="/products")


@bp.get("")
def get(): return jsonify([1])
`,
    answer: OWN_FUNCTION,
  },
  {
    title: "imports on the lines of their headers",
    route: `try: from flask import Blueprint, jsonify as to_json
except ImportError: raise
${BLUEPRINT}
for service in (1, 2): pass
with open(__file__) as ResponseReturnValue: pass
`,
    answer: "return to_json(service_().get_sale())",
  },
];
