import { deepEqual, equal, ok } from "node:assert/strict";
import type { Snapshot } from "../../../core/change_set.ts";
import { projectPath } from "../../../core/project_path.ts";
import { createMemoryWorkspace, generateApi } from "../../../mod.ts";
import { layerClass } from "../../../project/layout/layers.ts";
import { DEFAULT_LAYOUT } from "../../../project/layout/layout.ts";
import { pythonFiles } from "../../../project/layout/python_files.ts";
import { ProjectUses } from "../../../project/semantics/uses.ts";
import { readPython } from "../../../python/python_module.ts";
import { symbols } from "../../../python/symbols.ts";
import { arbitrarySpec } from "../../generators/arbitrary_spec.ts";
import { assertLinear, countWork } from "../../tools/counted_work.ts";
import { fc, IS_FULL_TIER } from "../../tools/tier.ts";
import { snapshot } from "../snapshot.ts";

type Files = Readonly<Record<string, string>>;

function usesOf(files: Files, asked: string): string[] {
  const [path = "", name = null] = asked.split(" ");
  return new ProjectUses(snapshot(files)).of({ path: projectPath(path), name })
    .map((use) => `${use.path}:${use.line} ${use.kind}`);
}

const SERVICE = "api/services/products_service.py";
const REPOSITORY = "api/repositories/products_repository.py";
const ROUTE = "api/routes/products_route.py";

const BASE: Files = {
  [SERVICE]: `class ProductsService:
    def __init__(self, repository):
        self.repository = repository

    def get(self):
        return []

    def get_sale(self):
        return []


def build():
    return ProductsService(None)


shared = ProductsService(None)
`,
  [REPOSITORY]: `class ProductsRepository:
    def get(self):
        return []

    def get_sale(self):
        return []
`,
  [ROUTE]: `from flask import Blueprint

products_bp = Blueprint("products", __name__)


@products_bp.get("/sale")
def get_sale():
    return []
`,
};

const CLASS = `${SERVICE} ProductsService`;
const METHOD = `${SERVICE} ProductsService.get_sale`;
const HANDLER = `${ROUTE} get_sale`;
const IMPORT = "from api.services.products_service import ProductsService\n";

type Case = readonly [what: string, asked: string, code: string, uses: string];

/** Code in `main.py`, and the uses in it: each with its line and its kind. */
const CASES: readonly Case[] = [
  ["an import", CLASS, IMPORT, "1 import"],
  ["an import of a module", SERVICE, IMPORT, "1 import"],
  [
    "an import under another name",
    CLASS,
    "from api.services.products_service import ProductsService as P\nP()\n",
    "1 import, 2 name",
  ],
  [
    "a relative import",
    CLASS,
    "from .api.services.products_service import ProductsService\n",
    "1 import",
  ],
  [
    "an import in a function",
    CLASS,
    "def f():\n    from api.services.products_service import ProductsService\n    return ProductsService()\n",
    "2 import, 3 name",
  ],
  [
    "an import of everything",
    CLASS,
    "from api.services.products_service import *\nProductsService()\n",
    "2 name",
  ],
  [
    "an import of everything of a module",
    SERVICE,
    "from api.services.products_service import *\n",
    "1 import",
  ],
  [
    "a module under another name",
    CLASS,
    "import api.services.products_service as x\nx.ProductsService()\n",
    "2 attribute",
  ],
  [
    "a module by its full name",
    CLASS,
    "import api.services.products_service\napi.services.products_service.ProductsService\n",
    "2 attribute",
  ],
  [
    "a module of a package",
    CLASS,
    "from api.services import products_service\nproducts_service.ProductsService\n",
    "2 attribute",
  ],
  [
    "a module of a package, as a whole",
    SERVICE,
    "from api.services import products_service\nproducts_service.ProductsService\n",
    "1 import, 2 name",
  ],
  [
    "an annotation",
    CLASS,
    `${IMPORT}def f(x: ProductsService) -> list[ProductsService]: ...\n`,
    "1 import, 2 name, 2 name",
  ],
  [
    "a quoted annotation",
    CLASS,
    `${IMPORT}def f(x: "ProductsService | None"): ...\n`,
    "1 import, 2 string",
  ],
  ["a base class", CLASS, `${IMPORT}class A(ProductsService): ...\n`, "1 import, 2 name"],
  [
    "a decorator's argument",
    CLASS,
    `${IMPORT}@inject(ProductsService)\ndef f(): ...\n`,
    "1 import, 2 name",
  ],
  [
    "a full name in a string",
    CLASS,
    'patch("api.services.products_service.ProductsService")\n',
    "1 string",
  ],
  [
    "a full name through another module",
    CLASS,
    'import x\npatch("y.ProductsService")\n',
    "2 string",
  ],
  ["__all__", CLASS, `${IMPORT}__all__ = ["ProductsService"]\n`, "1 import, 2 string"],
  [
    "a name in a field of a string",
    CLASS,
    `${IMPORT}f"{ProductsService!r} ProductsService"\n`,
    "1 import, 2 name",
  ],
  ["another class of the name", CLASS, "class ProductsService: ...\nProductsService()\n", ""],
  [
    "a parameter of the name",
    HANDLER,
    "from api.routes.products_route import get_sale\ndef f(get_sale): return get_sale()\n",
    "1 import",
  ],
  [
    "a local variable of the name",
    HANDLER,
    "from api.routes.products_route import get_sale\ndef f():\n    get_sale = 1\n    return get_sale\n",
    "1 import",
  ],
  [
    "an attribute of the name",
    HANDLER,
    "from api.routes.products_route import get_sale\nx.get_sale()\n",
    "1 import",
  ],
  [
    "a keyword argument of the name",
    HANDLER,
    "from api.routes.products_route import get_sale\nf(get_sale=1)\n",
    "1 import",
  ],
  ["a docstring of the name", CLASS, '"""ProductsService"""\n', ""],
  ["a comment of the name", CLASS, "# ProductsService\n", ""],
  ["a method of a new instance", METHOD, `${IMPORT}ProductsService(1).get_sale()\n`, "2 attribute"],
  [
    "a method of a variable",
    METHOD,
    `${IMPORT}service = ProductsService(1)\ndef f(): return service.get_sale()\n`,
    "3 attribute",
  ],
  [
    "a method of a local variable",
    METHOD,
    `${IMPORT}def f():\n    service = ProductsService(1)\n    return service.get_sale()\n`,
    "4 attribute",
  ],
  [
    "a method of a parameter",
    METHOD,
    `${IMPORT}def f(x: ProductsService): return x.get_sale()\n`,
    "2 attribute",
  ],
  [
    "a method of a parameter that may be none",
    METHOD,
    `${IMPORT}from typing import Optional\ndef f(x: Optional["ProductsService"]): return x.get_sale()\n`,
    "3 attribute",
  ],
  [
    "a method of what a function returns",
    METHOD,
    `${IMPORT}def service() -> ProductsService: ...\nservice().get_sale()\n`,
    "3 attribute",
  ],
  [
    "a method of what another module's function returns",
    METHOD,
    "from api.services.products_service import build\nbuild().get_sale()\n",
    "2 attribute",
  ],
  [
    "a method of another module's variable",
    METHOD,
    "from api.services.products_service import shared as s\ns.get_sale()\n",
    "2 attribute",
  ],
  [
    "a method of an attribute",
    METHOD,
    `${IMPORT}class A:\n    def __init__(self, x: ProductsService):\n        self.x = x\n\n    def f(self): return self.x.get_sale()\n`,
    "6 attribute",
  ],
  [
    "a method of a field",
    METHOD,
    `${IMPORT}class A:\n    x: ProductsService\n    def f(self): return self.x.get_sale()\n`,
    "4 attribute",
  ],
  [
    "a method of a subclass",
    METHOD,
    `${IMPORT}class A(ProductsService): ...\nA(1).get_sale()\n`,
    "3 attribute",
  ],
  [
    "a method that a subclass overrides",
    METHOD,
    `${IMPORT}class A(ProductsService):\n    def get_sale(self): ...\nA(1).get_sale()\n`,
    "",
  ],
  [
    "a method of the class above",
    METHOD,
    `${IMPORT}class A(ProductsService):\n    def f(self): return super().get_sale()\n`,
    "3 attribute",
  ],
  [
    "a method of the class itself",
    METHOD,
    `${IMPORT}ProductsService.get_sale = 1\n`,
    "2 attribute",
  ],
  [
    "a method of an unknown object",
    METHOD,
    `${IMPORT}def f(x): return x.get_sale()\n`,
    "2 attribute",
  ],
  [
    "a method of an unknown object's part",
    METHOD,
    `${IMPORT}def f(x): return (x or y)[0].get_sale()\n`,
    "2 attribute",
  ],
  [
    "a method of an unknown object, the class being elsewhere",
    METHOD,
    "def f(x): return x.get_sale()\n",
    "",
  ],
  [
    "a method of a stand-in",
    METHOD,
    'def f(x: Mock):\n    patch("api.services.products_service.ProductsService")\n    x.get_sale.return_value = 1\n',
    "3 attribute",
  ],
  [
    "a method of something of Flask's",
    `${SERVICE} ProductsService.get`,
    `${IMPORT}from flask import request\nrequest.args.get("a")\n`,
    "",
  ],
  [
    "a method of something kept in g",
    METHOD,
    `${IMPORT}from flask import g\ng.service.get_sale()\n`,
    "3 attribute",
  ],
  [
    "a method of something kept in an application",
    METHOD,
    `${IMPORT}app = Flask(__name__)\napp.service = ProductsService(1)\napp.service.get_sale()\n`,
    "4 attribute",
  ],
  [
    "a method of something kept in g of the whole package",
    METHOD,
    `${IMPORT}import flask\nflask.g.service.get_sale()\n`,
    "3 attribute",
  ],
  [
    "a method of a parameter of any type",
    METHOD,
    `${IMPORT}import typing\ndef f(x: typing.Any): x.get_sale()\n`,
    "3 attribute",
  ],
  [
    "a method of another class of ours",
    METHOD,
    `${IMPORT}from api.repositories.products_repository import ProductsRepository\nProductsRepository().get_sale()\n`,
    "",
  ],
  ["a method of a fixture", METHOD, "def test(fixed): fixed.get_sale()\n", "1 attribute"],
  [
    "a method in a string",
    METHOD,
    'patch("api.services.products_service.ProductsService.get_sale")\n',
    "1 string",
  ],
  [
    "a method through getattr",
    METHOD,
    `${IMPORT}getattr(ProductsService(1), "get_sale")\n`,
    "2 string",
  ],
  [
    "a method through getattr of an unknown object",
    METHOD,
    `${IMPORT}def f(x): return getattr(x[0], "get_sale")\n`,
    "2 string",
  ],
  [
    "a method through patch.object",
    METHOD,
    `${IMPORT}patch.object(ProductsService, "get_sale", 1)\n`,
    "2 string",
  ],
  [
    "a method through monkeypatch",
    METHOD,
    `${IMPORT}def test(monkeypatch): monkeypatch.setattr(ProductsService, "get_sale", 1)\n`,
    "2 string",
  ],
  [
    "a function through getattr",
    HANDLER,
    'import api.routes.products_route as r\ngetattr(r, "get_sale")\n',
    "2 string",
  ],
  ["an endpoint", HANDLER, 'url_for("products.get_sale")\n', "1 string"],
  ["an endpoint of another blueprint", HANDLER, 'url_for("users.get_sale")\n', ""],
  ["an endpoint in a variable", HANDLER, 'VIEW = "products.get_sale"\n', "1 string"],
  [
    "a blueprint",
    `${ROUTE} products_bp`,
    "from api.routes.products_route import products_bp\napp.register_blueprint(products_bp)\n",
    "1 import, 2 name",
  ],
  [
    "a name that is bound twice",
    CLASS,
    "try:\n    from api.services.products_service import ProductsService\nexcept ImportError:\n    ProductsService = None\nProductsService()\n",
    "2 import, 5 name",
  ],
];

const OTHERS: Files = {
  "y.py": "from api.services.products_service import ProductsService\n",
  "conftest.py": "import pytest\nfrom api.services.products_service import ProductsService\n\n" +
    "@pytest.fixture\ndef fixed():\n    yield ProductsService(1)\n",
};

Deno.test("ProjectUses finds uses of every kind", async (test) => {
  ok(CASES.length > 40);
  for (const [what, asked, code, expected] of CASES) {
    await test.step(what, () => {
      const found = usesOf({ ...BASE, ...OTHERS, "main.py": code }, asked)
        .filter((use) => use.startsWith("main.py:"))
        .map((use) => use.slice("main.py:".length));
      equal(found.join(", "), expected);
    });
  }
});

Deno.test("ProjectUses follows re-exports", () => {
  const files = {
    ...BASE,
    "api/services/__init__.py": "from .products_service import ProductsService as Shop\n",
    "api/all.py": "from .services import *\n",
    "main.py": "from api.all import Shop\n\nShop(1).get_sale()\n",
    "other.py": "from api import services\n\nservices.Shop(1).get_sale()\n",
  };
  deepEqual(usesOf(files, CLASS), [
    "api/services/__init__.py:1 import",
    `${SERVICE}:13 name`,
    `${SERVICE}:16 name`,
    "main.py:1 import",
    "main.py:3 name",
    "other.py:3 attribute",
  ]);
  deepEqual(usesOf(files, METHOD), ["main.py:3 attribute", "other.py:3 attribute"]);
});

Deno.test("ProjectUses finds methods of objects that other modules keep", () => {
  const files = {
    ...BASE,
    "api/container.py": `${IMPORT}from injector import Container, Factory


class Services(Container):
    products = Factory(ProductsService)


services = Services()
registry = {"products": ProductsService(1)}


def find(name):
    return registry[name]
`,
    "a.py": "from api.container import services\n\nservices.products().get_sale()\n",
    "b.py": 'from api.container import registry\n\nregistry["products"].get_sale()\n',
    "c.py": 'from api import container\n\ncontainer.find("products").get_sale()\n',
    "d.py": "from api.container import Services\n\ns = Services()\ns.products.get_sale()\n",
  };
  deepEqual(usesOf(files, METHOD), [
    "a.py:3 attribute",
    "b.py:3 attribute",
    "c.py:3 attribute",
    "d.py:4 attribute",
  ]);
});

Deno.test("ProjectUses finds methods of objects that classes are given", () => {
  const files = {
    ...BASE,
    "main.py": "from api.repositories.products_repository import ProductsRepository\n" +
      `${IMPORT}\nmake(ProductsService(lazily(ProductsRepository)))\n`,
    [SERVICE]: `${BASE[SERVICE]}\nclass A:\n    def f(self, x): return x.repository.get_sale()\n`,
  };
  deepEqual(usesOf(files, `${REPOSITORY} ProductsRepository.get_sale`), [
    `${SERVICE}:19 attribute`,
  ]);
});

Deno.test("ProjectUses finds methods of objects that modules share", () => {
  const files = {
    ...BASE,
    "main.py": `${IMPORT}
def create_app():
    app = Flask(__name__)
    app.extensions["products"] = ProductsService(1)
`,
    "a.py": "from flask import current_app\n\n\ndef service():\n" +
      '    return current_app.extensions["products"]\n\n\nservice().get_sale()\n',
    "b.py": "from a import service\n\nservice().get_sale()\n",
    "c.py": "from flask import g\n\ng.products.get_sale()\n",
    "d.py": "def f(x): return x.get_sale()\n",
  };
  deepEqual(usesOf(files, METHOD), ["a.py:8 attribute", "b.py:3 attribute", "c.py:3 attribute"]);
  const { "main.py": _, ...others } = files;
  deepEqual(usesOf(others, METHOD), []);
});

Deno.test("ProjectUses ignores parts of files", () => {
  const main = `${IMPORT}\nProductsService(1).get_sale()\nProductsService(2).get_sale()\n`;
  const files = snapshot({ ...BASE, "main.py": main });
  const [start, end] = [main.indexOf("\nP"), main.indexOf("\nProductsService(2)")];
  const ignored = new Map([[projectPath("main.py"), [
    { start, end },
    { start: start + 1, end: start + 2 },
  ]]]);
  deepEqual(
    new ProjectUses(files, ignored).of({
      path: projectPath(SERVICE),
      name: "ProductsService.get_sale",
    }),
    [
      {
        path: "main.py",
        line: 4,
        offset: main.lastIndexOf("get_sale"),
        kind: "attribute",
        isSure: true,
      },
    ],
  );
});

function places(path: string, text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(({ index, 0: found }) => {
    const line = text.slice(0, index + found.length).split("\n").length;
    return `${path}:${line}`;
  });
}

/**
 * Finds the uses of a name in code. Strings, comments and definitions do not count, nor do aliases,
 * whose definitions start a line.
 */
function named(path: string, text: string, name: string): string[] {
  return text.split("\n").flatMap((line, index) => {
    const code = line.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|#.*/g, '""');
    const count = [...code.matchAll(new RegExp(`(?<![\\w.]|class |^)${name}\\b`, "g"))].length;
    return Array.from({ length: count }, () => `${path}:${index + 1}`);
  });
}

/** Finds the uses of every definition of a route by searching the texts of its layers. */
function expectedUses(files: Snapshot, route: string): ReadonlyMap<string, string[]> {
  const paths = DEFAULT_LAYOUT.routePaths(route);
  const text = (path: string) => files.get(projectPath(path)) ?? "";
  const expected = new Map<string, string[]>();
  const own = [paths.route, paths.service, paths.repository, paths.model];
  const classes = [[paths.service, layerClass("service", route)], [
    paths.repository,
    layerClass("repository", route),
  ]];
  const models = symbols(readPython(text(paths.model))).map(({ name }) => [paths.model, name]);
  for (const [path = "", name = ""] of [...classes, ...models]) {
    const patched = places(
      paths.test,
      text(paths.test),
      new RegExp(`patch\\(\\s*"[^"]*\\.${name}"`, "g"),
    );
    expected.set(`${path} ${name}`, [
      ...[...own, paths.test].flatMap((each) => named(each, text(each), name)),
      ...patched,
    ]);
  }
  for (const { name, kind } of symbols(readPython(text(paths.service)))) {
    const method = name.split(".")[1] ?? "";
    if (kind !== "method" || method === "__init__") continue;
    expected.set(`${paths.service} ${name}`, [
      ...places(
        paths.route,
        text(paths.route),
        new RegExp(`\\bservice\\(\\)\\.${method}(?=\\()`, "g"),
      ),
      ...places(paths.test, text(paths.test), new RegExp(`\\bservice\\.${method}(?=\\.)`, "g")),
    ]);
  }
  for (const { name } of symbols(readPython(text(paths.repository)))) {
    if (name.includes(".")) expected.set(`${paths.repository} ${name}`, []);
  }
  for (const { name } of symbols(readPython(text(paths.route)))) {
    const pattern = name === "service"
      ? /\bservice(?=\(\)\.)/g
      : name === `${route}_bp`
      ? new RegExp(`^@${name}(?=\\.)`, "gm")
      : new RegExp(`(?<=url_for\\(\\s*)"\\w*\\.${name}"`, "g");
    expected.set(`${paths.route} ${name}`, places(paths.route, text(paths.route), pattern));
  }
  for (const { name } of symbols(readPython(text(paths.test)))) {
    const pattern = name === "service" ? /(?<=FlaskClient,\s+)service(?=: Mock)/g : /(?!)/g;
    expected.set(`${paths.test} ${name}`, places(paths.test, text(paths.test), pattern));
  }
  return expected;
}

Deno.test("ProjectUses finds exactly what the layers of a generated project use", async () => {
  await fc.assert(
    fc.asyncProperty(arbitrarySpec, async ({ text, endpoints }) => {
      const workspace = createMemoryWorkspace();
      equal((await generateApi(workspace, "demo", text)).status, "applied");
      const files = pythonFiles(workspace.files());
      const uses = new ProjectUses(files);
      for (const route of new Set(endpoints.map((each) => each.route))) {
        for (const [asked, expected] of expectedUses(files, route)) {
          const [path = "", name = ""] = asked.split(" ");
          const definition = { path: projectPath(path), name };
          // A model in functional form contains its own name, which does not count.
          const own = symbols(readPython(files.get(definition.path) ?? ""))
            .filter((symbol) => symbol.kind === "assignment" && symbol.name === name);
          const ignored = new Map([[definition.path, own]]);
          const found = own.length === 0 || name.endsWith("_bp")
            ? uses.of(definition)
            : new ProjectUses(files, ignored).of(definition);
          deepEqual(
            found.map((use) => `${use.path}:${use.line}`),
            expected.toSorted(byPlace),
            asked,
          );
        }
      }
    }),
    { numRuns: IS_FULL_TIER ? 500 : 15 },
  );
});

function byPlace(a: string, b: string): number {
  const [left = "", leftLine] = a.split(":");
  const [right = "", rightLine] = b.split(":");
  return left === right ? Number(leftLine) - Number(rightLine) : left < right ? -1 : 1;
}

/** Returns a project with a number of generated routes. */
function routes(size: number): Files {
  return Object.fromEntries(
    Array.from({ length: size }, (_, index) => [
      [`api/services/r${index}_service.py`, `class R${index}Service:\n    def get(self): ...\n`],
      [
        `api/routes/r${index}_route.py`,
        `from flask import Blueprint, jsonify\n\nfrom api.services.r${index}_service import R${index}Service\n\n` +
        `bp = Blueprint("r${index}", __name__)\n\n\n@bp.get("")\ndef get():\n` +
        `    return jsonify(R${index}Service().get())\n`,
      ],
      [
        `tests/test_r${index}.py`,
        `def test(client, service):\n    patch("api.routes.r${index}_route.R${index}Service")\n` +
        `    service.get.return_value = 1\n    url_for("r${index}.get")\n`,
      ],
    ]).flat() as [string, string][],
  );
}

function askAll(files: Snapshot, count: number): () => unknown {
  return () => {
    const uses = new ProjectUses(files);
    for (let index = 0; index < count; index++) {
      const path = projectPath(`api/services/r${index}_service.py`);
      equal(uses.of({ path, name: `R${index}Service.get` }).length, 2);
      uses.of({ path: projectPath(`api/routes/r${index}_route.py`), name: "get" });
    }
  };
}

const GROWING: Readonly<Record<string, (size: number) => Files>> = {
  "variables that stand for each other": (size) => ({
    "a.py": Array.from({ length: size }, (_, i) => `a${i} = a${i + 1}\na${i}.get()\n`).join(""),
  }),
  "modules that import from each other": (size) =>
    Object.fromEntries(
      Array.from(
        { length: size },
        (_, i) => [`a${i}.py`, `from a${(i + 1) % size} import *\nb.c()\n`],
      ),
    ),
  "classes that inherit from each other": (size) => ({
    "a.py": Array.from({ length: size }, (_, i) => `class A${i}(A${i + 1}): ...\nA${i}().get()\n`)
      .join(""),
  }),
  "a class with many methods": (size) => ({
    "a.py": `class A:\n${
      Array.from({ length: size }, (_, i) => `    def f${i}(self): return self.f${i}()\n`).join("")
    }`,
  }),
  "calls in calls": (size) => ({
    "a.py": `${"f(".repeat(150)}1${")".repeat(150)}\n`.repeat(IS_FULL_TIER ? size : size / 10),
  }),
};

Deno.test("ProjectUses takes linear time", async (test) => {
  await test.step("all definitions of a project", () =>
    assertLinear((size) => askAll(snapshot(routes(size)), size), 50));
  for (const [what, files] of Object.entries(GROWING)) {
    await test.step(what, () =>
      assertLinear((size) => {
        const project = snapshot(files(size));
        return () => new ProjectUses(project).of({ path: projectPath("a.py"), name: "A.get" });
      }, 100));
  }
  await test.step("a function of a module that imports much from another one", () =>
    assertLinear((size) => {
      const names = Array.from({ length: size }, (_, index) => `n${index}`);
      const project = snapshot({
        "a.py": `from b import ${names.join(", ")}\n\ndef f(): ...\n`,
        "b.py": `# Blueprint\n${names.map((name) => `${name} = 1\n`).join("")}`,
      });
      return () => new ProjectUses(project).of({ path: projectPath("a.py"), name: "f" });
    }, 100));
});

Deno.test("ProjectUses answers a thousand questions almost as fast as one", async () => {
  const files = snapshot(routes(300));
  const one = await countWork(askAll(files, 1));
  const all = await countWork(askAll(files, 300));
  ok(all < 1.3 * one, `Counted ${all} for all, but ${one} for one`);
});

Deno.test("ProjectUses finds the modules that need the imports of a module", () => {
  const files = {
    ...BASE,
    "api/all.py": `${IMPORT}from flask import jsonify\n`,
    "main.py":
      "from api.all import ProductsService, jsonify\n\nimport api.all\n\napi.all.jsonify()\n",
  };
  deepEqual(usesOf(files, "api/all.py jsonify"), ["main.py:1 import", "main.py:5 attribute"]);
  deepEqual(usesOf(files, "api/all.py ProductsService"), ["main.py:1 import"]);
});
