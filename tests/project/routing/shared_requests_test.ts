/** Requests that several modules of an application have, and blueprints that it gets twice. */

import { deepEqual } from "node:assert/strict";
import { projectPath } from "../../../core/project_path.ts";
import { analyzeFiles } from "../../../project/routing/analysis.ts";

const LOOP = `from importlib import import_module
from pkgutil import iter_modules


def register_blueprints(app):
    for module in iter_modules(__path__):
        if module.name.endswith("_route"):
            route = import_module(f"{__name__}.{module.name}")
            app.register_blueprint(getattr(route, module.name.removesuffix("_route") + "_bp"))
`;

const CALL = "from flask import Flask\nfrom . import routes\n\napp = Flask(__name__)\n" +
  "routes.register_blueprints(app)\n";

/** Returns an app that registers its blueprints with these lines. */
function byHand(...lines: readonly string[]): string {
  return "from flask import Blueprint, Flask\nfrom api.routes.a_route import a_bp\n" +
    "from api.routes.b_route import b_bp\n\n\ndef create_app():\n    app = Flask(__name__)\n" +
    lines.map((line) => `    ${line}\n`).join("") + "    return app\n";
}

const AB = { "api/routes/a_route.py": "a", "api/routes/b_route.py": "b" };

const A = "app.register_blueprint(a_bp)";
const B = "app.register_blueprint(b_bp)";

function moduleOf(name: string): string {
  return `from flask import Blueprint\n\n${name}_bp = Blueprint("${name}", __name__)\n\n\n` +
    `@${name}_bp.get("/users")\ndef get():\n    return "x"\n`;
}

/** Projects, and the modules with a request that an earlier module of their package has. */
const PROJECTS: readonly (readonly [
  title: string,
  files: Readonly<Record<string, string>>,
  modules: readonly string[],
])[] = [
  [
    "two modules of a package",
    { "api/routes/__init__.py": LOOP, "api/routes/a_route.py": "a", "api/routes/b_route.py": "b" },
    ["api/routes/b_route.py"],
  ],
  [
    "modules of two apps",
    {
      "api/routes/__init__.py": LOOP,
      "api/routes/a_route.py": "a",
      "admin/__init__.py": CALL,
      "admin/routes/__init__.py": LOOP,
      "admin/routes/b_route.py": "b",
    },
    [],
  ],
  [
    "a loop that leaves modules out",
    {
      "api/routes/__init__.py": LOOP.replace(
        "            route =",
        '            if module.name in app.config["OFF"]:\n                continue\n            route =',
      ),
      "api/routes/a_route.py": "a",
      "api/routes/b_route.py": "b",
    },
    [],
  ],
  [
    "a loop with subdomains",
    {
      "api/routes/__init__.py": LOOP.replace('"_bp"))', '"_bp"), subdomain=module.name)'),
      "api/routes/a_route.py": "a",
      "api/routes/b_route.py": "b",
    },
    [],
  ],
  [
    "two modules that the app registers by name",
    { ...AB, "api/__init__.py": byHand(A, B) },
    ["api/routes/b_route.py"],
  ],
  [
    "two modules in a loop over a list",
    {
      ...AB,
      "api/__init__.py": byHand("for each in (a_bp, b_bp):", "    app.register_blueprint(each)"),
    },
    ["api/routes/b_route.py"],
  ],
  [
    "two modules with prefixes of a dict",
    {
      ...AB,
      "api/__init__.py": byHand(
        'all = {"/v1": a_bp, "/v2": b_bp}',
        "for prefix, each in all.items():",
        "    app.register_blueprint(each, url_prefix=prefix)",
      ),
    },
    [],
  ],
  [
    "a module in a blueprint without a prefix",
    {
      ...AB,
      "api/__init__.py": byHand(
        'root = Blueprint("root", __name__)',
        "root.register_blueprint(b_bp)",
        "app.register_blueprint(root)",
        A,
      ),
    },
    ["api/routes/b_route.py"],
  ],
  [
    "a module in a blueprint with a prefix",
    {
      ...AB,
      "api/__init__.py": byHand(
        'root = Blueprint("root", __name__, url_prefix="/v1")',
        "root.register_blueprint(b_bp)",
        "app.register_blueprint(root)",
        A,
      ),
    },
    [],
  ],
  [
    "a module that a function of its own registers",
    {
      ...AB,
      "api/__init__.py": byHand(A, "more(app)")
        .replace("def create_app", `def more(app):\n    ${B}\n\n\ndef create_app`),
    },
    ["api/routes/b_route.py"],
  ],
  [
    "a module that a function registers if it runs to its end",
    {
      ...AB,
      "api/__init__.py": byHand(A, "if not app.testing:", "    return app", B),
    },
    [],
  ],
  [
    "modules of which one is registered in each branch",
    { ...AB, "api/__init__.py": byHand("if app.testing:", `    ${A}`, "else:", `    ${B}`) },
    [],
  ],
  [
    "a module that the app registers for a host",
    { ...AB, "api/__init__.py": byHand(A, 'app.register_blueprint(b_bp, subdomain="b")') },
    [],
  ],
  [
    "two blueprints of one module",
    {
      "api/__init__.py": byHand(A, B).replace("b_route", "a_route"),
      "api/routes/a_route.py": moduleOf("a") + moduleOf("b").replace("get():", "get_b():"),
    },
    ["api/routes/a_route.py"],
  ],
  [
    "a path of the application itself",
    {
      "api/__init__.py": "from flask import Flask\nfrom api.routes.a_route import a_bp\n\n" +
        'app = Flask(__name__)\napp.register_blueprint(a_bp)\n\n\n@app.get("/users")\n' +
        'def users():\n    return "x"\n',
      "api/routes/a_route.py": "a",
    },
    ["api/routes/a_route.py"],
  ],
  [
    "a module that the loop does not reach",
    { "api/routes/__init__.py": LOOP, "api/routes/a_route.py": "a", "api/routes/old.py": "b" },
    [],
  ],
];

for (const [title, files, modules] of PROJECTS) {
  Deno.test(`analyzeFiles() reads ${title}`, () => {
    const all = Object.entries({ "api/__init__.py": CALL, ...files }).map(([path, text]) =>
      [projectPath(path), text.length === 1 ? moduleOf(text) : text] as const
    );
    const found = analyzeFiles(new Map(all)).problems
      .filter(({ message }) => message.endsWith("Flask calls only one of them"));
    deepEqual(found.map(({ file }) => file), modules);
  });
}

const OTHER = moduleOf("b").replace('"/users"', '"/b"');

/** Registrations, and the places of blueprints that Flask refuses. */
const TWICE: readonly (readonly [
  title: string,
  files: Readonly<Record<string, string>>,
  places: readonly string[],
])[] = [
  ["one registration each", { "api/__init__.py": byHand(A, B) }, []],
  ["a registration kept twice", { "api/__init__.py": byHand(A, B, A) }, [
    "api/__init__.py:10 registers 'a_bp' a second time: the app does not start",
  ]],
  ["a second registration under another name", {
    "api/__init__.py": byHand(A, 'app.register_blueprint(a_bp, name="c", url_prefix="/c")'),
  }, []],
  ["a registration in each branch", {
    "api/__init__.py": byHand("if app.testing:", `    ${A}`, "else:", `    ${A}`),
  }, []],
  ["a registration beside a loop over the package", {
    "api/__init__.py": CALL + "from .routes.a_route import a_bp\napp.register_blueprint(a_bp)\n",
    "api/routes/__init__.py": LOOP,
  }, ["api/__init__.py:7 registers 'a_bp' a second time: the app does not start"]],
  ["two blueprints of one name", {
    "api/__init__.py": byHand(A, B),
    "api/routes/b_route.py": OTHER.replace('"b"', '"a"'),
  }, [
    "api/routes/b_route.py:3 a blueprint in api/routes/a_route.py:3 has the name 'a', too: " +
    "the app does not start",
  ]],
  ["two blueprints of one name in two others", {
    "api/__init__.py": byHand(
      A,
      'root = Blueprint("root", __name__)',
      "root.register_blueprint(b_bp)",
      "app.register_blueprint(root)",
    ),
    "api/routes/b_route.py": OTHER.replace('"b"', '"a"'),
  }, []],
  ["two blueprints of one name in two apps", {
    "api/__init__.py": byHand(A),
    "admin/__init__.py": byHand(B),
    "api/routes/b_route.py": OTHER.replace('"b"', '"a"'),
  }, []],
];

for (const [title, files, places] of TWICE) {
  Deno.test(`analyzeFiles() reads ${title}`, () => {
    const all = Object.entries({
      "api/routes/a_route.py": moduleOf("a"),
      "api/routes/b_route.py": OTHER,
      ...files,
    }).map(([path, text]) => [projectPath(path), text] as const);
    const found = analyzeFiles(new Map(all)).problems
      .map(({ file, line, message }) => `${file}:${line} ${message}`);
    deepEqual(found, places);
  });
}
