/** Renaming in projects that people edited. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { renameRoute, renameSubroute, type Report } from "../../../mod.ts";
import {
  append,
  type Edit,
  edits,
  type Files,
  generate,
  remove,
  replace,
  run,
  withCrlf,
} from "../edited_project.ts";

const SPEC = {
  routes: {
    products: {
      type: "GET",
      mock: [{ id: 1, name: "Lamp" }],
      subroutes: { sale: { type: "GET", mock: { price: 2 } }, plain: { type: "POST" } },
    },
    orders: { type: "GET" },
  },
};

const ROUTE = "api/routes/products_route.py";
const SERVICE = "api/services/products_service.py";
const TEST = "tests/test_products_route.py";
const NEW_ROUTE = "api/routes/catalog_route.py";
const NEW_SERVICE = "api/services/catalog_service.py";
const NEW_TEST = "tests/test_catalog_route.py";

const generated = await generate(SPEC);

function file(path: string, text: string): Edit {
  return (files) => ({ ...files, [path]: text });
}

const route = (files: Files) => run(files, (each) => renameRoute(each, "products", "catalog"));
const sale = (files: Files) =>
  run(files, (each) => renameSubroute(each, "products", "sale", "offers"));

interface Case {
  readonly what: string;
  readonly edit: Edit;
  /** Texts in files after the route is renamed. */
  readonly route?: Readonly<Record<string, readonly string[]>>;
  /** Texts in files after the subroute is renamed. */
  readonly sale?: Readonly<Record<string, readonly string[]>>;
  /** The uses of the old name that the command left and reported. */
  readonly left?: readonly string[];
}

const IMPORT = "from api.routes.products_route import products_bp\n";

const IMPORTED = "from api.repositories.products_repository import ProductsRepository";

const MODEL = "class ProductsModel(TypedDict):\n    id: int\n    name: str\n";

const CASES: readonly Case[] = [
  {
    what: "keeps code that people wrote in the service",
    edit: replace(SERVICE, 'return {"price": 2}', "return self.repository.get_sale()  # get_sale"),
    route: { [NEW_SERVICE]: ["class CatalogService", "self.repository.get_sale()  # get_sale"] },
    sale: {
      [SERVICE]: [
        "def get_offers(self) -> ProductsOffersModel",
        "# Mock. With real data: return self.repository.get_offers()",
        "return self.repository.get_offers()  # get_sale",
      ],
      "api/repositories/products_repository.py": ["def get_offers("],
    },
  },
  {
    what: "changes the registration of a blueprint",
    edit: file(
      "api/more.py",
      `${IMPORT}\n\ndef add(app):\n    app.register_blueprint(products_bp)\n`,
    ),
    route: {
      "api/more.py": [
        "from api.routes.catalog_route import catalog_bp\n",
        "app.register_blueprint(catalog_bp)",
      ],
    },
  },
  {
    what: "keeps a name that a module uses for something else",
    edit: file("api/more.py", `${IMPORT}\ncatalog_bp = 1\nprint(products_bp)\n`),
    route: {
      "api/more.py": [
        "from api.routes.catalog_route import catalog_bp as products_bp\n",
        "print(products_bp)",
      ],
    },
  },
  {
    what: "keeps a name that a module rebinds",
    edit: file("api/more.py", `${IMPORT}\nproducts_bp = wrap(products_bp)\nprint(products_bp)\n`),
    route: {
      "api/more.py": [
        "import catalog_bp as products_bp\n",
        "products_bp = wrap(products_bp)\nprint(products_bp)",
      ],
    },
  },
  {
    what: "changes an import that has a fallback, with the code that uses it",
    edit: replace(
      SERVICE,
      IMPORTED,
      `try:\n    ${IMPORTED}\nexcept ImportError:\n    ProductsRepository = object`,
    ),
    route: {
      [NEW_SERVICE]: [
        "import CatalogRepository\nexcept ImportError:\n    CatalogRepository = object\n",
        "repository: CatalogRepository",
      ],
    },
  },
  {
    what: "imports both names if generated code needs one and other code the other",
    edit: edits(
      replace(SERVICE, IMPORTED, `if True:\n    ${IMPORTED}`),
      append(
        SERVICE,
        "\n\ndef other():\n    ProductsRepository = 1\n    return ProductsRepository\n",
      ),
    ),
    route: {
      [NEW_SERVICE]: [
        "import CatalogRepository, CatalogRepository as ProductsRepository\n",
        "repository: CatalogRepository",
        "    ProductsRepository = 1\n",
      ],
    },
  },
  {
    what: "changes uses through modules, aliases and attributes",
    edit: file(
      "api/more.py",
      "import api.routes.products_route\nfrom api.services import products_service as s\n" +
        "from api.services import products_service\n" +
        "print(api.routes.products_route.products_bp, s.ProductsService)\n" +
        "print(products_service.ProductsService(None).get_sale())\n",
    ),
    route: {
      "api/more.py": [
        "import api.routes.catalog_route\nfrom api.services import catalog_service as s\n" +
        "from api.services import catalog_service\n" +
        "print(api.routes.catalog_route.catalog_bp, s.CatalogService)\n" +
        "print(catalog_service.CatalogService(None).get_sale())\n",
      ],
    },
    sale: { "api/more.py": ["ProductsService(None).get_offers()"] },
  },
  {
    what: "changes imports whose aliases are the same name",
    edit: edits(
      file(
        "api/models/__init__.py",
        "from api.models.products_model import ProductsSaleModel as ProductsSaleModel\n",
      ),
      file("api/more.py", "from api.models import ProductsSaleModel\nprint(ProductsSaleModel)\n"),
      file(
        "api/others.py",
        "import api.services.products_service as products_service\nprint(products_service)\n",
      ),
    ),
    route: {
      "api/models/__init__.py": [
        "from api.models.catalog_model import CatalogSaleModel as CatalogSaleModel\n",
      ],
      "api/more.py": ["from api.models import CatalogSaleModel\nprint(CatalogSaleModel)\n"],
      "api/others.py": [
        "import api.services.catalog_service as catalog_service\nprint(catalog_service)\n",
      ],
    },
    sale: {
      "api/models/__init__.py": [
        "from api.models.products_model import ProductsOffersModel as ProductsOffersModel\n",
      ],
      "api/more.py": ["from api.models import ProductsOffersModel\nprint(ProductsOffersModel)\n"],
    },
  },
  {
    what: "renames a model where people moved it",
    edit: edits(
      file("api/shared.py", `from typing import TypedDict\n\n\n${MODEL}`),
      replace("api/models/products_model.py", MODEL, ""),
      ...[SERVICE, "api/repositories/products_repository.py"].map((path) =>
        replace(
          path,
          "import ProductsModel, ProductsSaleModel\n",
          "import ProductsSaleModel\nfrom api.shared import ProductsModel\n",
        )
      ),
    ),
    route: {
      [NEW_SERVICE]: [
        "import CatalogSaleModel\nfrom api.shared import CatalogModel\n",
        "def get(self) -> list[CatalogModel]:",
        "def get_sale(self) -> CatalogSaleModel:",
      ],
      "api/shared.py": ["class CatalogModel(TypedDict):"],
    },
  },
  {
    what: "changes links and __all__",
    edit: edits(
      file("api/links.py", 'from flask import url_for\n\nurl_for("products.get_sale")\n'),
      file(
        "api/services/__init__.py",
        'from .products_service import ProductsService\n\n__all__ = ["ProductsService"]\n',
      ),
    ),
    route: {
      "api/links.py": ['url_for("catalog.get_sale")'],
      "api/services/__init__.py": [
        'from .catalog_service import CatalogService\n\n__all__ = ["CatalogService"]\n',
      ],
    },
    sale: { "api/links.py": ['url_for("products.get_offers")'] },
  },
  {
    what: "changes patches and edited tests",
    edit: edits(
      replace(TEST, 'client.get("/products/sale")', "client.get('/products/sale?a=1')"),
      file(
        "tests/test_more.py",
        'patch("api.services.products_service.ProductsService.get_sale")\n',
      ),
    ),
    route: {
      [NEW_TEST]: [
        "client.get('/catalog/sale?a=1')",
        'patch("api.routes.catalog_route.CatalogService"',
      ],
      "tests/test_more.py": ['patch("api.services.catalog_service.CatalogService.get_sale")'],
    },
    sale: {
      [TEST]: ["def test_get_offers(", "service.get_offers.return_value", "'/products/offers?a=1'"],
      "tests/test_more.py": ["ProductsService.get_offers"],
    },
  },
  {
    what: "leaves uses that it cannot be sure of, and says where",
    edit: file(
      "api/more.py",
      "from api.services.products_service import ProductsService\n\n" +
        'URL = "/products/sale"\nNAME = "products.get_sale"\n\n\n' +
        'def call(x, y: ProductsService):\n    x.get_sale()\n    return getattr(x, "get_sale")\n',
    ),
    sale: { "api/more.py": ["x.get_sale()"] },
    left: [
      "api/more.py:8 get_sale",
      'api/more.py:3 "/products/sale"',
      'api/more.py:4 "products.get_sale"',
      'api/more.py:9 "get_sale"',
    ],
  },
  {
    what: "keeps a prefix that people wrote",
    edit: replace(ROUTE, 'url_prefix="/products"', 'url_prefix="/v1/products"'),
    route: { [NEW_ROUTE]: ['Blueprint("catalog", __name__, url_prefix="/v1/products")'] },
    sale: { [ROUTE]: ['@products_bp.get("/offers")'] },
  },
  {
    what: "keeps a path that people wrote",
    edit: replace(ROUTE, '@products_bp.get("/sale")', '@products_bp.get("/sale/<int:id_>")'),
    sale: { [ROUTE]: ['@products_bp.get("/sale/<int:id_>")\ndef get_offers('] },
  },
  {
    what: "renames a module that people turned into a package",
    edit: (files) => ({
      ...remove(ROUTE)(files),
      "api/routes/products_route/__init__.py": files[ROUTE] ?? "",
      "api/routes/products_route/forms.py": "from . import products_bp\nFORM = products_bp\n",
      "api/more.py": "from api.routes.products_route.forms import FORM\n",
    }),
    route: {
      "api/routes/catalog_route/__init__.py": ['catalog_bp = Blueprint("catalog"'],
      "api/routes/catalog_route/forms.py": ["from . import catalog_bp\nFORM = catalog_bp\n"],
      "api/more.py": ["from api.routes.catalog_route.forms import FORM\n"],
    },
  },
];

const TEXTS = (files: Files, wanted: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(wanted).flatMap(([path, texts]) =>
    texts.filter((text) => !(files[path] ?? "").replaceAll("\r\n", "\n").includes(text))
      .map((text) => `${path}: ${text}\n${files[path]}`)
  );

for (const { what, edit, left, ...expected } of CASES) {
  for (const [name, action] of [["route", route], ["sale", sale]] as const) {
    const wanted = expected[name];
    if (wanted === undefined) continue;
    Deno.test(`renaming a ${name === "route" ? "route" : "subroute"} ${what}`, async () => {
      for (const files of [edit(generated), withCrlf(edit(generated))]) {
        const { report, files: after } = await action(files);
        equal(report.status, "applied", report.message);
        deepEqual(TEXTS(after, wanted), []);
        if (left !== undefined) deepEqual(leftIn(report), left);
      }
    });
  }
}

function leftIn({ data }: Report): readonly string[] {
  const { left } = data as {
    readonly left: readonly { file: string; line: number; text: string }[];
  };
  return left.map(({ file, line, text }) => `${file}:${line} ${text}`);
}

interface Refusal {
  readonly what: string;
  readonly edit?: Edit;
  readonly to?: string;
  readonly subroute?: string;
  readonly code: string;
  readonly says: string;
}

const REFUSALS: readonly Refusal[] = [
  {
    what: "the name of another route",
    to: "orders",
    code: "rename-taken",
    says: "Route 'orders' already exists.",
  },
  {
    what: "a name that differs from another only in case",
    to: "Orders",
    code: "rename-taken",
    says: "differ only in case",
  },
  {
    what: "the old name in another case",
    to: "Products",
    code: "rename-taken",
    says: "differ only in case",
  },
  {
    what: "the name of another subroute",
    subroute: "sale",
    to: "plain",
    code: "rename-taken",
    says: "Subroute 'plain' already exists.",
  },
  {
    what: "a name whose file exists",
    edit: file("api/models/catalog_model.py", "X = 1\n"),
    to: "catalog",
    code: "rename-taken",
    says: "\n  api/models/catalog_model.py",
  },
  {
    what: "a name whose function exists",
    edit: (files) => ({
      ...files,
      [ROUTE]: `${files[ROUTE]}\n\ndef get_offers():\n    return 1\n`,
    }),
    subroute: "sale",
    to: "offers",
    code: "rename-taken",
    says: `\n  ${ROUTE}:`,
  },
  {
    what: "a route whose blueprint an 'if' assigns",
    edit: replace(ROUTE, "products_bp = ", "if True:\n    products_bp = "),
    to: "catalog",
    code: "rename-unclear",
    says: `\n  ${ROUTE}:19  GET /products\n`,
  },
  {
    what: "a name whose path another endpoint has",
    edit: replace("api/routes/orders_route.py", 'url_prefix="/orders"', 'url_prefix="/catalog"'),
    to: "catalog",
    code: "rename-taken",
    says: "\n  api/routes/orders_route.py:17  GET /catalog",
  },
];

Deno.test("rename fails with an invalid name, as other commands do", async () => {
  const { report, files } = await run(generated, (each) => renameRoute(each, "products", "a-b"));
  equal(report.status, "failed");
  deepEqual(report.diagnostics.map(({ code }) => code), ["spec-route-name"]);
  ok(report.message.includes("Invalid route name 'a-b'"), report.message);
  deepEqual(files, generated);
});

for (const { what, edit, to = "catalog", subroute, code, says } of REFUSALS) {
  Deno.test(`rename refuses ${what}, and writes nothing`, async () => {
    const files = edit?.(generated) ?? generated;
    const { report, files: after } = await run(
      files,
      (each) =>
        subroute === undefined
          ? renameRoute(each, "products", to)
          : renameSubroute(each, "products", subroute, to),
    );
    equal(report.status, "refused");
    deepEqual(report.diagnostics.map((each) => each.code), [code]);
    ok(report.message.includes(says), report.message);
    deepEqual(after, files);
  });
}
