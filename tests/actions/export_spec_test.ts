/** `export spec` reads endpoints and mocks back from code, and gives a reason for each that it omits. */

import { deepEqual, equal } from "node:assert/strict";
import { createMemoryWorkspace, exportSpec, validateSpec } from "../../mod.ts";

type Files = Readonly<Record<string, string>>;

const COMPUTED = "its answer is computed";

/** Exports a project and checks the spec. Omitted parts are lines such as `app.py:4 GET /a: reason`. */
async function exported(
  files: Files,
): Promise<{ readonly spec: string; readonly omitted: string[] }> {
  const { data, status } = await exportSpec(createMemoryWorkspace(files), "shop");
  const spec = data?.spec ?? "";
  equal(status, data?.spec === null ? "failed" : "unchanged");
  if (spec !== "") deepEqual(validateSpec(spec).diagnostics, []);
  const omitted = data?.omitted.map(({ file, line, what, reason }) =>
    `${file}:${line} ${what}: ${reason}`
  );
  return { spec, omitted: omitted ?? [] };
}

/** An application whose `GET /a` has this handler. */
function app(handler: string, before = ""): Files {
  return {
    "app.py": `from flask import Flask, jsonify\n${before}\napp = Flask(__name__)\n\n` +
      `@app.get("/a")\n${handler}\n`,
  };
}

/** A route `a` whose service class has these lines. */
function service(lines: string): Files {
  return {
    "api/routes/a_route.py": `from flask import Blueprint, jsonify

from api.services.a_service import AService

a_bp = Blueprint("a", __name__, url_prefix="/a")


def service() -> AService:
    return AService()


@a_bp.get("")
def get():
    return jsonify(service().get())
`,
    "api/services/a_service.py": `class AService:\n${lines}\n`,
  };
}

/** A route `a` with these lines of its module, and a service in the usual place. */
function route(lines: string, more: Files = {}): Files {
  return {
    "api/routes/a_route.py": `from flask import Blueprint, jsonify\n${lines}\n`,
    "api/services/a_service.py": 'class AService:\n    def get(self):\n        return ["mock"]\n',
    ...more,
  };
}

const BLUEPRINT = 'a_bp = Blueprint("a", __name__, url_prefix="/a")\n';
const HANDLER = `${BLUEPRINT}@a_bp.get("")\ndef get():\n`;
const DATA = {
  "api/mocks/__init__.py": "def load_mock(name):\n    return json.loads(read(name))\n",
  ...service('    def get(self):\n        return load_mock("a/get.json")'),
  "api/services/a_service.py":
    'from api.mocks import load_mock\n\nclass AService:\n    def get(self):\n        return load_mock("a/get.json")\n',
};

interface Shape {
  readonly code: string;
  readonly files: Files;
  /** The mock as JSON text; `null` if there is none. */
  readonly mock: string | null;
  /** The lines about omitted parts. */
  readonly omitted?: readonly string[];
}

const READ: readonly Shape[] = [
  { code: "a dict", files: app('def f():\n    return {"a": 1.0}'), mock: '{ "a": 1.0 }' },
  {
    code: "a list",
    files: app("def f():\n    return [12345678901234567890]"),
    mock: "[12345678901234567890]",
  },
  { code: "jsonify of a list", files: app("def f():\n    return jsonify([1, 2])"), mock: "[1, 2]" },
  { code: "jsonify of text", files: app('def f():\n    return jsonify("Notes")'), mock: '"Notes"' },
  { code: "jsonify of None", files: app("def f():\n    return jsonify(None)"), mock: "null" },
  { code: "jsonify of nothing", files: app("def f():\n    return jsonify()"), mock: "null" },
  {
    code: "jsonify of members",
    files: app('def f():\n    return jsonify(a=1, b="c")'),
    mock: '{ "a": 1, "b": "c" }',
  },
  {
    code: "jsonify of items",
    files: app("def f():\n    return jsonify(1, [2])"),
    mock: "[1, [2]]",
  },
  { code: "a status", files: app("def f():\n    return jsonify({}), 200"), mock: "{}" },
  {
    code: "a status in parentheses",
    files: app("def f():\n    return (jsonify({}), 200)"),
    mock: "{}",
  },
  { code: "a status by name", files: app("def f():\n    return {}, HTTPStatus.OK"), mock: "{}" },
  { code: "headers", files: app('def f():\n    return {}, 200, {"X-A": "b"}'), mock: "{}" },
  {
    code: "headers without a status",
    files: app('def f():\n    return {}, {"X-A": "b"}'),
    mock: "{}",
  },
  {
    code: "make_response",
    files: app(
      "def f():\n    return make_response(jsonify([1]), 200)",
      "from flask import make_response",
    ),
    mock: "[1]",
  },
  {
    code: "flask.jsonify",
    files: app("def f():\n    return flask.jsonify([1])", "import flask"),
    mock: "[1]",
  },
  {
    code: "jsonify by another name",
    files: app("def f():\n    return j([1])", "from flask import jsonify as j"),
    mock: "[1]",
  },
  { code: "a handler on one line", files: app('def f(): return {"a": 1}'), mock: '{ "a": 1 }' },
  { code: "an async handler", files: app("async def f():\n    return [1]"), mock: "[1]" },
  {
    code: "a docstring and other statements",
    files: app('def f():\n    """Doc."""\n    log("a")\n    if a: abort(404)\n    return [1]'),
    mock: "[1]",
  },
  {
    code: "a variable",
    files: app('def f():\n    data = {"a": 1}\n    return jsonify(data)'),
    mock: '{ "a": 1 }',
  },
  {
    code: "a response in a variable",
    files: app("def f():\n    answer = jsonify([1])\n    return answer"),
    mock: "[1]",
  },
  {
    code: "a constant",
    files: app("def f():\n    return jsonify(PRICES)", 'PRICES = {"Lamp": 12}'),
    mock: '{ "Lamp": 12 }',
  },
  {
    code: "a constant of another module",
    files: {
      ...app("def f():\n    return jsonify(PRICES)", "from shop.data import PRICES"),
      "shop/data.py": "PRICES: Final = [1]\n",
    },
    mock: "[1]",
  },
  {
    code: "a decorated handler",
    files: app("@login_required\n@cached(60)\ndef f():\n    return [1]"),
    mock: "[1]",
  },
  { code: "a service", files: service("    def get(self):\n        return [1]"), mock: "[1]" },
  {
    code: "an annotated variable",
    files: service(
      "    def get(self) -> list[AModel]:\n        mock: list[AModel] = [\n            {'id': 1}\n        ]\n        return mock",
    ),
    mock: '[{ "id": 1 }]',
  },
  {
    code: "a service behind a service",
    files: service(
      "    def get(self):\n        return first()\n\ndef first():\n    return (second())\n\ndef second(): return [1]",
    ),
    mock: "[1]",
  },
  {
    code: "an inherited method",
    files: {
      ...service("    x = 1"),
      "api/services/a_service.py":
        "from api.base import Base\n\nclass AService(Base):\n    x = 1\n",
      "api/base.py": "class Base:\n    def get(self):\n        return [1]\n",
    },
    mock: "[1]",
  },
  {
    code: "a renamed, moved service",
    files: route(
      `from shop.catalog import Catalog as Service\n${HANDLER}    return jsonify(Service().products())`,
      { "shop/catalog.py": "class Catalog:\n    def products(self): return [1]\n" },
    ),
    mock: "[1]",
  },
  {
    code: "a service that a package passes on",
    files: route(
      `from ..services import AService\n${HANDLER}    return jsonify(AService().get())`,
      { "api/services/__init__.py": "from .a_service import AService\n" },
    ),
    mock: '["mock"]',
  },
  {
    code: "a service of an imported module",
    files: route(
      `from api.services import a_service\n${HANDLER}    return jsonify(a_service.AService().get())`,
    ),
    mock: '["mock"]',
  },
  {
    code: "a service by its whole name",
    files: route(
      `import api.services.a_service\n${HANDLER}    return jsonify(api.services.a_service.AService().get())`,
    ),
    mock: '["mock"]',
  },
  {
    code: "a function of a module",
    files: route(`from api import data\n${HANDLER}    return jsonify(data.everything())`, {
      "api/data.py": "def everything():\n    return [1]\n",
    }),
    mock: "[1]",
  },
  {
    code: "import *",
    files: route(
      `from flask import *\nfrom api.services.a_service import *\n${HANDLER}    return jsonify(AService().get())`,
    ),
    mock: '["mock"]',
  },
  {
    code: "an import in a function",
    files: route(
      `${HANDLER}    from api.services.a_service import AService\n    return jsonify(AService().get())`,
    ),
    mock: '["mock"]',
  },
  {
    code: "a service in a variable of the module",
    files: route(
      `from api.services.a_service import AService\nservice = AService(1, 2)\n${HANDLER}    return jsonify(service.get())`,
    ),
    mock: '["mock"]',
  },
  {
    code: "a service in a variable of the handler",
    files: route(
      `from api.services.a_service import AService\n${HANDLER}    service = AService()\n    service.check()\n    return jsonify(service.get())`,
    ),
    mock: '["mock"]',
  },
  {
    code: "a service in an enclosing function",
    files: route(
      `from api.services.a_service import AService\ndef create():\n    bp = Blueprint("a", __name__, url_prefix="/a")\n    service = AService()\n    @bp.get("")\n    def get():\n        return jsonify(service.get())\n    return bp\na_bp = create()`,
    ),
    mock: '["mock"]',
  },
  {
    code: "a service as a parameter",
    files: route(
      `from api.services.a_service import AService\n${BLUEPRINT}@a_bp.get("")\n@inject\ndef get(service: "AService"):\n    return jsonify(service.get())`,
    ),
    mock: '["mock"]',
  },
  {
    code: "a service with an annotation in parentheses",
    files: route(
      `from api.services.a_service import AService\ndef service() -> (\n    AService\n):\n    return made()\n` +
        `${HANDLER}    return jsonify(service().get())`,
    ),
    mock: '["mock"]',
  },
  {
    code: "a repository that the service is given",
    files: service(
      "    def __init__(self, repository: 'ARepository'):\n        self.repository = repository\n\n" +
        "    def get(self):\n        return self.repository.get()\n\nclass ARepository:\n    def get(self): return [1]",
    ),
    mock: "[1]",
  },
  {
    code: "a static method",
    files: service("    @staticmethod\n    def get(): return [1]"),
    mock: "[1]",
  },
  {
    code: "an async service",
    files: route(
      `from api.services.b import B\n${BLUEPRINT}@a_bp.get("")\nasync def get():\n    return jsonify(await B().get())`,
      { "api/services/b.py": "class B:\n    async def get(self):\n        return [1]\n" },
    ),
    mock: "[1]",
  },
  {
    code: "a view class",
    files: {
      "app.py":
        'from flask import Flask\napp = Flask(__name__)\nclass A(MethodView):\n    def get(self):\n        return [1]\napp.add_url_rule("/a", view_func=A.as_view("a"))\n',
    },
    mock: "[1]",
  },
  {
    code: "add_url_rule",
    files: {
      "app.py":
        'from flask import Flask\nfrom views import index\napp = Flask(__name__)\napp.add_url_rule("/a", view_func=index)\n',
      "views.py": "def index():\n    return [1]\n",
    },
    mock: "[1]",
  },
  {
    code: "a data file",
    files: { ...DATA, "api/mocks/a/get.json": '{"a": 1.50, "a": 2.50}' },
    mock: '{ "a": 2.50 }',
  },
  {
    code: "the answer of generated code without a mock",
    files: {
      ...service(""),
      "api/services/a_service.py": "from typing import Any\n\n\nclass AService:\n" +
        '    def get(self) -> Any:\n        return "Your a route is working!"\n',
    },
    mock: null,
  },
  {
    code: "the same words without an annotation",
    files: service('    def get(self):\n        return "Your a route is working!"'),
    mock: null,
  },
  {
    code: "the same words as a mock",
    files: service('    def get(self) -> str:\n        return "Your a route is working!"'),
    mock: '"Your a route is working!"',
  },
];

for (const { code, files, mock } of READ) {
  Deno.test(`exportSpec() reads ${code}`, async () => {
    const { spec, omitted } = await exported(files);
    deepEqual(omitted, []);
    const endpoint = mock === null ? '{ "type": "GET" }' : `{ "type": "GET", "mock": ${mock} }`;
    equal(spec, `{\n  "routes": {\n    "a": ${endpoint}\n  }\n}\n`);
  });
}

/** Handlers whose mocks cannot be read, and the lines that say where reading stops. */
const UNREAD: readonly (readonly [code: string, files: Files, omitted: string])[] = [
  [
    "a call of a library",
    app("def f():\n    return jsonify(load())"),
    `app.py:7 mock of GET /a: ${COMPUTED}`,
  ],
  [
    "an expression",
    app("def f():\n    return jsonify([1] + [2])"),
    `app.py:7 mock of GET /a: ${COMPUTED}`,
  ],
  [
    "a name in a literal",
    app('def f(a):\n    return {"a": a}'),
    `app.py:7 mock of GET /a: ${COMPUTED}`,
  ],
  ["text", app('def f():\n    return "Notes"'), "app.py:7 mock of GET /a: its answer is not JSON"],
  [
    "several returns",
    app("def f():\n    if a: return [1]\n    return [2]"),
    "app.py:6 mock of GET /a: it has several return statements",
  ],
  [
    "a return in a branch",
    app("def f():\n    with db:\n        return [1]"),
    "app.py:8 mock of GET /a: it returns in a branch",
  ],
  ["no return", app("def f(): ..."), "app.py:6 mock of GET /a: it returns nothing"],
  [
    "a generator",
    app("def f():\n    yield 1\n    return [1]"),
    "app.py:6 mock of GET /a: it is a generator",
  ],
  [
    "a variable that changes",
    app("def f():\n    a = [1]\n    a.append(2)\n    return jsonify(a)"),
    `app.py:9 mock of GET /a: ${COMPUTED}`,
  ],
  [
    "a variable with two values",
    app("def f():\n    a = [1]\n    if b: a = [2]\n    return jsonify(a)"),
    `app.py:9 mock of GET /a: ${COMPUTED}`,
  ],
  [
    "a variable of the module",
    app("def f():\n    return jsonify(notes)", "notes = [1]"),
    `app.py:7 mock of GET /a: ${COMPUTED}`,
  ],
  [
    "a constant with two values",
    app("def f():\n    return jsonify(A)", "A = [1]\nif B: A = [2]"),
    `app.py:8 mock of GET /a: ${COMPUTED}`,
  ],
  [
    "a repository",
    service("    def get(self):\n        return self.repository.get()"),
    `api/services/a_service.py:3 mock of GET /a: ${COMPUTED}`,
  ],
  [
    "a service that computes",
    service("    def get(self):\n        return [each for each in a]"),
    `api/services/a_service.py:3 mock of GET /a: ${COMPUTED}`,
  ],
  [
    "a service that calls itself",
    service("    def get(self):\n        return get()\n\ndef get():\n    return get()"),
    `api/services/a_service.py:6 mock of GET /a: ${COMPUTED}`,
  ],
  [
    "a part of an answer",
    app("def f():\n    return jsonify(g()[:1])\n\ndef g(): return [1]"),
    `app.py:7 mock of GET /a: ${COMPUTED}`,
  ],
  ["a function that the module calls jsonify", {
    "app.py":
      'from flask import Flask\n\napp = Flask(__name__)\n\ndef jsonify(rows):\n    return str(rows)\n\n@app.get("/a")\ndef f():\n    return jsonify([1])\n',
  }, `app.py:6 mock of GET /a: ${COMPUTED}`],
  [
    "a data file that is missing",
    DATA,
    "api/services/a_service.py:5 mock of GET /a: 'api/mocks/a/get.json' is missing",
  ],
  [
    "a data file that is not JSON",
    { ...DATA, "api/mocks/a/get.json": "[1,]" },
    "api/services/a_service.py:5 mock of GET /a: 'api/mocks/a/get.json' is not JSON",
  ],
  [
    "a number that no spec has",
    { ...DATA, "api/mocks/a/get.json": "1e999" },
    "api/services/a_service.py:5 mock of GET /a: it has a number or a depth that a spec cannot have",
  ],
  [
    "a status that a spec cannot have",
    app("def f():\n    return [1], 302"),
    "app.py:5 status 302 of GET /a: a spec's statuses are from 200 to 299",
  ],
  ["a lambda", {
    "app.py":
      'from flask import Flask\napp = Flask(__name__)\napp.add_url_rule("/a", view_func=lambda: [1])\n',
  }, "app.py:3 mock of GET /a: its handler was not found"],
];

for (const [code, files, line] of UNREAD) {
  Deno.test(`exportSpec() does not read ${code}, and says where`, async () => {
    const { spec, omitted } = await exported(files);
    deepEqual(omitted, [line]);
    const { routes } = JSON.parse(spec);
    equal(routes.a.type, "GET");
    equal("mock" in routes.a, line.includes("302"));
  });
}

const STATUSES: readonly (readonly [returned: string, endpoint: unknown])[] = [
  ["[1], 202", { type: "GET", status: 202, mock: [1] }],
  ["[1], 200", { type: "GET", mock: [1] }],
  ['"", 204', { type: "GET", status: 204 }],
  ["jsonify([1]), HTTPStatus.CREATED", { type: "GET", status: 201, mock: [1] }],
];

for (const [returned, endpoint] of STATUSES) {
  Deno.test(`exportSpec() reads the status of ${returned}`, async () => {
    const { spec, omitted } = await exported(app(`def f():\n    return ${returned}`));
    deepEqual(omitted, []);
    deepEqual(JSON.parse(spec).routes.a, endpoint);
  });
}

/** Routes that a spec cannot have beside `GET /users`, and the lines that report them. */
const PATHS: readonly (readonly [code: string, ...omitted: string[]])[] = [
  [
    '@app.get("/users/<path:name>")',
    "GET /users/{name:path}: a spec has no parameters of the type path",
  ],
  ['@app.get("/<name>")', "GET /{name}: a spec's paths begin with a literal segment"],
  ['@app.get("/users/a b")', "GET /users/a b: a spec's paths have only letters, digits and _-.~"],
  ['@app.patch("/users")', "PATCH /users: a spec has no PATCH"],
  ['@app.route("/b", methods=["TRACE"])', "TRACE /b: a spec has no TRACE"],
  [
    '@app.get("/users")',
    "GET /users: app.py:5 has it already",
    "problem: Flask never calls 'other' for GET: 'users' in line 5 has its path",
  ],
  ['@app.get("/")', "GET /: a spec has no endpoint at /"],
  ['@app.get("/users/")', "GET /users/: a spec's paths have no / at the end"],
  ["@app.get(PATH)", "GET ?: its path is computed"],
  ['@app.route("/users/a", methods=METHODS)', "? /users/a: its methods are computed"],
];

for (const [code, ...lines] of PATHS) {
  Deno.test(`exportSpec() omits ${code}`, async () => {
    const { spec, omitted } = await exported({
      "app.py": 'from flask import Flask\n\napp = Flask(__name__)\n\n@app.get("/users")\n' +
        `def users(): return []\n\n${code}\ndef other(): return []\n`,
    });
    deepEqual(omitted, lines.map((line) => `app.py:8 ${line}`));
    deepEqual(JSON.parse(spec), { routes: { users: { type: "GET", mock: [] } } });
  });
}

Deno.test("exportSpec() exports only the methods of a handler that a spec can have", async () => {
  const { spec, omitted } = await exported({
    "app.py": "from flask import Flask\n\napp = Flask(__name__)\n\n" +
      '@app.route("/users", methods=["HEAD", "OPTIONS", "PATCH", "PUT", "GET"])\n' +
      "def users(): return []\n",
  });
  deepEqual(omitted, ["app.py:5 PATCH /users: a spec has no PATCH"]);
  const methods = { PUT: { mock: [] }, GET: { mock: [] } };
  deepEqual(JSON.parse(spec), { routes: { users: { methods } } });
});

Deno.test("exportSpec() reads no mock from a file with a syntax error, and names the error", async () => {
  const { spec, omitted } = await exported({
    ...service("    def get(self):\n        return [1]"),
    "api/services/a_service.py":
      "class AService:\n    def get(self):\n        return [1]\n\nA = (\n",
  });
  deepEqual(omitted, [
    "api/services/a_service.py:5 problem: '(' was never closed",
    "api/services/a_service.py:2 mock of GET /a: its file has a syntax error",
  ]);
  deepEqual(JSON.parse(spec), { routes: { a: { type: "GET" } } });
});

Deno.test("exportSpec() names routes that are not registered", async () => {
  const { omitted } = await exported({
    "api/routes/a_route.py":
      "bp = Blueprint('a', __name__, url_prefix='/a')\n\n@bp.get('')\ndef get(): return []\n",
  });
  deepEqual(omitted, [
    "api/routes/a_route.py:1 problem: no blueprint 'a_bp': the route is not registered",
  ]);
});

Deno.test("exportSpec() leaves out the endpoints of tests, and keeps a route that is named like one", async () => {
  const test =
    "from flask import Flask\napp = Flask(__name__)\n@app.get('/ping')\ndef ping(): return []\n";
  const { spec, omitted } = await exported({
    "api/routes/test_route.py":
      "test_bp = Blueprint('test', __name__, url_prefix='/test')\n\n@test_bp.get('')\ndef get(): return []\n",
    "tests/test_app.py": test,
    "test/conftest.py": test,
  });
  deepEqual(omitted, []);
  deepEqual(JSON.parse(spec), { routes: { test: { type: "GET", mock: [] } } });
});

Deno.test("exportSpec() exports endpoints below a path that has no endpoint", async () => {
  const { spec, omitted } = await exported({
    "app.py": "from flask import Flask\n\napp = Flask(__name__)\n\n@app.get('/users')\n" +
      "def users(): return []\n\n@app.route('/v1/users', methods=['GET', 'POST'])\ndef v1(): ...\n",
  });
  deepEqual(omitted.filter((line) => !line.includes("mock of")), []);
  const { routes: { v1 } } = JSON.parse(spec);
  deepEqual(v1, { methods: {}, subroutes: { users: { methods: { GET: {}, POST: {} } } } });
});

Deno.test("exportSpec() fails if a spec can describe no endpoint, and says why", async () => {
  const workspace = createMemoryWorkspace({
    "app.py": "app = Flask(__name__)\n\n@app.get('/')\ndef index(): return []\n",
  });
  const { status, data, diagnostics } = await exportSpec(workspace, "shop");
  deepEqual([status, data?.spec], ["failed", null]);
  deepEqual(diagnostics.map(({ code }) => code), ["export-empty"]);
  deepEqual(data?.omitted.map(({ what }) => what), ["GET /"]);
});

Deno.test("exportSpec() repeats a shared constant only as often as the spec has room", async () => {
  const count = 200;
  const handlers = Array.from(
    { length: count },
    (_, index) => `@app.get("/a${index}")\ndef a${index}(): return jsonify(A)\n`,
  );
  const { spec, omitted } = await exported({
    "app.py": `from flask import Flask, jsonify\napp = Flask(__name__)\nA = "${
      "a".repeat(9_000)
    }"\n${handlers.join("")}`,
  });
  equal(Object.keys(JSON.parse(spec).routes).length, count);
  equal(omitted.length > 0 && omitted.length < count, true);
  equal(omitted.every((line) => line.endsWith(": many endpoints share it")), true);
});
