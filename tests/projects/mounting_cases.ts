/** A project that mounts the blueprint `products_bp` in its own way. */

export interface MountingCase {
  readonly title: string;
  /** The arguments of the blueprint after its name and module, such as `, url_prefix="/x"`. */
  readonly prefix?: string;
  /** The lines of the route's module above the blueprint. */
  readonly imports?: string;
  /** The parameters of the handlers. */
  readonly parameters?: string;
  /** The other modules, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** The path that is reported for the endpoint `/sale` of the blueprint. */
  readonly path: string;
  /**
   * The path of the request, if it differs from the reported one; `null` if Flask does not serve
   * the endpoint.
   */
  readonly asked?: string | null;
  readonly says?: string;
}

const APP = "api/__init__.py";
const ROUTES = "api/routes/__init__.py";
const IMPORTED = "from flask import Flask\n\nfrom api.routes.products_route import products_bp\n";

/** An application whose factory ends with some lines. */
function factory(head: string, ...lines: readonly string[]): Readonly<Record<string, string>> {
  const body = lines.map((line) => `    ${line}\n`).join("");
  return {
    [APP]:
      `${head}\n\ndef create_app(config=None):\n    app = Flask(__name__)\n${body}    return app\n`,
  };
}

/** Returns the generated loop that registers blueprints, with more arguments. */
function loop(more: string): string {
  return `from importlib import import_module
from pkgutil import iter_modules


def register_blueprints(app):
    for module in iter_modules(__path__):
        if module.name.endswith("_route"):
            route = import_module(f"{__name__}.{module.name}")
            name = module.name.removesuffix("_route")
            app.register_blueprint(getattr(route, name + "_bp")${more})
`;
}

const LOOP = "from flask import Blueprint, Flask\n\nfrom api.routes import register_blueprints\n";
const OWN = ', url_prefix="/products"';

export const MOUNTING_CASES: readonly MountingCase[] = [
  {
    title: "by the generated loop",
    prefix: OWN,
    files: { ...factory(LOOP, "register_blueprints(app)"), [ROUTES]: loop("") },
    path: "/products/sale",
  },
  {
    title: "by the loop, with one prefix for all",
    prefix: OWN,
    files: { ...factory(LOOP, "register_blueprints(app)"), [ROUTES]: loop(', url_prefix="/api"') },
    path: "/api/sale",
  },
  {
    title: "by the loop, with a prefix that it computes",
    prefix: OWN,
    files: {
      ...factory(LOOP, "register_blueprints(app)"),
      [ROUTES]: loop(', url_prefix=f"/api/{name}"'),
    },
    path: "/products/sale",
    asked: "/api/products/sale",
    says: "Cannot determine the URL prefix of 'products_bp', which api/routes/__init__.py:10 " +
      "computes. The new test assumes '/products'",
  },
  {
    title: "by the loop, in another blueprint",
    prefix: OWN,
    files: {
      ...factory(
        LOOP,
        'v1 = Blueprint("v1", __name__, url_prefix="/api/v1")',
        "register_blueprints(v1)",
        "app.register_blueprint(v1)",
      ),
      [ROUTES]: loop(""),
    },
    path: "/api/v1/products/sale",
  },
  {
    title: "by the loop, in another blueprint that is an argument by name",
    prefix: OWN,
    files: {
      ...factory(
        LOOP,
        'v1 = Blueprint("v1", __name__)',
        "register_blueprints(app=v1)",
        'app.register_blueprint(v1, url_prefix="/v1")',
      ),
      [ROUTES]: loop(""),
    },
    path: "/v1/products/sale",
  },
  {
    title: "in the factory",
    files: factory(IMPORTED, 'app.register_blueprint(products_bp, url_prefix="/shop")'),
    path: "/shop/sale",
  },
  {
    title: "in the factory, without any prefix",
    files: factory(IMPORTED, "app.register_blueprint(products_bp)"),
    path: "/sale",
  },
  {
    title: "with a slash at the end",
    files: factory(IMPORTED, 'app.register_blueprint(products_bp, url_prefix="/shop/")'),
    path: "/shop/sale",
  },
  {
    title: "behind a constant",
    files: factory(
      `${IMPORTED}\nAPI = "/api"\nV1 = API + "/v1"\n`,
      'app.register_blueprint(products_bp, url_prefix=V1 + "/products")',
    ),
    path: "/api/v1/products/sale",
  },
  {
    title: "behind a constant of another module",
    files: {
      ...factory(
        `${IMPORTED}from api.config import API\n`,
        'app.register_blueprint(products_bp, url_prefix=API + "/products")',
      ),
      "api/config.py": 'API = "/api"\n',
    },
    path: "/api/products/sale",
  },
  {
    title: "in an f-string with a constant of another module's",
    files: {
      ...factory(
        `${IMPORTED}from api import settings\n`,
        'app.register_blueprint(products_bp, url_prefix=f"{settings.API}/products")',
      ),
      "api/settings.py": "from api.constants import API\n",
      "api/constants.py": 'API = "/api"\n',
    },
    path: "/api/products/sale",
  },
  {
    title: "in its own module, behind a constant of another one",
    imports: "from api.config import API\n",
    prefix: ', url_prefix=f"{API}/products"',
    files: {
      ...factory(IMPORTED, "app.register_blueprint(products_bp)"),
      "api/config.py": 'API = "/api"\n',
    },
    path: "/api/products/sale",
  },
  {
    title: "behind a setting",
    files: factory(
      `import os\n${IMPORTED}`,
      'app.register_blueprint(products_bp, url_prefix=os.environ.get("NO_PREFIX", "/shop"))',
    ),
    path: "/products/sale",
    asked: "/shop/sale",
    says: "Cannot determine the URL prefix of 'products_bp', which api/__init__.py:9 computes. " +
      "The new test assumes '/products'",
  },
  {
    title: "in another module",
    files: {
      ...factory(
        "from flask import Flask\n\nfrom api.extensions import init_app\n",
        "init_app(app)",
      ),
      "api/extensions.py": `from api.routes.products_route import products_bp


def init_app(app):
    app.register_blueprint(products_bp, url_prefix="/shop")
`,
    },
    path: "/shop/sale",
  },
  {
    title: "in a blueprint of another module",
    files: {
      ...factory(
        "from flask import Flask\n\nfrom api.v1 import v1\n",
        'app.register_blueprint(v1, url_prefix="/api/v1")',
      ),
      "api/v1.py": `from flask import Blueprint

from api.routes.products_route import products_bp

v1 = Blueprint("v1", __name__, url_prefix="/v1")
v1.register_blueprint(products_bp, url_prefix="/products")
`,
    },
    path: "/api/v1/products/sale",
  },
  {
    title: "in two blueprints, one in a package of its own",
    prefix: OWN,
    files: {
      ...factory(
        "from flask import Flask\n\nfrom shop.web import everything\n",
        "app.register_blueprint(everything)",
      ),
      "shop/__init__.py": "",
      "shop/web.py": `from flask import Blueprint

from shop.blueprints import inner
from api.routes import products_route

everything = Blueprint("everything", __name__, url_prefix="/all")
inner.register_blueprint(products_route.products_bp)
everything.register_blueprint(inner)
`,
      "shop/blueprints.py":
        'from flask import Blueprint\n\ninner = Blueprint("inner", __name__, url_prefix="/inner")\n',
    },
    path: "/all/inner/products/sale",
  },
  {
    title: "in a loop over blueprints",
    files: factory(
      IMPORTED,
      "for blueprint in (products_bp,):",
      '    app.register_blueprint(blueprint, url_prefix="/shop")',
    ),
    path: "/shop/sale",
  },
  {
    title: "in a loop over a list of blueprints",
    files: factory(
      `${IMPORTED}\nBLUEPRINTS = [products_bp]\n`,
      "for blueprint in BLUEPRINTS:",
      '    app.register_blueprint(blueprint, url_prefix="/shop")',
    ),
    path: "/shop/sale",
  },
  {
    title: "in a loop over pairs",
    files: factory(
      IMPORTED,
      'for blueprint, prefix in [(products_bp, "/shop")]:',
      "    app.register_blueprint(blueprint, url_prefix=prefix)",
    ),
    path: "/shop/sale",
  },
  {
    title: "below a variable that handlers take",
    parameters: "shop_id: int",
    files: factory(
      IMPORTED,
      'app.register_blueprint(products_bp, url_prefix="/shops/<int:shop_id>/products")',
    ),
    path: "/shops/<int:shop_id>/products/sale",
    asked: "/shops/7/products/sale",
  },
  {
    title: "below a variable that handlers do not take",
    files: factory(
      IMPORTED,
      'app.url_value_preprocessor(lambda _, values: values and values.pop("lang", None))',
      'app.register_blueprint(products_bp, url_prefix="/<lang>/products")',
    ),
    path: "/<lang>/products/sale",
    asked: "/en/products/sale",
  },
  {
    title: "nowhere",
    prefix: OWN,
    files: { ...factory("from flask import Flask\n"), [ROUTES]: "" },
    path: "/products/sale",
    asked: null,
    says: "Nothing registers 'products_bp', so Flask answers 404.\n" +
      "  Add to api/__init__.py:\n" +
      "    from api.routes.products_route import products_bp\n" +
      "    app.register_blueprint(products_bp)",
  },
];
