import { deepEqual } from "node:assert/strict";
import { analyzeFiles } from "../../../project/routing/analysis.ts";
import { assertLinear } from "../../tools/counted_work.ts";
import { lines } from "../repeated_lines.ts";
import { snapshot } from "../snapshot.ts";

type Files = Readonly<Record<string, string>>;

/** Returns the endpoints that Flask serves, those that it does not, and the places that were not read. */
function reading(files: Files): { served: string[]; dead: string[]; unread: string[] } {
  const { routes, unread } = analyzeFiles(snapshot(files));
  const all = routes.flatMap(({ endpoints }) => endpoints);
  const shown = (registered: boolean) =>
    all.filter((each) => each.registered === registered).map(({ path }) => path ?? "?");
  return {
    served: shown(true),
    dead: shown(false),
    unread: unread.map(({ file, line, message }) => `${file}:${line} ${message}`),
  };
}

const ROUTE = "@router.get('/a')\ndef a(): ...\n";

/** Creates a router of a framework, and one route on it. */
function other(imports: string, router: string): string {
  return `${imports}\nrouter = ${router}\n${ROUTE}`;
}

const FRAMEWORKS: readonly (readonly [title: string, files: Files, unread: string])[] = [
  [
    "FastAPI",
    { "a.py": other("from fastapi import APIRouter", "APIRouter(prefix='/x')") },
    "a.py:2 FastAPI serves 1 route; only Flask's are read",
  ],
  [
    "an application of FastAPI in another module",
    {
      "a.py": "from main import app as router\n" + ROUTE,
      "main.py": "import fastapi\n\napp = fastapi.FastAPI()\n",
    },
    "main.py:3 FastAPI serves 1 route; only Flask's are read",
  ],
  [
    "an application of FastAPI that a function returns",
    {
      "a.py": ROUTE,
      "main.py": "from fastapi import FastAPI\n\ndef make():\n    return FastAPI(debug=True)\n",
    },
    "main.py:4 FastAPI serves 1 route; only Flask's are read",
  ],
  [
    "Quart",
    { "a.py": other("from quart import Blueprint, Quart", "Blueprint('a', __name__)") },
    "a.py:2 Quart serves 1 route; only Flask's are read",
  ],
  [
    "aiohttp",
    { "a.py": other("from aiohttp import web", "web.RouteTableDef()") },
    "a.py:2 aiohttp serves 1 route; only Flask's are read",
  ],
  [
    "Django",
    { "urls.py": "from django.urls import path\n\nurlpatterns = [path('a/', view)]\n" },
    "urls.py:3 Django serves routes; only Flask's are read",
  ],
];

for (const [title, files, note] of FRAMEWORKS) {
  Deno.test(`routes of other frameworks are not Flask's: ${title}`, () => {
    deepEqual(reading(files), { served: [], dead: [], unread: [note] });
  });
}

Deno.test("routes of Flask beside another framework are read", () => {
  const files = {
    "a.py": other("from fastapi import FastAPI", "FastAPI()"),
    "b.py": "app = Flask(__name__)\n\n@app.get('/b')\ndef b(): ...\n",
    "tests/c.py": other("from quart import Quart", "Quart(__name__)"),
  };
  deepEqual(reading(files), {
    served: ["/b"],
    dead: [],
    unread: ["a.py:2 FastAPI serves 1 route; only Flask's are read"],
  });
});

Deno.test("handlers of other frameworks have no problems of Flask", () => {
  const text = other("from fastapi import FastAPI", "FastAPI()") + ROUTE;
  deepEqual(analyzeFiles(snapshot({ "a.py": text })).problems, []);
});

const BLUEPRINT = "from flask import Blueprint\n" +
  "bp = Blueprint('b', __name__, url_prefix='/b')\n\n@bp.get('/a')\ndef a(): ...\n";

/** Returns a project whose application is created by code that ends with some lines. */
function registering(code: string, more: Files = {}): Files {
  return {
    "app/b.py": BLUEPRINT,
    "app/main.py": `import importlib\nfrom flask import Flask\n\napp = Flask(__name__)\n${code}`,
    ...more,
  };
}

const REGISTRATIONS: readonly (readonly [title: string, files: Files, unread: string])[] = [
  [
    "a loop over modules",
    registering(
      "for name in NAMES:\n    module = importlib.import_module(name)\n" +
        "    app.register_blueprint(module.bp)\n",
    ),
    "app/main.py:7 registers a blueprint that was not found: module.bp",
  ],
  [
    "a loop over the modules of a package",
    registering(
      "for found in pkgutil.iter_modules(['app']):\n" +
        "    module = importlib.import_module(found.name)\n    app.register_blueprint(module.bp)\n",
    ),
    "app/main.py:7 registers a blueprint that was not found: module.bp",
  ],
  [
    "a value of a dictionary",
    registering("app.register_blueprint(\n    ALL['b']\n)\n"),
    "app/main.py:5 registers a blueprint that was not found: ALL['b']",
  ],
  [
    "a function of another module",
    registering("from .make import make\nfound = make()\napp.register_blueprint(found)\n", {
      "app/make.py": "def make():\n    return load()\n",
    }),
    "app/main.py:7 registers a blueprint that was not found: found",
  ],
];

for (const [title, files, note] of REGISTRATIONS) {
  Deno.test(`a registration that is not followed may serve any blueprint: ${title}`, () => {
    deepEqual(reading(files), { served: ["/b/a"], dead: [], unread: [note] });
  });
}

Deno.test("blueprints of other packages register no blueprint of the project", () => {
  const files = registering(
    "from flask_swagger_ui import get_swaggerui_blueprint\nfrom other import their_bp\n" +
      "docs = get_swaggerui_blueprint('/docs')\n" +
      "app.register_blueprint(docs)\napp.register_blueprint(their_bp)\n",
  );
  deepEqual(reading(files), { served: [], dead: ["/b/a"], unread: [] });
});

Deno.test("an application does not count as a blueprint of the same name", () => {
  const files = {
    "main.py": "def create():\n    app = Flask(__name__)\n    from web import app as web_app\n\n" +
      "    app.register_blueprint(web_app)\n",
    "web.py": BLUEPRINT.replaceAll("bp", "app"),
  };
  deepEqual(reading(files), { served: ["/b/a"], dead: [], unread: [] });
});

Deno.test("a project's own class of blueprints is a blueprint", () => {
  const files = registering("from .b import bp\napp.register_blueprint(bp)\n", {
    "app/b.py": BLUEPRINT.replace("= Blueprint(", "= AuthenticatedBlueprint("),
  });
  deepEqual(reading(files), { served: ["/b/a"], dead: [], unread: [] });
});

/** Projects that grow with a size, each in one way. */
const PROJECTS: Readonly<Record<string, (size: number) => Files>> = {
  "routers of another framework": (size) => ({
    "a.py": "from fastapi import APIRouter\n" +
      lines(size, (i) => `r${i} = APIRouter()\n@r${i}.get("/")\ndef g(): ...`),
  }),
  "registrations that are not followed": (size) => ({
    "a.py": lines(
      size,
      (i) =>
        `b${i} = Blueprint("b", __name__)\n@b${i}.get("/")\ndef g(): ...\n` +
        `app.register_blueprint(x[${i}])`,
    ),
  }),
};

for (const [title, project] of Object.entries(PROJECTS)) {
  Deno.test(`${title} are found in linear time`, async () => {
    await assertLinear((size) => {
      const files = project(size);
      return () => reading(files);
    }, 300);
  });
}
