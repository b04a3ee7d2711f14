/** The specs of projects that people wrote, compared with what Flask answers. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { join } from "node:path";
import { createDiskWorkspace, exportSpec, validateSpec } from "../../mod.ts";
import { flaskAnswers, type FlaskProject } from "../tools/flask_answers.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { writeFiles } from "../workspace/tree.ts";
import { projectFolder, projectNames } from "./hand_edited_project.ts";
import { REFUSALS } from "./other_layout_styles.ts";

interface Exported {
  /** The endpoints of the spec, such as `GET /products`, with ` = ` and the mock if there is one. */
  readonly endpoints: readonly string[];
  /** What the spec leaves out, such as `app.py:7 GET /`. */
  readonly omitted: readonly string[];
}

const EXPORTED: Readonly<Record<string, Exported>> = {
  blueprint_factory: {
    "endpoints": ["GET /products", "GET /products/names"],
    "omitted": [
      "api/routes/products_route.py:20 POST /products",
      "api/routes/products_route.py:9 mock of GET /products/names",
      "api/services/products_service.py:6 mock of GET /products",
    ],
  },
  class_views: {
    "endpoints": ["GET /products", "GET /products/count"],
    "omitted": [
      "api/routes/products_route.py:30 POST /products",
      "api/routes/products_route.py:16 mock of GET /products",
      "api/routes/products_route.py:23 mock of GET /products/count",
    ],
  },
  compact: {
    "endpoints": ["GET /products"],
    "omitted": [
      "api/routes/products_route.py:9 POST /products",
      "api/routes/products_route.py:13 GET /products/a_rather_long_path/with_many/parts/so_that_the_line_gets/much_longer_than/any_formatter/would/leave_it",
      "api/routes/products_route.py:8 mock of GET /products",
    ],
  },
  crlf: {
    "endpoints": ["GET /products", 'GET /products/prices = {"Lamp":"12\\nEUR"}'],
    "omitted": [
      "api/routes/products_route.py:23 POST /products",
      "api/services/products_service.py:6 mock of GET /products",
    ],
  },
  decorated: {
    "endpoints": [
      "GET /products",
      "GET /products/all",
      "POST /products/new",
      "GET /products/later",
    ],
    "omitted": [
      "api/routes/products_route.py:22 PUT /products/new",
      "api/services/products_service.py:6 mock of GET /products",
      "api/services/products_service.py:6 mock of GET /products/all",
      "api/services/products_service.py:6 mock of GET /products/later",
      "api/services/products_service.py:9 mock of POST /products/new",
    ],
  },
  encodings: {
    "endpoints": ["GET /products"],
    "omitted": [
      "api/routes/products_route.py:20 GET /products/ä",
      "api/routes/products_route.py:25 POST /products",
      "api/services/products_service.py:11 mock of GET /products",
    ],
  },
  extensions: {
    "endpoints": ["GET /products"],
    "omitted": [
      "api/routes/products_route.py:16 POST /products",
      "api/routes/products_route.py:13 mock of GET /products",
    ],
  },
  flaskr: {
    "endpoints": ["GET /hello", "GET /create"],
    "omitted": [
      "flaskr/__init__.py:21 GET /",
      "flaskr/auth.py:26 GET /auth/register",
      "flaskr/auth.py:26 POST /auth/register",
      "flaskr/auth.py:34 GET /auth/login",
      "flaskr/auth.py:34 POST /auth/login",
      "flaskr/auth.py:42 GET /auth/logout",
      "flaskr/blog.py:10 GET /",
      "flaskr/blog.py:15 GET /{id:int}",
      "flaskr/blog.py:20 POST /create",
      "flaskr/blog.py:26 POST /{id:int}/delete",
      "flaskr/__init__.py:14 mock of GET /hello",
      "flaskr/blog.py:23 mock of GET /create",
    ],
  },
  helpers_below: {
    "endpoints": ["GET /products"],
    "omitted": [
      "api/routes/products_route.py:30 POST /products",
      "api/services/products_service.py:6 mock of GET /products",
    ],
  },
  import_styles: {
    "endpoints": ["GET /products"],
    "omitted": [
      "api/routes/products_route.py:34 POST /products",
      "api/services/products_service.py:6 mock of GET /products",
    ],
  },
  name_clashes: {
    "endpoints": ["GET /products", "GET /products/service"],
    "omitted": [
      "api/routes/products_route.py:11 mock of GET /products",
      "api/routes/products_route.py:11 mock of GET /products/service",
    ],
  },
  new_service_each_time: {
    "endpoints": ["GET /products"],
    "omitted": [
      "api/routes/products_route.py:14 POST /products",
      "api/services/products_service.py:12 mock of GET /products",
    ],
  },
  old_line_ends: {
    "endpoints": ["GET /products"],
    "omitted": [
      "api/routes/products_route.py:16 POST /products",
      "api/services/products_service.py:6 mock of GET /products",
    ],
  },
  other_signatures: {
    "endpoints": ["GET /products"],
    "omitted": [
      "api/routes/products_route.py:18 GET /products/sales/{country}",
      "api/services/products_service.py:6 mock of GET /products",
    ],
  },
  own_models_and_tests: {
    "endpoints": ["GET /products"],
    "omitted": [
      "api/routes/products_route.py:19 POST /products",
      "api/services/products_service.py:12 mock of GET /products",
    ],
  },
  registered_in_function: {
    "endpoints": ["GET /products"],
    "omitted": [
      "api/routes/products_route.py:13 POST /products",
      "api/routes/products_route.py:11 mock of GET /products",
    ],
  },
  renamed_blueprint: {
    "endpoints": [],
    "omitted": [
      "api/routes/products_route.py:18 GET /shop/products/",
      "api/routes/products_route.py:23 POST /shop/products/",
    ],
  },
  renamed_service: {
    "endpoints": ["GET /products"],
    "omitted": ["api/services/products_service.py:6 mock of GET /products"],
  },
  rich_service: {
    "endpoints": ["GET /products"],
    "omitted": [
      "api/routes/products_route.py:19 POST /products",
      "api/services/products_service.py:28 mock of GET /products",
    ],
  },
  route_package: {
    "endpoints": ["GET /products"],
    "omitted": ["api/services/products_service.py:6 mock of GET /products"],
  },
  shared_service: {
    "endpoints": ["GET /products"],
    "omitted": [
      "api/routes/products_route.py:17 POST /products",
      "api/services/products_service.py:6 mock of GET /products",
    ],
  },
  single_file: {
    "endpoints": ["GET /notes"],
    "omitted": ["app.py:7 GET /", "app.py:17 POST /notes", "app.py:14 mock of GET /notes"],
  },
  split_route: {
    "endpoints": ["GET /products", "GET /products/stock"],
    "omitted": [
      "api/routes/products_writing.py:8 POST /products",
      "api/routes/products_writing.py:15 mock of GET /products/stock",
      "api/services/products_service.py:6 mock of GET /products",
    ],
  },
  src_layout: {
    "endpoints": [],
    "omitted": [
      "src/shop/api/orders.py:6 GET /api/orders/",
      "src/shop/api/orders.py:11 GET /api/orders/{order_id:int}",
      "src/shop/api/status.py:6 GET /api/status",
    ],
  },
  star_imports: {
    "endpoints": ["GET /products"],
    "omitted": [
      "api/routes/products_route.py:14 POST /products",
      "api/services/products_service.py:6 mock of GET /products",
    ],
  },
  tabs: {
    "endpoints": ["GET /products", "GET /products/stock"],
    "omitted": [
      "api/routes/products_route.py:13 POST /products",
      "api/routes/products_route.py:14 mock of GET /products",
      "api/routes/products_route.py:25 mock of GET /products/stock",
    ],
  },
  whole_modules: {
    "endpoints": ["GET /products"],
    "omitted": [
      "api/routes/products_route.py:19 POST /products",
      "api/services/products_service.py:10 mock of GET /products",
    ],
  },
};

interface Endpoint {
  readonly type: string;
  readonly mock?: unknown;
  readonly subroutes?: Readonly<Record<string, Endpoint>>;
}

interface FoundEndpoint {
  readonly method: string;
  readonly path: string;
  readonly mock: unknown;
}

function endpointsOf(spec: string): readonly FoundEndpoint[] {
  const routes: Record<string, Endpoint> = JSON.parse(spec).routes;
  const found = (path: string, { type: method, mock }: Endpoint) => ({ method, path, mock });
  return Object.entries(routes).flatMap(([name, route]) => [
    found(`/${name}`, route),
    ...Object.entries(route.subroutes ?? {}).map(([sub, each]) => found(`/${name}/${sub}`, each)),
  ]);
}

async function exported(folder: string) {
  const { data, status } = await exportSpec(createDiskWorkspace(folder), "shop");
  const spec = data?.spec ?? null;
  equal(status, spec === null ? "failed" : "unchanged");
  if (spec !== null) deepEqual(validateSpec(spec).diagnostics, []);
  return { endpoints: spec === null ? [] : endpointsOf(spec), omitted: data?.omitted ?? [] };
}

for (const name of projectNames()) {
  Deno.test(`exportSpec() describes ${name}, and names the rest`, async () => {
    const { endpoints, omitted } = await exported(projectFolder(name));
    const shown: Exported = {
      endpoints: endpoints.map(({ method, path, mock }) =>
        `${method} ${path}${mock === undefined ? "" : ` = ${JSON.stringify(mock)}`}`
      ),
      omitted: omitted.map(({ file, line, what }) => `${file}:${line} ${what}`),
    };
    deepEqual(shown, EXPORTED[name]);
  });
}

/** An application with its code in the shapes that mocks are read from. */
const WRITTEN = {
  "app.py": `from http import HTTPStatus

import flask
from flask import Blueprint, Flask, jsonify, make_response
from flask import jsonify as j
from flask.views import MethodView

import shop.data
from shop import catalog
from shop.data import PRICES
from shop.services import Orders as OrderService

app = Flask(__name__)
app.json.ensure_ascii = False
orders = Blueprint("orders", __name__, url_prefix="/orders")
service = OrderService("database")


def orders_service() -> "OrderService":
    return service


@orders.get("")
def list_orders():
    """Every order."""
    return jsonify(orders_service().all())


@orders.get("/open")
def open_orders():
    app.logger.info("asked")
    orders = service.open()
    return orders, HTTPStatus.OK


@orders.post("")
def add_order():
    return jsonify({"id": 0x10}), 201


@orders.get("/total")
def total():
    answer = make_response(flask.jsonify(total=1_000, by={"Ada": -.5, "b": 1e3}), 200)
    return answer


@app.get("/prices")
def prices():
    return j(PRICES)


@app.get("/prices/words")
def words():
    return jsonify("M" "jølk", None, (1,), ("a"), 1.0, {})


@app.get("/catalog")
def shown(): return catalog.everything()


@app.post("/carts")
def add_cart():
    return {"id": 0x10}, 201


class Status(MethodView):
    def get(self):
        return {"up": True, "since": None}


app.add_url_rule("/status", view_func=Status.as_view("status"))
app.add_url_rule("/status/long", view_func=shop.data.long)
app.register_blueprint(orders)
`,
  "shop/__init__.py": "",
  "shop/data.py": `from typing import Final

PRICES: Final = {
    "Lamp": 79.0,  # EUR
    "Lamp": 79.50,
    "Teapot": 12345678901234567890123,
}


def long():
    return [
        {"id": number} for number in range(1)
    ]
`,
  "shop/catalog.py": `def everything():
    return found()


def found():
    return [{"id": 1, "name": 'caf\\xe9 "Lux"', "tags": ()}]
`,
  "shop/services/__init__.py": "from .orders import *\n",
  "shop/services/orders.py": `class Base:
    def __init__(self, database):
        self.database = database

    @staticmethod
    def open():
        return {"open": [r"a\\d"]}


class Orders(Base):
    def all(self) -> list[dict]:
        rows: list[dict] = [
            {"id": 1},
            {"id": 2, "paid": False},
        ]
        return rows
`,
};

Deno.test("the mocks of an exported spec are what Flask answers", async () => {
  await inTemporaryFolder(async (temporary) => {
    const written = join(temporary, "written");
    writeFiles(written, WRITTEN);
    const modules = new Map(REFUSALS.map(({ name, module }) => [name, module]));
    const folders = projectNames().map((name) => ({
      folder: projectFolder(name),
      module: modules.get(name) ?? "api",
    }));
    const all = [{ folder: written, module: "app" }, ...folders];
    const asked = [];
    for (const { folder, module } of all) {
      const { endpoints } = await exported(folder);
      const mocks = endpoints.filter(({ mock }) => mock !== undefined);
      const requests = mocks.map(({ method, path }) => ({
        method,
        path,
        body: method === "GET" ? null : "{}",
      }));
      const project: FlaskProject = { folder, module, requests };
      if (mocks.length > 0) asked.push({ project, mocks });
    }
    const answers = await flaskAnswers(asked.map(({ project }) => project), "client");
    for (const [index, { project: { folder }, mocks }] of asked.entries()) {
      for (const [at, { method, path, mock }] of mocks.entries()) {
        const answer = answers[index]?.[at];
        deepEqual(JSON.parse(answer?.body ?? ""), mock, `${folder}: ${method} ${path}`);
        equal(answer?.status, method === "POST" ? 201 : 200);
      }
    }
    ok(asked[0]?.mocks.length === 8, "the application's mocks were compared");
  });
});
