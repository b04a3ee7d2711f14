/** Requests that several modules of a package have. */

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
