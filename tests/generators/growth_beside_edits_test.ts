/** Commands and specs that add paths, methods and bodies beside code that people edited. */

import { deepEqual, equal, match } from "node:assert/strict";
import {
  type ApiData,
  type ApiSpecInput,
  type GenerateApiOptions,
  generateRoute,
  generateSubroute,
  type ProjectStatus,
  projectStatus,
  renameRoute,
  type Report,
  type Workspace,
} from "../../mod.ts";
import {
  differences,
  type Edit,
  edits,
  generate,
  regenerate,
  replace,
  run,
} from "./edited_project.ts";

const SPEC = {
  routes: {
    carts: {
      methods: { GET: { mock: [{ id: 1 }] } },
      subroutes: { cart: { path: "/{id:int}", methods: { GET: { mock: { id: 1 } } } } },
    },
  },
} as const;

const ROUTE = "api/routes/carts_route.py";
const SERVICE = "api/services/carts_service.py";
const BODY = { customer: 7, "note?": "ring" };

/** A change by people, a command, and the result. */
interface Row {
  readonly edit: Edit;
  readonly command: (workspace: Workspace) => Promise<Report>;
  readonly status: "applied" | "refused" | "failed" | "unchanged";
  /** The codes of the diagnostics. */
  readonly codes: readonly string[];
  /** Texts in the files afterwards, by path. */
  readonly has?: Readonly<Record<string, RegExp>>;
  /** Texts in the report. */
  readonly says?: RegExp;
}

const unedited: Edit = (files) => files;

const ROWS: Readonly<Record<string, Row>> = {
  "a method joins a path whose handler is edited": {
    edit: replace(ROUTE, "def get_cart(id_: int)", "@cached\ndef get_cart(id_: int)"),
    command: (workspace) =>
      generateSubroute(workspace, "carts", "cart", { methods: ["PUT"], body: BODY }),
    status: "applied",
    codes: ["handler-conventions"],
    has: {
      [ROUTE]:
        /@cached\ndef get_cart[^]*put\("\/<int:id_>"\)\n@?[^]*json_body\(CartsCartUpdateBody\)/,
      "pyproject.toml": /pydantic>=2/,
    },
  },
  "a first body in a project whose helper is edited": {
    edit: replace("api/request_body.py", "    if not body:", '    if body == b"":'),
    command: (workspace) => generateRoute(workspace, "carts", { type: "POST", body: BODY }),
    status: "refused",
    codes: ["conflict-edited"],
    says: /\+def json_body\(model: type\[Model\] \| None = None\)/,
  },
  "a first body in a project whose dependencies are edited": {
    edit: replace("pyproject.toml", '"flask>=3.1,<4"', '"flask>=3.1,<4", "redis"'),
    command: (workspace) => generateRoute(workspace, "carts", { type: "POST", body: BODY }),
    status: "applied",
    codes: ["project-dependency"],
    has: { "api/request_body.py": /def fit\(/, "pyproject.toml": /"redis"/ },
    says: /Add .*pydantic>=2\.10,<3.* to the dependencies/,
  },
  "a first body in a project whose README is edited": {
    edit: replace("README.md", "# demo", "# Our shop"),
    command: (workspace) => generateRoute(workspace, "carts", { type: "POST", body: BODY }),
    status: "applied",
    codes: [],
    has: { "README.md": /^# Our shop/, "pyproject.toml": /pydantic>=2/ },
  },
  "a path that differs from another one only in a parameter's name": {
    edit: unedited,
    command: (workspace) => generateSubroute(workspace, "carts", "entry", { path: "/{key}" }),
    status: "failed",
    codes: ["spec-path"],
    says: /'\/carts\/\{key\}' of subroute 'entry'.*'\/carts\/\{id:int\}' of subroute 'cart'/,
  },
  "another path of a subroute that the code has": {
    edit: replace(ROUTE, '"/<int:id_>"', '"/<int:number>"'),
    command: (workspace) =>
      generateSubroute(workspace, "carts", "cart", { type: "POST", path: "/{id:int}" }),
    status: "failed",
    codes: ["spec-path"],
    says: /is at '\/carts\/\{number:int\}', not at '\/carts\/\{id:int\}'/,
  },
  "the path of another route": {
    edit: unedited,
    command: (workspace) => generateRoute(workspace, "baskets", { path: "/carts" }),
    status: "failed",
    codes: ["spec-path"],
    says: /GET \/carts is in route 'carts' and in route 'baskets'/,
  },
  "a body that GET cannot have": {
    edit: unedited,
    command: (workspace) => generateRoute(workspace, "baskets", { body: BODY }),
    status: "failed",
    codes: ["spec-body"],
    says: /'body' does not go with GET in route 'baskets'/,
  },
  "a method that is there": {
    edit: replace(ROUTE, "def get_cart(id_: int)", "def read_cart(id_: int)"),
    command: (workspace) =>
      generateSubroute(workspace, "carts", "cart", { methods: ["GET"], path: "/{id:int}" }),
    status: "unchanged",
    codes: ["subroute-exists"],
  },
};

function textOf({ message, diagnostics, changes }: Report): string {
  const words = diagnostics.flatMap(({ message, hint }) => [message, hint ?? ""]);
  return [message, ...words, ...changes.map(({ diff }) => diff ?? "")].join("\n");
}

for (const [what, { edit, command, status, codes, has = {}, says = /^/ }] of Object.entries(ROWS)) {
  Deno.test(`growing beside edits: ${what}`, async () => {
    const before = edit(await generate(SPEC));
    const { report, files } = await run(before, command);
    deepEqual([report.status, report.diagnostics.map(({ code }) => code)], [status, codes]);
    match(textOf(report), says);
    if (status !== "applied") deepEqual(files, before);
    for (const [path, pattern] of Object.entries(has)) match(files[path] ?? "", pattern, path);
  });
}

const CHECKED = {
  routes: { carts: { methods: { GET: {}, POST: { body: BODY } } } },
} as const;

Deno.test("generateApi() changes the body of an edited service, and names the code that uses it", async () => {
  const edit = replace(
    SERVICE,
    "        sent = data.",
    "        self.repository.add(data)\n        sent = data.",
  );
  const after = { routes: { carts: { methods: { GET: {}, POST: { body: { total: 1.5 } } } } } };
  const before = edit(await generate(CHECKED));
  const { report, files } = await regenerate(before, after);
  equal(files[SERVICE], before[SERVICE]);
  match(files["api/models/carts_model.py"] ?? "", /class CartsBody\(Body\):\n {4}total: float\n$/);
  match(files["tests/test_carts_route.py"] ?? "", /"total": 1\.5/);
  deepEqual((report.data as ApiData).states.map(({ state, note }) => [state, note]), [[
    "outdated",
    "body updated; your code in demo/api/services/carts_service.py:17 uses CartsBody, which has 'total' now and no 'customer' and no 'note'",
  ]]);
});

const OWN_MOCK = replace(SERVICE, 'return [{"id": 1}]', 'return [{"id": 2}]');
const OTHER_STATUS = {
  routes: {
    carts: {
      methods: { GET: { mock: [{ id: 1 }], status: 202 } },
      subroutes: SPEC.routes.carts.subroutes,
    },
  },
} as const;

Deno.test("generateApi() changes the status of an edited service in a renamed route", async () => {
  const renamed = await run(
    OWN_MOCK(await generate(SPEC)),
    (workspace) => renameRoute(workspace, "carts", "baskets"),
  );
  const { report, files } = await regenerate(renamed.files, OTHER_STATUS);
  match(files["api/routes/baskets_route.py"] ?? "", /service\(\)\.get\(\)\), 202\n/);
  deepEqual((report.data as ApiData).states.map(({ state, note }) => [state, note]), [[
    "outdated",
    "status updated; your code in demo/api/services/baskets_service.py:11 stays",
  ]]);
});

Deno.test("generateApi() follows the spec beside an edited method that has the new signature already", async () => {
  const edit = edits(
    OWN_MOCK,
    replace(SERVICE, "def get(self) -> list[CartsModel]", "def get(self) -> CartsModel"),
  );
  const carts = { ...SPEC.routes.carts, methods: { GET: { mock: { id: 1, total: 2 } } } };
  const { files } = await regenerate(edit(await generate(SPEC)), { routes: { carts } });
  match(files[SERVICE] ?? "", /get\(self\) -> CartsModel:\n.*\n {8}return \[\{"id": 2\}\]\n/);
  match(
    files["api/models/carts_model.py"] ?? "",
    /class CartsModel\(TypedDict\):\n {4}id: int\n {4}total/,
  );
});

Deno.test("generateApi() asks about an edited model that keeps an endpoint, as status() expects", async () => {
  const edit = replace("api/models/carts_model.py", "customer: int", "customer: str");
  const after = { routes: { carts: { methods: { GET: {}, POST: { body: { total: 1.5 } } } } } };
  const before = edit(await generate(CHECKED));
  const status = await run(
    before,
    (workspace) => projectStatus(workspace, "demo", { spec: after }),
  );
  deepEqual(
    (status.report.data as ProjectStatus).endpoints.map(({ method, state }) => [method, state]),
    [["GET", "same"], ["POST", "conflict"]],
  );
  const { report, files } = await regenerate(before, after);
  deepEqual(differences(before, files), []);
  deepEqual((report.data as ApiData).states.map(({ state, note }) => [state, note]), [[
    "conflict",
    "has a new body; CartsBody.customer is your code",
  ]]);
});

Deno.test("generateApi() renames the parameter of a path that no one edited", async () => {
  const { carts } = SPEC.routes;
  const cart = { ...carts.subroutes.cart, path: "/{cart_id:int}" };
  const after = { routes: { carts: { ...carts, subroutes: { cart } } } };
  const { report, files } = await regenerate(await generate(SPEC), after);
  equal(report.status, "applied");
  match(files[ROUTE] ?? "", /"\/<int:cart_id>"\)\ndef get_cart\(cart_id: int\)/);
  match(files[SERVICE] ?? "", /def get_cart\(self, cart_id: int\)/);
});

const MODEL = "api/models/carts_model.py";

/** A resource, whose endpoints share a body, and an edit of that body. */
const shop = (item: Readonly<Record<string, unknown>>) =>
  ({ routes: { carts: { resource: { id: 1, ...item } } } }) as ApiSpecInput;
const CONSTRAINED: Edit = (files) => ({
  ...files,
  [MODEL]: (files[MODEL] ?? "")
    .replace(/(class CartsBody[^]*?)total: float\n/, "$1total: float = Field(gt=0)\n")
    .replace("\nfrom api.", "\nfrom pydantic import Field\n\nfrom api."),
});

Deno.test("generateApi() names an edited body that the spec changes", async () => {
  const before = CONSTRAINED(await generate(shop({ total: 1.5 })));
  const { report, files } = await regenerate(before, shop({ total: "much" }));
  const note = "has a new body; CartsBody.total is your code";
  deepEqual(
    (report.data as ApiData).states.map(({ state, method, note }) => [state, method, note]),
    [["conflict", "POST", note], ["conflict", "PUT", note]],
  );
  match(files[MODEL] ?? "", /class CartsBody\(Body\):\n.*\n {4}total: float = Field\(gt=0\)\n$/);
});

Deno.test("generateApi() replaces a body that the endpoint to replace shares", async () => {
  const before = CONSTRAINED(await generate(shop({ total: 1.5 })));
  const { report, files } = await regenerate(before, shop({ total: 1.5, paid: true }), {
    replace: ["PUT /carts/{item_id:int}"],
  });
  equal(report.status, "applied", report.message);
  match(files[MODEL] ?? "", /class CartsBody\(Body\):\n.*\n {4}total: float\n {4}paid: bool\n/);
});

Deno.test("generateApi() names a deleted method that keeps its endpoint from following", async () => {
  const path = "api/repositories/carts_repository.py";
  const files = await generate(shop({ total: 1.5 }));
  const text = files[path]?.replace(/\n {4}def add\(.*\n.*\n/, "") ?? "";
  const { report } = await regenerate({ ...files, [path]: text }, shop({ total: 1.5, paid: true }));
  deepEqual(
    (report.data as ApiData).states.map(({ method, note }) => [method, note.split("; ")[1]]),
    // PUT shares the body of POST.
    [["POST", "CartsRepository.add was deleted"], ["PUT", "CartsRepository.add was deleted"]],
  );
});

Deno.test("generateApi() writes nothing if a spec only has its keys in another order", async () => {
  const item = { name: "Pot", sizes: [{ width: 1, height: 2.5 }], price: 3 };
  const body = { "note?": "ring", customer: { name: "Ada", id: 7 } };
  const spec = (mock: unknown, example: unknown) =>
    ({
      routes: { carts: { methods: { GET: { mock: [mock] }, POST: { body: example, mock } } } },
    }) as ApiSpecInput;
  const files = await generate(spec(item, body));
  const other = spec(
    { price: 3, sizes: [{ height: 2.5, width: 1 }], name: "Pot" },
    { customer: { id: 7, name: "Ada" }, "note?": "ring" },
  );
  const { report, files: after } = await regenerate(files, other);
  deepEqual([report.status, after], ["unchanged", files]);
});

Deno.test("generateApi() takes the path of an edited handler whose status changes, too, with the flag that it names", async () => {
  const edit = replace(
    ROUTE,
    "    return jsonify(service().get_cart(",
    "    # ours\n    return jsonify(service().get_cart(",
  );
  const cart = { path: "/{id:int}/now", methods: { GET: { mock: { id: 1 }, status: 202 } } };
  const next = { routes: { carts: { methods: SPEC.routes.carts.methods, subroutes: { cart } } } };
  const before = edit(await generate(SPEC));
  const notes = async (options: GenerateApiOptions) => {
    const { report, files } = await regenerate(before, next, options);
    equal(report.status, "applied");
    match(files[ROUTE] ?? "", /get\("\/<int:id_>\/now"\)\n/);
    equal(files[ROUTE]?.includes("# ours"), options.keepEdited === true);
    return (report.data as ApiData).states.map(({ note }) => note);
  };
  deepEqual(await notes({ replace: ["GET /carts/{id:int}"] }), ["was /carts/{id:int}"]);
  deepEqual(await notes({ keepEdited: true }), [
    "was /carts/{id:int}; the spec's new status is not used",
  ]);
});
