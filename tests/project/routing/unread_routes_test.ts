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

Deno.test("routes of Flask on an application of Connexion are read, and others are not", () => {
  const files = {
    "a.py": "import connexion\n\nrouter = connexion.FlaskApp(__name__)\n" +
      "router.add_api('api.yml')\n\n" + ROUTE,
  };
  deepEqual(reading(files), {
    served: ["/a"],
    dead: [],
    unread: ["a.py:3 Connexion serves routes; only Flask's are read"],
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

const TWO = {
  "app/b.py": BLUEPRINT,
  "app/c.py": BLUEPRINT.replaceAll("/b", "/c").replaceAll("bp", "other"),
};
const IMPORTS = "from app import b, c\nfrom app.b import bp\nfrom app.c import other\n";
const MOUNT = "def mount(app, blueprint, prefix='/x'):\n" +
  "    app.register_blueprint(blueprint, url_prefix=prefix)\n";
const FACTORY = "def make(config):\n    view = Blueprint('d', __name__)\n\n" +
  "    @view.get('/d')\n    def d(): ...\n\n    return view\n";

/** Code that registers two blueprints, and the paths that are served then. */
const FOLLOWED: readonly (readonly [title: string, code: string, served: readonly string[]])[] = [
  [
    "a loop over a list",
    "for each in [bp, other]:\n    app.register_blueprint(each)\n",
    ["/b/a", "/c/a"],
  ],
  [
    "a loop over modules that the code lists",
    "for module in (b, c):\n    app.register_blueprint(module.X, url_prefix='/x')\n",
    ["/x/a", "/x/a"],
  ],
  [
    "a loop over pairs, in a constant",
    "ALL = ((bp, '/x'), (c.other, '/y'))\n\n\ndef register(app):\n" +
    "    for each, prefix in ALL:\n        app.register_blueprint(each, url_prefix=prefix)\n",
    ["/x/a", "/y/a"],
  ],
  [
    "a loop that computes prefixes",
    "for name, each in [('v1', bp), ('v2', other)]:\n" +
    "    app.register_blueprint(each, url_prefix=f'/api/{name}')\n",
    ["/api/v1/a", "/api/v2/a"],
  ],
  [
    "a loop over a dictionary",
    "ALL = {'/x': bp, '/y': other}\nfor prefix, each in ALL.items():\n" +
    "    app.register_blueprint(each, url_prefix=prefix)\n",
    ["/x/a", "/y/a"],
  ],
  [
    "a loop over the values of a dictionary",
    "for each in {'x': bp, 'y': other}.values():\n    app.register_blueprint(each)\n",
    ["/b/a", "/c/a"],
  ],
  [
    "a function",
    "def register(target, blueprint, auth, prefix=None):\n    if prefix:\n" +
    "        target.register_blueprint(blueprint, url_prefix=prefix)\n    else:\n" +
    "        target.register_blueprint(blueprint)\n\n\ndef register_all(application):\n" +
    "    register(application, bp, None, '/x')\n" +
    "    register(application, blueprint=other, auth=None)\n",
    ["/x/a", "/c/a"],
  ],
  [
    "a function of another module",
    "from app.mount import mount\nmount(app, bp)\nmount(app, other, prefix='/y')\n",
    ["/x/a", "/y/a"],
  ],
];

for (const [title, code, served] of FOLLOWED) {
  Deno.test(`registrations are followed: ${title}`, () => {
    const files = {
      ...TWO,
      ...registering(IMPORTS + code.replace("module.X", "module.bp"), {
        "app/c.py": TWO["app/c.py"] + "bp = other\n",
        ...(code.includes("mount") ? { "app/mount.py": MOUNT } : {}),
      }),
    };
    deepEqual(reading(files), { served, dead: [], unread: [] });
  });
}

Deno.test("registrations are followed: functions of modules that make blueprints", () => {
  const files = {
    "app/main.py": "from app import d\n\napp = Flask(__name__)\n" +
      "for module in [d]:\n    app.register_blueprint(module.make(config), url_prefix='/x')\n",
    "app/d.py": FACTORY,
  };
  deepEqual(reading(files), { served: ["/x/d"], dead: [], unread: [] });
});

Deno.test("a function that registers what nobody gives it is not followed", () => {
  const files = registering("def register(target, each):\n    target.register_blueprint(each)\n");
  const unread = ["app/main.py:6 registers a blueprint that was not found: each"];
  deepEqual(reading(files), { served: ["/b/a"], dead: [], unread });
});

Deno.test("a call that gives a computed blueprint is not followed", () => {
  const files = registering(
    "def register(target, each):\n    target.register_blueprint(each)\n\n\n" +
      "register(app, ALL[0])\n",
  );
  const unread = ["app/main.py:9 registers a blueprint that was not found: register"];
  deepEqual(reading(files), { served: ["/b/a"], dead: [], unread });
});

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
  "blueprints that functions get": (size) => ({
    "a.py": "def register(app, each):\n" +
      lines(size, () => "    app.register_blueprint(each)") +
      lines(
        size,
        (i) =>
          `b${i} = Blueprint("b", __name__)\n@b${i}.get("/")\ndef g(): ...\nregister(app, b${i})`,
      ),
  }),
  "loops over pairs": (size) => ({
    "a.py": "ALL = [(a, '/a'), (b, '/b')]\n" +
      lines(
        size,
        () => "for each, prefix in ALL:\n    app.register_blueprint(each, url_prefix=prefix)",
      ),
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
