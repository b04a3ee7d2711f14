/** The shared code that only some projects contain, and what shows it. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { projectFiles, projectValues } from "../../../generators/code/project_files.ts";
import {
  hasPerRequest,
  showsSupport,
  SUPPORT_FILES,
  textsWithAndWithout,
} from "../../../generators/code/support.ts";
import { projectPath } from "../../../core/project_path.ts";
import { importName } from "../../../project/layout/import_name.ts";
import { readImports } from "../../../python/imports.ts";
import type { Support } from "../../../templates/mod.ts";
import { readPython } from "../../../python/python_module.ts";
import { generateRoute } from "../../../mod.ts";
import { generate, remove, run } from "../edited_project.ts";

const MODULES: readonly (readonly [text: string | undefined, expected: boolean])[] = [
  ["def per_request(make):\n    return make()\n", true],
  ["from shop.scopes import per_request\n", true],
  ["per_request = None\n", false],
  ["def once_per_request(make):\n    return make()\n", false],
  ["", false],
  [undefined, false],
];

for (const [text, expected] of MODULES) {
  Deno.test(`hasPerRequest() is ${expected} for ${JSON.stringify(text)}`, () => {
    equal(hasPerRequest(text), expected);
  });
}

Deno.test("generateRoute() uses per_request() if the project has it", async () => {
  const files = await generate({ routes: { users: { type: "GET" } } });
  for (
    const [project, repository] of [
      [files, "per_request(OrdersRepository)"],
      [remove("api/per_request.py")(files), "OrdersRepository()"],
    ] as const
  ) {
    const outcome = await run(project, (workspace) => generateRoute(workspace, "orders"));
    const route = outcome.files["api/routes/orders_route.py"] ?? "";
    ok(route.includes(`return OrdersService(${repository})\n`), route);
    equal(route.includes("from api.per_request import"), repository.startsWith("per_request"));
  }
});

/** A spec whose project has all shared code. */
const SPEC = {
  routes: {
    carts: {
      methods: {
        GET: {
          mock: [{ id: 1, name: "tea" }],
          query: { "day?": { $example: "2026-01-31", $format: "date" } },
          headers: { "X-Shop": "a" },
          list: { limit: 20, filter: ["name"], sort: ["name"] },
          errors: { 404: "No such cart" },
        },
        POST: {
          mock: 1,
          body: { n: { $default: 1, $minimum: 1 }, "note?": "tea", either: [1, "a"] },
        },
      },
    },
  },
};

Deno.test("files of shared code are shown by each member that other code imports", async () => {
  const files = await generate(SPEC);
  const paths = new Map(
    SUPPORT_FILES.map((path) => [importName(path, new Map()), path]),
  );
  const checked = new Set<string>();
  for (const text of Object.values(files).filter((each) => each.includes("from api."))) {
    for (const { kind, module, names } of readImports(readPython(text))) {
      const path = paths.get(module);
      if (kind !== "from" || path === undefined) continue;
      const shared = files[path] ?? "";
      equal(showsSupport(path, shared), true, path);
      for (const { name } of names) {
        const other = shared.replaceAll(new RegExp(`\\b${name}\\b`, "g"), "other");
        equal(showsSupport(path, other), false, `${path} without ${name}`);
        checked.add(`${path} ${name}`);
      }
    }
  }
  ok(checked.size >= 15, [...checked].join());
});

/** All kinds of shared code. */
const ALL = {
  checksRequests: true,
  limitsBodies: true,
  checksFormats: true,
  readsParameters: true,
  documentsErrors: true,
  servesDocs: true,
  pagesLists: true,
} as const satisfies Required<Support>;

Deno.test("each file that shows shared code is generated where it is looked for", () => {
  const values = projectValues("api", { description: null, routes: [] }, ALL);
  const files = projectFiles(values);
  deepEqual(SUPPORT_FILES.filter((path) => !showsSupport(path, files.get(path) ?? "")), []);
});

/** Files of people at the paths of shared code, and whether they show it. */
const FILES_OF_PEOPLE: readonly (readonly [path: string, text: string, expected: boolean])[] = [
  ["api/models/body.py", "class Body:\n    pass\n", false],
  ["api/models/body.py", "", false],
  ["api/models/limits.py", "Limited = int\n", true],
  ["api/models/limits.py", "from shop.limits import Limited\n", true],
  ["api/models/limits.py", "if TYPE_CHECKING:\n    from shop import Limited\n", false],
  ["api/models/limits.py", "def Limited() -> int:\n    return 1\n", false],
  ["api/documented_errors.py", "errors: list[str] = []\n", false],
  ["api/documented_errors.py", "def errors(documented):\n    return None\n", true],
  ["api/list_parameters.py", "def listed(items, sent):\n    return items\n", false],
  ["api/request_body.py", "def json_body():\n    return 1\n", false],
  ["api/request_body.py", "def json_body(model=None):\n    return 1\n", true],
  ["api/docs.py", "docs_bp = Blueprint('docs', __name__)\n", false],
  ["api/cors.py", "", false],
];

Deno.test("showsSupport() takes no other file of people for shared code", () => {
  for (const [path, text, expected] of FILES_OF_PEOPLE) {
    equal(showsSupport(projectPath(path), text), expected, `${path}: ${text}`);
  }
});

Deno.test("textsWithAndWithout() has each text of each combination, and renders few of them", () => {
  const values = projectValues("api", { description: null, routes: [] }, {});
  let count = 0;
  const found = textsWithAndWithout((support) => {
    count++;
    return projectFiles({ ...values, ...support });
  });
  const kinds = Object.keys(ALL);
  for (let chosen = 0; chosen < 2 ** kinds.length; chosen++) {
    const some = kinds.filter((_, index) => chosen & 2 ** index);
    const support = Object.fromEntries(some.map((kind) => [kind, true]));
    for (const [path, text] of projectFiles({ ...values, ...support })) {
      ok(found.get(path)?.has(text), `${path} with ${some.join()}`);
    }
  }
  ok(count <= 3 * kinds.length, `${count}`);
});
