/**
 * After a project was adopted, `status` and `generate api` find nothing to change, and edits stay.
 */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import {
  adoptProject,
  type ApiSpecInput,
  generateResource,
  generateRoute,
  generateSubroute,
  projectStatus,
  renameRoute,
  type Report,
  type Workspace,
} from "../../../mod.ts";
import {
  append,
  differences,
  type Edit,
  edits,
  type Files,
  generate,
  regenerate,
  remove,
  replace,
  run,
} from "../edited_project.ts";

const SPEC = {
  routes: {
    products: {
      type: "GET",
      mock: [{ id: 1 }],
      subroutes: { sale: { type: "GET" }, reprice: { type: "PUT" } },
    },
    orders: { type: "POST" },
  },
} as const;

const SERVICE = "api/services/products_service.py";
const ROUTE = "api/routes/products_route.py";

/** Removes the records of a project, and adopts it. */
async function adopted(files: Files, spec: ApiSpecInput = SPEC) {
  const lost = Object.fromEntries(
    Object.entries(files).filter(([path]) => !path.startsWith(".layerwright/")),
  );
  const outcome = await run(lost, (workspace) => adoptProject(workspace, "demo", spec));
  deepEqual(differences(lost, outcome.files), [], "only records change");
  return outcome;
}

/** Returns the states of the endpoints that are not as generated. */
async function states(files: Files, spec: ApiSpecInput = SPEC): Promise<string[]> {
  let result: Report | undefined;
  await run(
    files,
    async (workspace: Workspace) => result = await projectStatus(workspace, "demo", { spec }),
  );
  const { endpoints } = (result as Awaited<ReturnType<typeof projectStatus>>).data ??
    { endpoints: [] };
  return endpoints.filter(({ state, code }) => state !== "same" || code !== "generated")
    .map(({ state, code, method, path }) => `${state} ${code} ${method} ${path}`);
}

const EDITED_SERVICE = replace(SERVICE, '[{"id": 1}]', "self.repository.get()");

/** Edits before the records were lost, and the states afterwards. */
const CASES: readonly (readonly [what: string, edit: Edit, states: readonly string[]])[] = [
  ["nothing", (files) => files, []],
  ["a replaced mock", EDITED_SERVICE, ["same edited GET /products"]],
  [
    "an edited handler",
    replace(ROUTE, "get_sale())", "get_sale()), 203"),
    ["same edited GET /products/sale"],
  ],
  ["a guard", replace(ROUTE, "def get_sale()", "@admin\ndef get_sale()"), []],
  [
    "deleted tests and README",
    edits(remove("tests/test_products_route.py"), remove("README.md")),
    [],
  ],
  [
    "a handler of their own",
    append(
      ROUTE,
      '\n\n@products_bp.get("/mine")\ndef mine() -> ResponseReturnValue:\n    return ""\n',
    ),
    ["beside yours GET /products/mine"],
  ],
  [
    "handlers and methods with other names",
    edits(
      replace(ROUTE, "def get_sale()", "def sale()"),
      replace(ROUTE, "service().get_sale()", "service().sale()"),
      replace(SERVICE, "def get_sale(", "def sale("),
      replace("api/repositories/products_repository.py", "def get_sale(", "def sale("),
    ),
    ["same moved GET /products/sale"],
  ],
  [
    "an app of their own",
    (files) => ({
      ...files,
      "api/__init__.py": files["api/__init__.py"]?.replace("def create_app", "def create_app_") +
        "\n",
    }),
    [],
  ],
];

for (const [what, edit, expected] of CASES) {
  Deno.test(`a project with ${what} has nothing to change after it was adopted`, async () => {
    const { report, files } = await adopted(edit(await generate(SPEC)));
    equal(report.status, "applied");
    deepEqual(await states(files), expected);
    const again = await regenerate(files, SPEC);
    equal(again.report.status, "unchanged");
    deepEqual(again.files, files);
  });
}

Deno.test("an endpoint of the spec that the project lacks is new, and the next run generates it", async () => {
  const more = { routes: { ...SPEC.routes, users: { type: "GET" } } } as const;
  const { report, files } = await adopted(await generate(SPEC), more);
  match(report.message, /: 5 endpoints, 4 generated, 1 new$/);
  deepEqual(await states(files, more), ["new null GET /users"]);
  const { files: grown } = await regenerate(files, more);
  deepEqual(await states(grown, more), []);
});

Deno.test("an adopted edit stays when the spec changes its mock, and is named once", async () => {
  const { files } = await adopted(EDITED_SERVICE(await generate(SPEC)));
  const spec = { routes: { ...SPEC.routes, products: { ...SPEC.routes.products, mock: [] } } };
  const { report, files: after } = await regenerate(files, spec);
  equal(report.status, "applied");
  deepEqual(differences(files, after), []);
  deepEqual((report.data as { states: unknown[] }).states.length, 1);
});

/** The handler of an endpoint that Layerwright did not write, and specs that have it. */
const OWN_HANDLER: Edit = append(
  ROUTE,
  '\n\n@products_bp.delete("/mine")\ndef mine() -> ResponseReturnValue:\n    return ""\n',
);
const withMine = (mine: object): ApiSpecInput => ({
  routes: {
    ...SPEC.routes,
    products: {
      ...SPEC.routes.products,
      subroutes: { ...SPEC.routes.products.subroutes, mine: { type: "DELETE", ...mine } },
    },
  },
} as ApiSpecInput);

/** Ways in which a spec comes to have an endpoint of people's own code, and what its runs report of that. */
const OWN_ENDPOINTS: readonly (readonly [
  what: string,
  specs: readonly object[],
  reported: readonly (string | null)[],
])[] = [
  ["has", [{}, {}], [null, null]],
  ["changes", [{}, { status: 203 }, { status: 203 }], [
    null,
    "the spec's change is not used",
    null,
  ]],
  ["asks for other content of", [{}, { mock: 1 }], [null, "the spec's change is not used"]],
];

for (const [what, specs, reported] of OWN_ENDPOINTS) {
  Deno.test(`a spec that ${what} an endpoint of people's own code changes nothing, and the run says so once`, async () => {
    const [first = {}] = specs;
    let { files } = await adopted(OWN_HANDLER(await generate(SPEC)), withMine(first));
    const said = [];
    for (const mine of specs) {
      const { report, files: after } = await regenerate(files, withMine(mine));
      deepEqual(differences(files, after), [], "only records change");
      const { states } = report.data as { states: readonly { path: string; note: string }[] };
      const [row, ...more] = states;
      deepEqual(more, []);
      if (row !== undefined) equal(row.path, "/products/mine");
      equal(report.status, row === undefined ? "unchanged" : "applied");
      said.push(
        row?.note.replace(/^demo\/api\/routes\/products_route\.py:\d+ is your code; /, "") ?? null,
      );
      files = after;
    }
    deepEqual(said, reported);
  });
}

Deno.test("a spec that is new for an endpoint of people's own code generates nothing for it, and says so once", async () => {
  const { files } = await adopted(OWN_HANDLER(await generate(SPEC)));
  const { report, files: after } = await regenerate(files, withMine({ mock: 1 }));
  deepEqual(differences(files, after), []);
  match(report.message, /1 left to you$/);
  const { states } = report.data as { states: readonly { note: string }[] };
  match(states[0]?.note ?? "", /is your code, so the spec generates nothing for it$/);
  equal((await regenerate(after, withMine({ mock: 1 }))).report.status, "unchanged");
});

Deno.test("an endpoint of people's own code that they delete is generated", async () => {
  const { files } = await adopted(OWN_HANDLER(await generate(SPEC)), withMine({}));
  const without = {
    ...files,
    [ROUTE]: files[ROUTE]?.replace(/\n\n@products_bp\.delete\("\/mine"\)[^]*$/, "") ?? "",
  };
  const { report, files: after } = await regenerate(without, withMine({}));
  match(report.message, /1 endpoint added$/);
  ok(!after[".layerwright/manifest"]?.includes("served "));
});

Deno.test("an adopted endpoint that people delete stays deleted", async () => {
  const { files } = await adopted(await generate(SPEC));
  const [start = ""] = /@products_bp\.get\("\/sale"\)[^@]*/.exec(files[ROUTE] ?? "") ?? [];
  const without = replace(ROUTE, start, "")(files);
  equal((await regenerate(without, SPEC)).report.status, "unchanged");
});

Deno.test("a route that people started in the layout gets generated code only on request", async () => {
  const files = await generate({ routes: { orders: { type: "POST" } } });
  const own = {
    ...files,
    [ROUTE]:
      "from flask import Blueprint\n\nproducts_bp = Blueprint('products', __name__, url_prefix='/products')\n\n\n" +
      "@products_bp.get('')\ndef everything():\n    return []\n",
  };
  const { files: known } = await adopted(own);
  ok(!(".layerwright/routes/products" in known));
  const { report, files: after } = await regenerate(known, SPEC);
  equal(report.status, "refused");
  deepEqual(after, known);
});

Deno.test("adopting refuses a project with records", async () => {
  const files = await generate(SPEC);
  const { report, files: after } = await run(
    files,
    (workspace) => adoptProject(workspace, "demo", SPEC),
  );
  equal(report.status, "refused");
  deepEqual(report.diagnostics.map(({ code }) => code), ["project-recorded"]);
  deepEqual(after, files);
});

Deno.test("adopting creates only the lost record of a route, also after a rename", async () => {
  const renamed = await run(
    await generate(SPEC),
    (workspace) => renameRoute(workspace, "orders", "purchases"),
  );
  const lost = { ...renamed.files };
  delete lost[".layerwright/routes/products"];
  const { files } = await run(lost, (workspace) => adoptProject(workspace, "demo", SPEC));
  deepEqual(
    differences(lost, files).filter((path) => path !== ".layerwright/routes/products"),
    [],
  );
  deepEqual(await states(files), []);
});

const UNLIKE: readonly (readonly [what: string, files: Files])[] = [
  ["an empty folder", {}],
  ["another Flask project", {
    "app.py": "app = Flask(__name__)\n\n@app.get('/products')\ndef get():\n    return []\n",
  }],
];

for (const [what, files] of UNLIKE) {
  Deno.test(`adopting fails for ${what}`, async () => {
    const { report, files: after } = await run(
      files,
      (workspace) => adoptProject(workspace, "demo", SPEC),
    );
    equal(report.status, "failed");
    deepEqual(report.diagnostics.map(({ code }) => code), ["project-unlike"]);
    deepEqual(after, files);
  });
}

const GROWING: Readonly<Record<string, (workspace: Workspace) => Promise<Report>>> = {
  "generateRoute()": (workspace) => generateRoute(workspace, "carts"),
  "generateRoute() of another method": (workspace) =>
    generateRoute(workspace, "products", { type: "POST" }),
  "generateSubroute()": (workspace) => generateSubroute(workspace, "products", "late"),
  "generateResource()": (workspace) => generateResource(workspace, "carts", { id: 1 }),
  "generateResource() in a route": (workspace) => generateResource(workspace, "users", { id: 1 }),
};

for (const [name, grow] of Object.entries(GROWING)) {
  Deno.test(`${name} points to adopt in a project without records, and only there`, async () => {
    const users = { type: "GET", mock: [{ id: 1 }] };
    const generated = await generate({ routes: { ...SPEC.routes, users } });
    const lost = Object.fromEntries(
      Object.entries(generated).filter(([path]) => !path.startsWith(".layerwright/")),
    );
    const notes = async (files: Files) => {
      const { report } = await run(files, grow);
      equal(report.status, "applied", report.message);
      return report.diagnostics.filter(({ code }) => code === "project-unrecorded");
    };
    const [note, ...others] = await notes(lost);
    deepEqual([note?.severity, others], ["info", []]);
    match(note?.hint ?? "", /'layerwright adopt --spec <file>'$/);
    deepEqual(await notes(generated), []);
  });
}

const RECORD = ".layerwright/routes/products";
const withPrice = (price: number) =>
  ({ routes: { products: { type: "GET", mock: [{ id: 1, price }] } } }) as const;

/** Returns the files after a merge of two prices, with both sides of the record, and those of the code. */
async function mergedPrices(inCode: 1 | 2 | "both"): Promise<Files> {
  const [ours, theirs] = [await generate(withPrice(1)), await generate(withPrice(2))];
  const both = (path: string) => ({
    [path]: `<<<<<<< HEAD\n${ours[path]}=======\n${theirs[path]}>>>>>>> other\n`,
  });
  const code = inCode === 2 ? theirs : { ...ours, ...(inCode === 1 ? {} : both(SERVICE)) };
  return { ...code, ...both(RECORD) };
}

for (const price of [1, 2] as const) {
  Deno.test(`adopt takes the side of a record that the code has: ${price}`, async () => {
    const before = await mergedPrices(price);
    const { report, files } = await run(
      before,
      (workspace) => adoptProject(workspace, "demo", withPrice(price)),
    );
    equal(report.status, "applied", report.message);
    deepEqual(await states(files, withPrice(price)), []);
    equal((await regenerate(files, withPrice(3))).report.message, "Updated API 'demo': 1 updated");
  });
}

Deno.test("adopt refuses code in which git left a conflict", async () => {
  const before = await mergedPrices("both");
  const { report, files } = await run(
    before,
    (workspace) => adoptProject(workspace, "demo", withPrice(1)),
  );
  deepEqual(report.diagnostics.map(({ code }) => code), ["python-syntax"]);
  deepEqual(files, before);
});
