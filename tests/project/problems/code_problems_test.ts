import { deepEqual, equal } from "node:assert/strict";
import type { ProjectPath } from "../../../core/project_path.ts";
import { createMemoryWorkspace, generateApi, projectStatus } from "../../../mod.ts";
import { codeProblems } from "../../../project/problems/code_problems.ts";
import type { ApiSpecInput } from "../../../spec/api_spec_input.ts";
import { assertLinear } from "../../tools/counted_work.ts";
import { snapshot } from "../snapshot.ts";

type Files = Readonly<Record<string, string>>;

const SPEC: ApiSpecInput = {
  routes: {
    products: { resource: { id: 1, name: "Teapot" } },
    orders: {
      methods: { GET: { mock: [{ id: 1 }] }, POST: { body: { sku: "x" }, mock: { id: 1 } } },
      subroutes: { open: { type: "GET", mock: [] } },
    },
  },
};

const ROUTE = "api/routes/orders_route.py";
const SERVICE = "api/services/orders_service.py";
const MODEL = "api/models/orders_model.py";

async function generated(spec: ApiSpecInput = SPEC) {
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "shop", spec);
  return Object.fromEntries(workspace.files());
}

const FILES = await generated();

/** What people did, the texts that they replaced in a file, and the problems. */
const BROKEN: readonly (readonly [
  title: string,
  path: string,
  change: (text: string) => string | null,
  problems: readonly string[],
])[] = [
  ["a deleted service", SERVICE, () => null, [
    `${ROUTE}:10 imports api.services.orders_service, which does not exist`,
  ]],
  ["a renamed class", MODEL, (text) => text.replace("class OrdersBody", "class NewOrder"), [
    `api/repositories/orders_repository.py:5 imports 'OrdersBody' from api.models.orders_model, ` +
    `but ${MODEL} has no 'OrdersBody'`,
    `${ROUTE}:6 imports 'OrdersBody' from api.models.orders_model, but ${MODEL} has no 'OrdersBody'`,
    `${SERVICE}:5 imports 'OrdersBody' from api.models.orders_model, but ${MODEL} has no 'OrdersBody'`,
  ]],
  ["a renamed method", SERVICE, (text) => text.replace("def get_open(", "def opened("), [
    `${ROUTE}:31 calls 'get_open', which OrdersService in ${SERVICE} does not have`,
  ]],
  [
    "a method that a base may have",
    SERVICE,
    (text) =>
      text.replace("def get_open(", "def opened(").replace("OrdersService:", "OrdersService(Base):")
        .replace("\nclass", "\nfrom shared import Base\n\nclass"),
    [],
  ],
  [
    "a method that code adds",
    SERVICE,
    (text) =>
      text.replace("def get_open(", "def opened(") +
      "\nOrdersService.get_open = OrdersService.get\n",
    [],
  ],
  ["an undefined name", ROUTE, (text) => text.replace("def service(", "def servis("), [
    `${ROUTE}:21 'service' is used, but nothing defines it`,
  ]],
  ["a method twice", SERVICE, (text) => `${text}\n    def get(self) -> None: ...\n`, [
    `${SERVICE}:25 a second definition of 'OrdersService.get' replaces the first`,
  ]],
];

for (const [title, path, change, problems] of BROKEN) {
  Deno.test(`codeProblems() finds ${title}`, () => {
    const { [path]: text = "", ...others } = FILES;
    const changed = change(text);
    const files: Files = changed === null ? others : { ...others, [path]: changed };
    const python = Object.entries(files).filter(([each]) => each.endsWith(".py"));
    deepEqual(
      codeProblems(snapshot(Object.fromEntries(python)))
        .map(({ file, line, message }) => `${file}:${line} ${message}`),
      problems,
    );
  });
}

/** Files, and the problems that are certain. */
const FOREIGN: readonly (readonly [title: string, files: Files, problems: readonly string[]])[] = [
  ["methods that code assigns together, in a loop and as a context", {
    "app/__init__.py": "",
    "app/a.py": "class A:\n    def __init__(self, x):\n        self.b, self.c = x, x\n" +
      "        for self.d in x: pass\n        with x as self.e: pass\n\n" +
      "    def a(self):\n        self.b()\n        self.d()\n        self.e()\n",
  }, []],
  ["a method that a call with a keyword names", {
    "app/__init__.py": "",
    "app/a.py": "class A:\n    def a(self):\n        return self.b(c=1)\n",
  }, ["app/a.py:3 calls 'b', which A in app/a.py does not have"]],
  ["a module of another package", { "app/__init__.py": "from flask.json import x\n" }, []],
  ["a module that a build writes", { "app/__init__.py": "from app._version import x\n" }, []],
  ["such a module, imported from its package", {
    "app/__init__.py": "",
    "app/health.py": "from app import version\n",
  }, []],
  ["a name like that of such a module, of a module that is no package", {
    "app/__init__.py": "",
    "app/health.py": "from app.facts import version\n",
    "app/facts.py": "",
  }, ["app/health.py:1 imports 'version' from app.facts, but app/facts.py has no 'version'"]],
  ["a package around a compiled module", { "fast/__init__.py": "from .fast import *\n" }, []],
  ["a deleted module that has the name of its package", {
    "orders/__init__.py": "from .orders import bp\n",
  }, ["orders/__init__.py:1 imports .orders, which does not exist"]],
  ["an optional module", {
    "app/__init__.py": "try:\n    from app.extra import x\nexcept ImportError:\n    x = None\n",
  }, []],
  ["a module of two packages of one name", {
    "a/app/__init__.py": "import app.tasks\n",
    "b/app/__init__.py": "",
    "b/app/tasks.py": "",
  }, []],
  ["a package whose modules are elsewhere", {
    "app/__init__.py": "from a import find\n\n__path__ = find()\nimport app.tasks\n",
  }, []],
  ["a relative import", { "app/__init__.py": "", "app/a.py": "from .b import c\n" }, [
    "app/a.py:1 imports .b, which does not exist",
  ]],
  ["an import below src", {
    "src/app/__init__.py": "from app.a import b, c\n",
    "src/app/a.py": "def b(): ...\n",
  }, ["src/app/__init__.py:1 imports 'c' from app.a, but src/app/a.py has no 'c'"]],
  ["a member that code adds", {
    "app/__init__.py": "from app.a import b\n",
    "app/a.py": "globals()['b'] = 1\n",
  }, []],
  ["a submodule", { "app/__init__.py": "from app import a\n", "app/a.py": "" }, []],
  ["a test", { "app/__init__.py": "", "tests/test_a.py": "from app.b import c\nx\n" }, []],
  ["a route with a name like that of a test", {
    "api/__init__.py": "",
    "api/routes/__init__.py": "",
    "api/services/__init__.py": "",
    "api/routes/test_runs_route.py": "from api.services.test_runs_service import A\n",
    "api/services/test_runs_service.py": "from api.b import c\n",
  }, [
    "api/routes/test_runs_route.py:1 imports 'A' from api.services.test_runs_service, but " +
    "api/services/test_runs_service.py has no 'A'",
    "api/services/test_runs_service.py:1 imports api.b, which does not exist",
  ]],
  ["a module of a route with a name like that of a built module", {
    "api/__init__.py": "",
    "api/versions_service.py": "from api.versions_repository import A\nimport api._version\n",
  }, ["api/versions_service.py:1 imports api.versions_repository, which does not exist"]],
  ["a module of a domain package", {
    "api/__init__.py": "",
    "api/routes/__init__.py": "",
    "api/orders/routes.py": "from flask import Blueprint\n\nx\n",
  }, ["api/orders/routes.py:3 'x' is used, but nothing defines it"]],
  ["a module of another layout", { "app/__init__.py": "x\n" }, []],
  ["a method that a base of the project may have", {
    "app/__init__.py": "",
    "app/a.py": "class A:\n    def a(self): ...\n\n\nclass B(A):\n    def b(self): ...\n",
    "app/c.py": "from app.a import B\n\nB().a()\nB().b()\nB().c()\n",
  }, ["app/c.py:5 calls 'c', which B in app/a.py does not have"]],
  ["a method that the base of another package may have", {
    "app/__init__.py": "",
    "app/a.py": "from x import A\n\n\nclass B(A):\n    def b(self): ...\n",
    "app/c.py": "from app.a import B\n\nB().c()\n",
  }, []],
  ["a method with the name of a text", {
    "app/__init__.py": "",
    "app/a.py": "class A:\n    def a(self): ...\n",
    "app/c.py": 'from app.a import A\n\nprint("b")\nA().b()\n',
  }, ["app/c.py:4 calls 'b', which A in app/a.py does not have"]],
  ["a method whose name a function looks up", {
    "app/__init__.py": "",
    "app/a.py": "class A:\n    def a(self): ...\n",
    "app/c.py": 'from app.a import A\n\nif hasattr(A, "b"):\n    A().b()\n',
  }, []],
  ["a method that another module adds", {
    "app/__init__.py": "",
    "app/a.py": "class A:\n    def a(self): ...\n",
    "app/b.py": 'from app.a import A\n\nsetattr(A, "b", print)\n',
    "app/c.py": "from app.a import A\n\nA().b()\n",
  }, []],
  ["names in the lines of a statement", {
    "app/__init__.py": "",
    "app/a.py": "class A:\n    def a(self): ...\n",
    "app/c.py": "from app.a import A\n\nprint(\n    A()\n    .b(),\n)\n",
  }, ["app/c.py:5 calls 'b', which A in app/a.py does not have"]],
  ["the first parameter of a static method", {
    "app/__init__.py": "class A:\n    @staticmethod\n    def b(c):\n        c.d()\n",
  }, []],
];

for (const [title, files, problems] of FOREIGN) {
  Deno.test(`codeProblems() reads ${title}`, () => {
    deepEqual(
      codeProblems(snapshot(files)).map(({ file, line, message }) => `${file}:${line} ${message}`),
      problems,
    );
  });
}

Deno.test("codeProblems() takes time in proportion to the code", async () => {
  const project = (size: number): ReadonlyMap<ProjectPath, string> =>
    snapshot(Object.fromEntries([
      ["app/__init__.py", ""],
      ["app/a.py", `class A:\n${"    def b(self): ...\n".repeat(size)}`],
      ...Array.from({ length: size }, (_, at) => [
        `app/m${at}.py`,
        `from app.a import A, x${at}\n\ndef c() -> A: ...\n\nc().d${at}()\ny${at}\n`,
      ]),
    ]));
  await assertLinear((size) => {
    const files = project(size);
    return () => codeProblems(files);
  }, 100);
});

/** Changes that lose a module of the route of orders, and the advice about the import of it. */
const ADVICE: readonly (readonly [
  title: string,
  change: (files: Files) => Files,
  hint: string | undefined,
])[] = [
  [
    "the command that brings a missing file back",
    ({ [SERVICE]: _, ...files }) => files,
    `'layerwright generate api --json shop.json --restore ${SERVICE}' brings it back`,
  ],
  [
    "the file that has the code of a missing one",
    ({ [SERVICE]: text = "", ...files }) => ({ ...files, "api/orders.py": text }),
    "'OrdersService' is in api/orders.py: import it from there",
  ],
  [
    "no command for a route whose other code people moved",
    ({ [SERVICE]: _, [MODEL]: text = "", ...files }) => ({ ...files, "api/orders.py": text }),
    undefined,
  ],
];

for (const [title, change, hint] of ADVICE) {
  Deno.test(`projectStatus() names ${title}`, async () => {
    const workspace = createMemoryWorkspace(change(FILES));
    const { data } = await projectStatus(workspace, "shop", { spec: SPEC, specPath: "shop.json" });
    const problem = data?.problems.find(({ message }) => message.includes("orders_service"));
    equal(problem?.hint, hint);
  });
}
