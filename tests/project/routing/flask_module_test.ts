import { deepEqual, equal } from "node:assert/strict";
import { type FlaskModule, readFlaskModule } from "../../../project/routing/flask_module.ts";

/** `METHODS rule handler blueprint`, with `?` for unknown parts. */
function routes({ endpoints }: FlaskModule): string[] {
  return endpoints.map(({ methods, rule, handler, blueprint }) =>
    [methods?.join("|") ?? "?", rule ?? "?", handler, blueprint].join(" ")
  );
}

const PREAMBLE = `
from flask import Blueprint
from flask.views import MethodView
bp = Blueprint("a", __name__)
`;

const ENDPOINTS: readonly (readonly [name: string, code: string, found: readonly string[]])[] = [
  ["a shortcut", "@bp.get('/a')\ndef f(): ...", ["GET /a f bp"]],
  [
    "each shortcut",
    ["get", "post", "put", "delete", "patch"].map((verb) => `@bp.${verb}("")\ndef ${verb}(): ...\n`)
      .join(""),
    ["GET  get bp", "POST  post bp", "PUT  put bp", "DELETE  delete bp", "PATCH  patch bp"],
  ],
  ["a route", "@bp.route('/a')\ndef f(): ...", ["GET /a f bp"]],
  ["methods", "@bp.route('/a', methods=['post', \"PUT\"])\ndef f(): ...", ["POST|PUT /a f bp"]],
  ["methods in a tuple", "@bp.route('/a', methods=('POST',))\ndef f(): ...", ["POST /a f bp"]],
  ["methods in a set", "@bp.route('/a', methods={'POST'})\ndef f(): ...", ["POST /a f bp"]],
  ["methods by name", "M = ['PUT']\n@bp.route('/a', methods=M)\ndef f(): ...", ["PUT /a f bp"]],
  ["methods of a call", "@bp.route('/a', methods=g())\ndef f(): ...", ["? /a f bp"]],
  ["methods added up", "@bp.route('/a', methods=['GET'] + M)\ndef f(): ...", ["? /a f bp"]],
  ["methods that are no list", "@bp.route('/a', methods=('GET'))\ndef f(): ...", ["? /a f bp"]],
  ["methods None", "@bp.route('/a', methods=None)\ndef f(): ...", ["GET /a f bp"]],
  ["unpacked options", "@bp.route('/a', **options)\ndef f(): ...", ["? /a f bp"]],
  ["a rule by keyword", "@bp.route(methods=['PUT'], rule='/a')\ndef f(): ...", ["PUT /a f bp"]],
  ["a constant rule", "A = '/a'\n@bp.get(A + '/b' \"/c\")\ndef f(): ...", ["GET /a/b/c f bp"]],
  ["a constant assigned again", "A = '/a'\nA = g()\n@bp.get(A)\ndef f(): ...", ["GET ? f bp"]],
  ["a constant added to", "A = '/a'\nA += '/b'\n@bp.get(A)\ndef f(): ...", ["GET ? f bp"]],
  ["a constant of a branch", "A = '/a'\nif x:\n    A = '/b'\n@bp.get(A)\ndef f(): ...", [
    "GET ? f bp",
  ]],
  ["a formatted rule", "@bp.get(f'/{a}')\ndef f(): ...", ["GET ? f bp"]],
  ["stacked decorators", "@bp.get('/a')\n@login\n@bp.post('/b')\ndef f(): ...", [
    "GET /a f bp",
    "POST /b f bp",
  ]],
  [
    "a decorator over lines",
    "@bp.route(\n  '/a',  # (\n  methods=[\n    'PUT',\n  ],\n)\ndef f(): ...",
    ["PUT /a f bp"],
  ],
  ["nested quotes", `@bp.get("/a", doc=f"{g("(", ",")}")\ndef f(): ...`, ["GET /a f bp"]],
  ["an async handler", "@bp.get('/a')\nasync def f(): ...", ["GET /a f bp"]],
  [
    "a handler in a factory",
    "def g():\n    app = Flask(__name__)\n    @app.get('/a')\n    def f(): ...",
    ["GET /a f app"],
  ],
  [
    "a handler in a function that gets the application",
    "def g(app):\n    @app.get('/a')\n    def f(): ...",
    ["GET /a f app"],
  ],
  ["an alias of the blueprint", "b = bp\n@b.get('/a')\ndef f(): ...", ["GET /a f bp"]],
  ["an alias of a method", "route = bp.route\n@route('/a')\ndef f(): ...", ["GET /a f bp"]],
  ["an attribute", "self.bp = Blueprint('b', __name__)\n@self.bp.get('a')\ndef f(): ...", [
    "GET a f self.bp",
  ]],
  ["an imported blueprint", "from a import b\n@b.get('/a')\ndef f(): ...", ["GET /a f b"]],
  ["a placeholder that is replaced", "app = None\n@app.route('/a')\ndef f(): ...", [
    "GET /a f app",
  ]],
  [
    "no routes",
    "@mock.patch('a.b')\n@cache.get('key')\n@bp.route\n@bp.errorhandler(404)\ndef f(): ...",
    [],
  ],
  ["look-alikes", "'''\n@bp.get('/a')\ndef f(): ...\n'''\n# @bp.get('/b')\n", []],
  ["add_url_rule", "bp.add_url_rule('/a', view_func=f)", ["GET /a f bp"]],
  ["add_url_rule by position", "bp.add_url_rule('/a', 'b', f, methods=['PUT'])", ["PUT /a f bp"]],
  ["add_url_rule with another's view", "bp.add_url_rule('/a', view_func=views.f)", [
    "GET /a views.f bp",
  ]],
  ["add_url_rule with a call", "bp.add_url_rule('/a', view_func=login(f))", ["GET /a login(f) bp"]],
  ["add_url_rule unpacked", "bp.add_url_rule(*a, view_func=f)", ["? ? f bp"]],
  ["add_url_rule with what follows unpacked", "bp.add_url_rule(*a, '/b', f)", ["? ?  bp"]],
  [
    "a method view",
    "class V(MethodView):\n    def get(self): ...\n    def post(self): ...\n    def other(self): ...\nbp.add_url_rule('/a', view_func=V.as_view('v'))",
    ["GET|POST /a V bp"],
  ],
  [
    "a method view with methods",
    "class V(MethodView):\n    methods = ['put']\n    def get(self): ...\nbp.add_url_rule('/a', view_func=V.as_view('v'))",
    ["PUT /a V bp"],
  ],
  [
    "a method view with methods in the call",
    "class V(MethodView):\n    def get(self): ...\nbp.add_url_rule('/a', view_func=V.as_view('v'), methods=['PUT'])",
    ["PUT /a V bp"],
  ],
  [
    "a method view by a variable",
    "class V(MethodView):\n    def get(self): ...\nv = V.as_view('v')\nbp.add_url_rule('/a', view_func=v)",
    ["GET /a V bp"],
  ],
  [
    "a method view in a decorator",
    "class V(MethodView):\n    def get(self): ...\nbp.add_url_rule('/a', view_func=login(V.as_view('v')))",
    ["GET /a V bp"],
  ],
  ["another's method view", "bp.add_url_rule('/a', view_func=views.V.as_view('v'))", ["? /a V bp"]],
  [
    "a decorated method view",
    "@bp.route('/a')\nclass V(MethodView):\n    def get(self): ...\n    def put(self): ...",
    ["GET|PUT /a V bp"],
  ],
  [
    "a decorated view of an imported blueprint",
    "from a import b\n@b.route('/a')\nclass V(MethodView):\n    def post(self): ...",
    ["POST /a V b"],
  ],
  [
    "a resource of a namespace",
    "api = Namespace('a')\n@api.route('/a')\nclass R(Resource):\n    def get(self): ...",
    ["GET ? R api"],
  ],
  ["a broken file", "x = (\n@bp.get('/a')\ndef f(): ...\ny = '", ["GET /a f bp"]],
];

Deno.test("readFlaskModule finds endpoints", async (test) => {
  for (const [name, code, found] of ENDPOINTS) {
    await test.step(name, () => deepEqual(routes(readFlaskModule(PREAMBLE + code)), found));
  }
});

const BLUEPRINTS: readonly (readonly [code: string, found: readonly unknown[]])[] = [
  ["from flask import Blueprint\nb = Blueprint('a', __name__)", [{
    variable: "b",
    name: "a",
    line: 2,
  }]],
  ["from flask import Blueprint as BP\nb = BP('a', __name__)", [{
    variable: "b",
    name: "a",
    line: 2,
  }]],
  ["import flask\nb = flask.Blueprint('a', __name__)", [{ variable: "b", name: "a", line: 2 }]],
  ["import flask as f\nb = f.Blueprint('a', __name__)", [{ variable: "b", name: "a", line: 2 }]],
  ["from flask import Blueprint\nB = Blueprint\nb = B('a', __name__)", [{
    variable: "b",
    name: "a",
    line: 3,
  }]],
  ["b: Blueprint = Blueprint('a', __name__)", [{ variable: "b", name: "a", line: 1 }]],
  ["b = c = Blueprint('a', __name__)", [{ variable: "b", name: "a", line: 1 }]],
  ["b = Blueprint(name='a', import_name=__name__)", [{ variable: "b", name: "a", line: 1 }]],
  ["b = Blueprint(g(), __name__)", [{ variable: "b", name: null, line: 1 }]],
  ["b = Blueprint(\n  'a', __name__, url_prefix='/' + 'a')", [{
    variable: "b",
    name: "a",
    urlPrefix: "/a",
    line: 1,
  }]],
  ["b = Blueprint('a', __name__, url_prefix=g())", [{
    variable: "b",
    name: "a",
    urlPrefix: null,
    line: 1,
  }]],
  ["b = Blueprint('a', __name__, url_prefix=None)", [{ variable: "b", name: "a", line: 1 }]],
  ["b = Blueprint('a', __name__, **g)", [{ variable: "b", name: "a", urlPrefix: null, line: 1 }]],
  ["b = Blueprints('a')\n# c = Blueprint('a')\n'd = Blueprint()'", []],
];

Deno.test("readFlaskModule finds blueprints", () => {
  for (const [code, found] of BLUEPRINTS) deepEqual(readFlaskModule(code).blueprints, found, code);
});

const REGISTRATIONS: readonly (readonly [code: string, found: readonly unknown[]])[] = [
  ["app.register_blueprint(b)", [{ target: "app", blueprint: "b", isPlain: true, line: 1 }]],
  ["app.register_blueprint(blueprint=b, url_prefix='/c')", [{
    target: "app",
    blueprint: "b",
    urlPrefix: "/c",
    isPlain: true,
    line: 1,
  }]],
  ["app.register_blueprint(a.b, url_prefix=c)", [{
    target: "app",
    blueprint: "a.b",
    urlPrefix: null,
    isPlain: true,
    line: 1,
  }]],
  ["app.register_blueprint(g(b))", [{ target: "app", blueprint: "g()", isPlain: true, line: 1 }]],
  [
    "def f():\n  a = Blueprint('a', __name__)\n  c = a\n  a.register_blueprint(b); d.register_blueprint(c)",
    [
      { target: "a", blueprint: "b", isPlain: true, line: 4 },
      { target: "d", blueprint: "a", line: 4 },
    ],
  ],
  ["for b in (c, d): app.register_blueprint(b)", [
    { target: "app", blueprint: "c", line: 1 },
    { target: "app", blueprint: "d", line: 1 },
  ]],
  ["all = [c, d.e]\nfor b in all:\n  app.register_blueprint(b)", [
    { target: "app", blueprint: "c", isPlain: true, line: 3 },
    { target: "app", blueprint: "d.e", isPlain: true, line: 3 },
  ]],
  ["for b in find(): app.register_blueprint(b)", [
    { target: "app", blueprint: "b", isOpen: true, line: 1 },
  ]],
  ["app.register_blueprint(getattr(a, 'b'))", [
    { target: "app", blueprint: "getattr(a, 'b')", isOpen: true, line: 1 },
  ]],
  ["def f(app, c):\n  app.register_blueprint(c)", [{
    target: "app",
    blueprint: "c",
    targetParameter: { function: "f", position: 0, name: "app" },
    blueprintParameter: { function: "f", position: 1, name: "c" },
    isPlain: true,
    line: 2,
  }]],
  ["from a import b\napp.register_blueprint(c, url_prefix=f'/x/{b}/y')", [{
    target: "app",
    blueprint: "c",
    urlPrefix: null,
    urlPrefixParts: [
      { kind: "text", text: "/x/" },
      { kind: "imported", origin: "a.b" },
      { kind: "text", text: "/y" },
    ],
    isPlain: true,
    line: 2,
  }]],
  ["x = [\n  app.register_blueprint(b),\n]", [{ target: "app", blueprint: "b", line: 2 }]],
];

Deno.test("readFlaskModule finds registrations", () => {
  for (const [code, found] of REGISTRATIONS) {
    deepEqual(readFlaskModule(code).registrations, found, code);
  }
});

/** Registrations that may not run, or not in this way. */
const OPEN: readonly string[] = [
  "if x:\n  app.register_blueprint(b)",
  "if x: app.register_blueprint(b)",
  "if x:\n  pass\nelse:\n  app.register_blueprint(b)",
  "try:\n  app.register_blueprint(b)\nexcept ValueError: pass",
  "while x():\n  app.register_blueprint(b)",
  "for x in find():\n  app.register_blueprint(b)",
  "x and app.register_blueprint(b)",
  "app.register_blueprint(b, name='c')",
  "app.register_blueprint(b, subdomain='c')",
  "app.register_blueprint(b, **x)",
  "def f(app):\n  if x:\n    return\n  app.register_blueprint(b)",
  "def f(app):\n  if x: return\n  app.register_blueprint(b)",
];

Deno.test("readFlaskModule marks no registrations that may not run, or not in this way", () => {
  for (const code of OPEN) {
    const found = readFlaskModule(code).registrations.map(({ isPlain = false }) => isPlain);
    deepEqual(found, [false], code);
  }
});

Deno.test("readFlaskModule returns the lines of decorators and calls", () => {
  const { endpoints } = readFlaskModule(
    "@bp.get('/a')\n@bp.post(\n  '/b')\ndef f(): ...\nx(\n  bp.add_url_rule('/c', view_func=f)\n)\n",
  );
  deepEqual(endpoints.map(({ line, via }) => [line, via]), [
    [1, "decorator"],
    [2, "decorator"],
    [6, "add_url_rule"],
  ]);
});

Deno.test("readFlaskModule reports syntax errors", () => {
  const [problem] = readFlaskModule("a = 1\nb = (\n").problems;
  equal(problem?.line, 2);
  equal(problem?.message, "'(' was never closed");
});

Deno.test("readFlaskModule() resolves a variable that a block gives to one blueprint after the other", () => {
  const { registrations } = readFlaskModule(`
from shop.carts import carts_bp
from shop.users import users_bp
from shop.teams import teams_bp

def register(app):
    for module in modules:
        mounted = getattr(module, "bp")
        app.register_blueprint(mounted)
    mounted = carts_bp
    app.register_blueprint(mounted)
    mounted = users_bp
    app.register_blueprint(mounted)
    if app.debug:
        mounted = teams_bp
    else:
        mounted = carts_bp
    app.register_blueprint(mounted)
`);
  deepEqual(registrations.map(({ blueprint, isOpen = false }) => [blueprint, isOpen]), [
    ["mounted", true],
    ["carts_bp", false],
    ["users_bp", false],
    ["mounted", false],
  ]);
});
