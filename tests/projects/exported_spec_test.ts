/** The specs of projects that people wrote, compared with Flask's answers. */

import { deepEqual, equal } from "node:assert/strict";
import { join } from "node:path";
import { createDiskWorkspace, exportSpec, validateSpec } from "../../mod.ts";
import { flaskAnswers, type FlaskProject } from "../tools/flask_answers.ts";
import { endpointsOf } from "../tools/spec_endpoints.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { writeFiles } from "../workspace/tree.ts";
import { projectFolder, projectNames } from "./hand_edited_project.ts";
import { REFUSALS } from "./other_layout_styles.ts";

interface Exported {
  /**
   * The endpoints of the spec, such as `GET /products`. If an endpoint has a mock, ` = ` and the
   * mock follow.
   */
  readonly endpoints: readonly string[];
  /** The parts that the spec leaves out, such as `app.py:7 GET /`. */
  readonly omitted: readonly string[];
}

const EXPORTED: Readonly<Record<string, Exported>> = {
  blueprint_factory: {
    "endpoints": [
      "GET /products",
      "POST /products",
      "GET /products/names",
    ],
    "omitted": [
      "api/routes/products_route.py:9 mock of GET /products/names",
      "api/services/products_service.py:6 mock of GET /products",
      "api/services/products_service.py:9 mock of POST /products",
    ],
  },
  class_views: {
    "endpoints": [
      "GET /products",
      "POST /products",
      "GET /products/count",
    ],
    "omitted": [
      "api/routes/products_route.py:16 mock of GET /products",
      "api/routes/products_route.py:19 mock of POST /products",
      "api/routes/products_route.py:23 mock of GET /products/count",
    ],
  },
  compact: {
    "endpoints": [
      "GET /products",
      "POST /products",
      "GET /products/a_rather_long_path/with_many/parts/so_that_the_line_gets/much_longer_than/any_formatter/would/leave_it",
    ],
    "omitted": [
      "api/routes/products_route.py:8 mock of GET /products",
      "api/routes/products_route.py:12 mock of POST /products",
      "api/routes/products_route.py:14 mock of GET /products/a_rather_long_path/with_many/parts/so_that_the_line_gets/much_longer_than/any_formatter/would/leave_it",
    ],
  },
  crlf: {
    "endpoints": [
      "GET /products",
      "POST /products",
      'GET /products/prices = {"Lamp":"12\\nEUR"}',
    ],
    "omitted": [
      "api/services/products_service.py:6 mock of GET /products",
      "api/services/products_service.py:9 mock of POST /products",
    ],
  },
  decorated: {
    "endpoints": [
      "GET /products",
      "GET /products/all",
      "POST /products/new",
      "PUT /products/new",
      "GET /products/later",
    ],
    "omitted": [
      "api/services/products_service.py:6 mock of GET /products",
      "api/services/products_service.py:6 mock of GET /products/all",
      "api/services/products_service.py:6 mock of GET /products/later",
      "api/services/products_service.py:9 mock of POST /products/new",
      "api/services/products_service.py:9 mock of PUT /products/new",
    ],
  },
  encodings: {
    "endpoints": [
      "GET /products",
      "POST /products",
    ],
    "omitted": [
      "api/routes/products_route.py:20 GET /products/ä",
      "api/services/products_service.py:11 mock of GET /products",
      "api/services/products_service.py:14 mock of POST /products",
    ],
  },
  extensions: {
    "endpoints": [
      "GET /products",
      "POST /products",
    ],
    "omitted": [
      "api/routes/products_route.py:13 mock of GET /products",
      "api/routes/products_route.py:19 mock of POST /products",
    ],
  },
  flaskr: {
    "endpoints": [
      "GET /hello",
      "GET /auth/register",
      "POST /auth/register",
      "GET /auth/login",
      "POST /auth/login",
      "GET /auth/logout",
      "GET /create",
      "POST /create",
    ],
    "omitted": [
      "flaskr/__init__.py:21 GET /",
      "flaskr/blog.py:10 GET /",
      "flaskr/blog.py:15 GET /{id:int}",
      "flaskr/blog.py:26 POST /{id:int}/delete",
      "flaskr/__init__.py:14 mock of GET /hello",
      "flaskr/auth.py:27 mock of GET /auth/register",
      "flaskr/auth.py:27 mock of POST /auth/register",
      "flaskr/auth.py:35 mock of GET /auth/login",
      "flaskr/auth.py:35 mock of POST /auth/login",
      "flaskr/auth.py:45 mock of GET /auth/logout",
      "flaskr/blog.py:23 mock of GET /create",
      "flaskr/blog.py:23 mock of POST /create",
    ],
  },
  helpers_below: {
    "endpoints": [
      "GET /products",
      "POST /products",
    ],
    "omitted": [
      "api/services/products_service.py:6 mock of GET /products",
      "api/services/products_service.py:9 mock of POST /products",
    ],
  },
  import_styles: {
    "endpoints": [
      "GET /products",
      "POST /products",
    ],
    "omitted": [
      "api/services/products_service.py:6 mock of GET /products",
      "api/services/products_service.py:9 mock of POST /products",
    ],
  },
  name_clashes: {
    "endpoints": [
      "GET /products",
      "GET /products/service",
    ],
    "omitted": [
      "api/routes/products_route.py:11 mock of GET /products",
      "api/routes/products_route.py:11 mock of GET /products/service",
    ],
  },
  new_service_each_time: {
    "endpoints": [
      "GET /products",
      "POST /products",
    ],
    "omitted": [
      "api/services/products_service.py:12 mock of GET /products",
      "api/services/products_service.py:15 mock of POST /products",
    ],
  },
  old_line_ends: {
    "endpoints": [
      "GET /products",
      "POST /products",
    ],
    "omitted": [
      "api/services/products_service.py:6 mock of GET /products",
      "api/services/products_service.py:8 mock of POST /products",
    ],
  },
  other_signatures: {
    "endpoints": [
      "GET /products",
      "GET /products/sales/{country}",
    ],
    "omitted": [
      "api/services/products_service.py:6 mock of GET /products",
      "api/services/products_service.py:9 mock of GET /products/sales/{country}",
    ],
  },
  own_models_and_tests: {
    "endpoints": [
      "GET /products",
      "POST /products",
    ],
    "omitted": [
      "api/services/products_service.py:12 mock of GET /products",
      "api/services/products_service.py:15 mock of POST /products",
    ],
  },
  registered_in_function: {
    "endpoints": [
      "GET /products",
      "POST /products",
    ],
    "omitted": [
      "api/routes/products_route.py:11 mock of GET /products",
      "api/routes/products_route.py:15 mock of POST /products",
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
    "endpoints": [
      "GET /products",
    ],
    "omitted": [
      "api/services/products_service.py:6 mock of GET /products",
    ],
  },
  rich_service: {
    "endpoints": [
      "GET /products",
      "POST /products",
    ],
    "omitted": [
      "api/services/products_service.py:28 mock of GET /products",
      "api/services/products_service.py:31 mock of POST /products",
    ],
  },
  route_package: {
    "endpoints": [
      "GET /products",
    ],
    "omitted": [
      "api/services/products_service.py:6 mock of GET /products",
    ],
  },
  shared_service: {
    "endpoints": [
      "GET /products",
      "POST /products",
    ],
    "omitted": [
      "api/services/products_service.py:6 mock of GET /products",
      "api/services/products_service.py:9 mock of POST /products",
    ],
  },
  single_file: {
    "endpoints": [
      "GET /notes",
      "POST /notes",
    ],
    "omitted": [
      "app.py:7 GET /",
      "app.py:14 mock of GET /notes",
      "app.py:20 mock of POST /notes",
    ],
  },
  split_route: {
    "endpoints": [
      "GET /products",
      "POST /products",
      "GET /products/stock",
    ],
    "omitted": [
      "api/routes/products_writing.py:15 mock of GET /products/stock",
      "api/services/products_service.py:6 mock of GET /products",
      "api/services/products_service.py:9 mock of POST /products",
    ],
  },
  src_layout: {
    "endpoints": [
      "GET /api/orders/{order_id:int}",
      'GET /api/status = "up"',
    ],
    "omitted": [
      "src/shop/api/orders.py:6 GET /api/orders/",
      "src/shop/api/orders.py:13 mock of GET /api/orders/{order_id:int}",
    ],
  },
  star_imports: {
    "endpoints": [
      "GET /products",
      "POST /products",
    ],
    "omitted": [
      "api/services/products_service.py:6 mock of GET /products",
      "api/services/products_service.py:9 mock of POST /products",
    ],
  },
  tabs: {
    "endpoints": [
      "GET /products",
      "POST /products",
      "GET /products/stock",
    ],
    "omitted": [
      "api/routes/products_route.py:14 mock of GET /products",
      "api/routes/products_route.py:14 mock of POST /products",
      "api/routes/products_route.py:25 mock of GET /products/stock",
    ],
  },
  whole_modules: {
    "endpoints": [
      "GET /products",
      "POST /products",
    ],
    "omitted": [
      "api/services/products_service.py:10 mock of GET /products",
      "api/services/products_service.py:13 mock of POST /products",
    ],
  },
};

async function exported(folder: string) {
  const { data, status } = await exportSpec(createDiskWorkspace(folder), "shop");
  const spec = data?.spec ?? null;
  equal(status, spec === null ? "failed" : "unchanged");
  if (spec !== null) deepEqual(validateSpec(spec).diagnostics, []);
  return {
    endpoints: spec === null ? [] : endpointsOf(JSON.parse(spec)),
    omitted: data?.omitted ?? [],
  };
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

/** An application with every form of handler from which a mock can be read. */
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

Deno.test("the mocks of an exported spec equal Flask's answers", async () => {
  await inTemporaryFolder(async (temporary) => {
    const written = join(temporary, "written");
    writeFiles(written, WRITTEN);
    const styles = new Map(REFUSALS.map((each) => [each.name, each]));
    const folders = projectNames().map((name) => {
      const { module = "api", root = "" } = styles.get(name) ?? {};
      return { folder: projectFolder(name), root, module };
    });
    const all = [{ folder: written, root: "", module: "app" }, ...folders];
    const asked = [];
    for (const { folder, root, module } of all) {
      const { endpoints } = await exported(folder);
      const mocks = endpoints.filter(({ mock }) => mock !== undefined);
      const requests = mocks.map(({ method, path }) => ({
        method,
        path,
        body: method === "GET" ? null : "{}",
      }));
      const project: FlaskProject = { folder: join(folder, root), module, requests };
      if (mocks.length > 0) asked.push({ project, mocks });
    }
    const answers = await flaskAnswers(asked.map(({ project }) => project), "client");
    for (const [index, { project: { folder }, mocks }] of asked.entries()) {
      for (const [at, { method, path, status, mock }] of mocks.entries()) {
        const answer = answers[index]?.[at];
        deepEqual(JSON.parse(answer?.body ?? ""), mock, `${folder}: ${method} ${path}`);
        equal(answer?.status, status);
      }
    }
    equal(asked[0]?.mocks.length, 9, "the application's mocks were compared");
  });
});
