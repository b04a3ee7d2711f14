/** Changes of one endpoint, compared with generating from the changed spec. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import {
  type ChangeOptions,
  changeRoute,
  changeSubroute,
  createMemoryWorkspace,
  generateSubroute,
  projectStatus,
  undo,
  type Workspace,
} from "../../../mod.ts";
import {
  differences,
  type Edit,
  edits,
  type Files,
  generate,
  regenerate,
  remove,
  renamedApp,
  replace,
  run,
  withCrlf,
} from "../edited_project.ts";

const ORDER = { id: 1, total: 9.5 };

const SPEC = {
  routes: {
    products: {
      resource: [{ id: 1, name: "Mug" }, { id: 2, name: "Cup", note: "thin" }],
    },
    orders: {
      methods: {
        GET: { mock: [ORDER] },
        POST: { body: { total: 1 }, mock: ORDER },
        PUT: { body: { total: 1 }, mock: ORDER },
      },
      subroutes: {
        order: { type: "GET", path: "/{id:int}", mock: ORDER },
        open: { type: "GET", mock: [{ id: 1 }] },
        found: { type: "GET", query: { "q?": "tea", limit: 20 }, mock: [] },
        late: { type: "GET" },
        cancel: { type: "PUT", mock: { ok: true } },
      },
    },
    health: { path: "/v1/health", type: "GET", mock: { ok: true } },
  },
};

const SERVICE = "api/services/orders_service.py";
const ROUTE = "api/routes/orders_route.py";

type Change = ChangeOptions & { readonly route: string; readonly subroute?: string };

function changeIn(workspace: Workspace, { route, subroute, ...options }: Change) {
  return subroute === undefined
    ? changeRoute(workspace, route, options)
    : changeSubroute(workspace, route, subroute, options);
}

function change(files: Files, given: Change) {
  return run(files, (workspace) => changeIn(workspace, given));
}

const large = { rows: Array.from({ length: 900 }, (_, id) => ({ id, name: `row ${id}` })) };

/** Changes, each with the path of its endpoint in {@linkcode SPEC}. */
const CHANGES: readonly (Change & { readonly at: readonly string[] })[] = [
  { at: ["health"], route: "health", mock: { ok: false, since: 7 } },
  { at: ["health"], route: "health", mock: null },
  { at: ["health"], route: "health", mock: { ok: true }, status: 203 },
  { at: ["health"], route: "health", mock: large },
  { at: ["orders", "methods", "GET"], route: "orders", type: "GET", mock: [{ ...ORDER, x: 1 }] },
  { at: ["orders", "methods", "GET"], route: "orders", type: "GET", mock: "none" },
  { at: ["orders", "methods", "POST"], route: "orders", type: "POST", status: 202 },
  { at: ["orders", "methods", "POST"], route: "orders", type: "POST", mock: { total: 2 } },
  {
    at: ["orders", "methods", "POST"],
    route: "orders",
    type: "POST",
    body: { total: 1.5, "note?": "" },
  },
  { at: ["orders", "methods", "PUT"], route: "orders", type: "PUT", body: { total: 1, by: "x" } },
  { at: ["orders", "subroutes", "order"], route: "orders", subroute: "order", mock: { id: 2 } },
  { at: ["orders", "subroutes", "open"], route: "orders", subroute: "open", mock: [1.5] },
  { at: ["orders", "subroutes", "open"], route: "orders", subroute: "open", mock: [] },
  { at: ["orders", "subroutes", "late"], route: "orders", subroute: "late", mock: { days: 3 } },
  { at: ["orders", "subroutes", "cancel"], route: "orders", subroute: "cancel", status: 202 },
  { at: ["health"], route: "health", query: { "deep?": true } },
  {
    at: ["orders", "subroutes", "order"],
    route: "orders",
    subroute: "order",
    query: { "fields?": ["id"] },
  },
  {
    at: ["orders", "subroutes", "found"],
    route: "orders",
    subroute: "found",
    query: { limit: { $default: 20, $maximum: 100 }, sort: { $enum: ["id", "total"] } },
  },
  { at: ["orders", "subroutes", "found"], route: "orders", subroute: "found", mock: [{ id: 1 }] },
  {
    at: ["orders", "subroutes", "found"],
    route: "orders",
    subroute: "found",
    errors: { "404": "No such order", "409": { mock: { code: "sold" } } },
  },
  {
    at: ["orders", "subroutes", "cancel"],
    route: "orders",
    subroute: "cancel",
    body: { why: "late" },
    mock: { ok: false },
  },
];

/** Returns the spec after a change. */
function changed({ at, mock, query, body, status, errors }: (typeof CHANGES)[number]): unknown {
  const spec = structuredClone(SPEC);
  const endpoint = at.reduce<Record<string, unknown>>(
    (inner, key) => inner[key] as Record<string, unknown>,
    spec.routes,
  );
  const parts = { mock, query, body, status, errors };
  Object.assign(endpoint, JSON.parse(JSON.stringify(parts)));
  return spec;
}

function nameOf({ at, route: _route, subroute: _subroute, ...parts }: (typeof CHANGES)[number]) {
  return `${at.join(" ")} ${JSON.stringify(parts).slice(0, 60)}`;
}

for (const each of CHANGES) {
  Deno.test(`change gives the project of the changed spec: ${nameOf(each)}`, async () => {
    const before = await generate(SPEC);
    const { at: _, ...given } = each;
    const workspace = createMemoryWorkspace(before);
    const files = () => Object.fromEntries(workspace.files());
    const { status, message } = await changeIn(workspace, given);
    equal(status, "applied", message);
    const asked = await regenerate(before, changed(each));
    deepEqual(files(), asked.files);
    equal((await changeIn(workspace, given)).status, "unchanged");
    await undo(workspace);
    deepEqual(files(), before);
  });
}

for (
  const { what, subroute, method, body } of [
    { what: "an item", subroute: "item", method: "GET", body: { id: 3, name: "Jug" } },
    { what: "the list", subroute: undefined, method: "GET", body: [{ id: 3 }] },
  ] as const
) {
  Deno.test(`change gives ${what} of a resource another mock, and nothing is edited`, async () => {
    const before = await generate(SPEC);
    const given = { route: "products", type: method, mock: body };
    const done = await change(before, subroute === undefined ? given : { ...given, subroute });
    equal(done.report.status, "applied", done.report.message);
    const states = await statesOf(done.files);
    ok(states.every(({ state, code }) => state === "same" && code === "generated"));
    const { files } = await regenerate(done.files, SPEC);
    deepEqual(differences(before, files), []);
  });
}

async function statesOf(files: Files) {
  const { data } = await projectStatus(createMemoryWorkspace(files), "demo");
  return data?.endpoints ?? [];
}

/** Edits of people, by what they edited. */
const EDITS: Readonly<Record<string, Edit>> = {
  handler: replace(
    ROUTE,
    "def get_open() -> ResponseReturnValue:\n",
    "def get_open() -> ResponseReturnValue:\n    print('open')\n",
  ),
  "answering handler": replace(
    ROUTE,
    "    return jsonify(service().get_open())",
    "    return jsonify([])",
  ),
  guard: replace(ROUTE, '@orders_bp.get("/open")\n', '@orders_bp.get("/open")\n@guarded\n'),
  service: replace(SERVICE, 'return [{"id": 1}]', 'return [{"id": 1}][:1]'),
  model: replace(
    "api/models/orders_model.py",
    "class OrdersOpenModel(TypedDict):\n    id: int",
    "class OrdersOpenModel(TypedDict):\n    id: int | str",
  ),
  "merged handler": replace(
    ROUTE,
    '@orders_bp.get("/open")\ndef get_open(',
    '@orders_bp.route("/open", methods=["GET", "PATCH"])\ndef opened(',
  ),
  "function of people's": (files) => ({
    ...EDITS["deleted handler"]?.(files),
    "api/routes/own_route.py": [
      "from flask import Blueprint, jsonify",
      'own_bp = Blueprint("own", __name__, url_prefix="/orders")',
      '@own_bp.route("/open", methods=["GET", "PATCH"])',
      "def everything():",
      "    return jsonify([1, 2])",
      "",
    ].join("\n"),
  }),
  "deleted handler": (files) => ({
    ...files,
    [ROUTE]: (files[ROUTE] ?? "").replace(/@orders_bp.get\("\/open"\)\n(?:.+\n)+/, ""),
  }),
};

interface EditedCase {
  readonly edit: string;
  readonly given: ChangeOptions;
  readonly status: "applied" | "unchanged" | "refused";
  readonly message: string;
  readonly notes?: readonly string[];
  readonly changed?: readonly string[];
}

const TYPE = { id: 9 };
const EDITED: readonly EditedCase[] = [
  {
    edit: "service",
    given: { mock: [TYPE] },
    status: "unchanged",
    message: "Nothing to do: your code answers GET /orders/open",
    notes: [`Your code in ${SERVICE}:35 answers; the mock is only an example there`],
  },
  {
    edit: "service",
    given: { mock: [{ ...TYPE, x: 1 }] },
    status: "applied",
    message: "Changed GET /orders/open",
    notes: [`Your code in ${SERVICE}:35 answers, and uses OrdersOpenModel, which has 'x' now`],
    changed: ["api/models/orders_model.py"],
  },
  {
    edit: "service",
    given: { status: 203, mock: [TYPE] },
    status: "applied",
    message: "Changed GET /orders/open",
    notes: [`Your code in ${SERVICE}:35 answers; the mock is only an example there`],
    changed: [ROUTE, "tests/test_orders_route.py"],
  },
  {
    edit: "service",
    given: { mock: "none" },
    status: "refused",
    message: `Cannot change GET /orders/open: ${SERVICE}:35 is your code. Nothing was written.`,
  },
  {
    edit: "handler",
    given: { mock: [TYPE] },
    status: "applied",
    message: "Changed GET /orders/open",
    notes: [`Your code in ${ROUTE}:42 stays`],
    changed: [SERVICE],
  },
  {
    edit: "answering handler",
    given: { mock: [TYPE] },
    status: "unchanged",
    message: "Nothing to do: your code answers GET /orders/open",
    notes: [`Your code in ${ROUTE}:42 answers; the mock is only an example there`],
  },
  {
    edit: "handler",
    given: { mock: [TYPE], status: 203 },
    status: "refused",
    message: `Cannot change GET /orders/open: ${ROUTE}:42 is your code. Nothing was written.`,
  },
  {
    edit: "answering handler",
    given: { mock: [TYPE], keepEdited: true },
    status: "unchanged",
    message: "Nothing to do: your code answers GET /orders/open",
    notes: [`Your code in ${ROUTE}:42 answers; the mock is only an example there`],
  },
  {
    edit: "handler",
    given: { mock: [TYPE], force: true },
    status: "applied",
    message: "Changed GET /orders/open",
    changed: [ROUTE, SERVICE],
  },
  {
    edit: "guard",
    given: { mock: [TYPE], status: 203 },
    status: "applied",
    message: "Changed GET /orders/open",
    changed: [ROUTE, SERVICE, "tests/test_orders_route.py"],
  },
  {
    edit: "model",
    given: { mock: [TYPE] },
    status: "applied",
    message: "Changed GET /orders/open",
    notes: ["Your edit of OrdersOpenModel.id stays"],
    changed: [SERVICE],
  },
  {
    edit: "model",
    given: { mock: [{ id: "9" }] },
    status: "refused",
    message:
      "Cannot change GET /orders/open: OrdersOpenModel.id in api/models/orders_model.py:18 " +
      "is your code. Nothing was written.",
  },
  {
    edit: "merged handler",
    given: { mock: [TYPE], status: 203 },
    status: "refused",
    message: `Cannot change GET /orders/open: ${ROUTE}:42 is your code. Nothing was written.`,
  },
  {
    edit: "function of people's",
    given: { mock: [TYPE], status: 203 },
    status: "refused",
    message: "Cannot change GET /orders/open: api/routes/own_route.py:3 is your code. " +
      "Nothing was written.",
  },
  {
    edit: "function of people's",
    given: { mock: [TYPE] },
    status: "unchanged",
    message: "Nothing to do: your code answers GET /orders/open",
  },
  {
    edit: "deleted handler",
    given: { mock: [TYPE] },
    status: "refused",
    message: "Cannot change GET /orders/open: its code was deleted. Nothing was written.",
  },
];

for (const { edit, given, status, message, notes = [], changed = [] } of EDITED) {
  const words = JSON.stringify(given);
  Deno.test(`change with an edited ${edit}, ${words}: ${status}`, async () => {
    const before = EDITS[edit]?.(await generate(SPEC)) ?? {};
    const { report, files } = await change(before, { route: "orders", subroute: "open", ...given });
    deepEqual([report.status, report.message], [status, message]);
    deepEqual(differences(before, files), changed);
    const said = report.diagnostics.filter(({ severity }) => severity === "info");
    deepEqual(said.map((each) => each.message), notes);
    if (status === "refused") ok(report.changes.every(({ diff }) => diff !== null));
    if (status === "refused") ok(report.changes.length > 0);
  });
}

Deno.test("change of an endpoint that nothing registers says so", async () => {
  const path = "api/routes/__init__.py";
  const before = { ...await generate(SPEC), [path]: "def register_routes(app):\n    pass\n" };
  const { report } = await change(before, { route: "orders", subroute: "open", mock: 1 });
  equal(report.status, "applied");
  deepEqual(report.diagnostics.map(({ code }) => code), ["mounting-missing"]);
});

/** Code of people beside the generated code. */
const OWN = edits(
  replace(
    ROUTE,
    '@orders_bp.get("/late")\n',
    '@orders_bp.get("/mine")\ndef mine() -> str:\n    return "mine"\n\n\n@orders_bp.get("/late")\n',
  ),
);

const FAILED = [
  {
    what: "a mistyped route",
    given: { route: "helth", mock: 1 },
    message: "Route 'helth' was not generated here, or was already removed.",
    hint: "Did you mean 'health'?",
  },
  {
    what: "a mistyped subroute",
    given: { route: "orders", subroute: "opn", mock: 1 },
    message: "Subroute 'opn' of route 'orders' was not generated here, or was already removed.",
    hint: "Did you mean 'open'?",
  },
  {
    what: "an endpoint that people wrote",
    given: { route: "orders", subroute: "mine", mock: 1 },
    message: `GET /orders/mine in ${ROUTE}:53 is your code. Nothing was written.`,
    hint: "Change it there",
  },
  {
    what: "several methods",
    given: { route: "orders", mock: 1 },
    message: "'/orders' has GET and POST and PUT.",
    hint: "Choose one: --type GET",
  },
  {
    what: "a method that the path does not have",
    given: { route: "health", type: "PUT", mock: 1 },
    message: "'/v1/health' has no PUT but GET.",
    hint: "Choose one: --type GET",
  },
  {
    what: "a body of GET",
    given: { route: "health", body: { a: 1 } },
    message: "'body' does not go with GET.",
    hint: "Only POST and PUT have a body",
  },
  {
    what: "a mock without content",
    given: { route: "health", status: 204, mock: 1 },
    message: "'mock' does not go with status 204: it has no content.",
    hint: "Remove the mock, or choose another status",
  },
  {
    what: "a query that is no object",
    given: { route: "health", query: ["q"] as unknown as Record<string, string> },
    message: "'query' must be an object for route 'health'.",
    hint: 'Write an object, such as {"limit?": 20}',
  },
  {
    what: "a status of an error that is none",
    given: { route: "health", errors: { "200": "Fine" } },
    message: "Invalid status '200' of an error for route 'health'.",
    hint: "Use a status from 400 to 599",
  },
  {
    what: "an error that is neither a text nor has a mock",
    given: { route: "health", errors: { "404": {} as never } },
    message: "'404' must be a text, or an object with 'mock' in error '404' for route 'health'.",
    hint: null,
  },
  {
    what: "a parameter that the path has",
    given: { route: "orders", subroute: "order", query: { id: 1 } },
    message:
      "Query parameter 'id' has the name of a parameter of the path for GET /orders/{id:int}.",
    hint: "Rename one of them",
  },
  {
    what: "a wrong status",
    given: { route: "health", status: 404 },
    message: "'status' must be an integer from 200 to 299 for route 'health'.",
    hint: `Document an error beside the response: "errors": {"404": "..."}, or --error 404='...'`,
  },
  {
    what: "a value that JSON does not have",
    given: { route: "health", mock: NaN },
    message: "Invalid mock for route 'health' (JSON has no NaN).",
    hint: null,
  },
  {
    what: "no part to change",
    given: { route: "health" },
    message: "Nothing to change.",
    hint: "Pass --mock, --query, --headers, --list, --body, --status or --error",
  },
  {
    what: "another name than that of a route",
    given: { route: "../x", mock: 1 },
    message: "Invalid route name '../x' (must be a valid Python identifier).",
    hint: null,
  },
] as const;

for (const { what, given, message, hint } of FAILED) {
  Deno.test(`change reports ${what}, and writes nothing`, async () => {
    const before = OWN(await generate(SPEC));
    const { report, files } = await change(before, given);
    const [first] = report.diagnostics;
    const status = first?.code === "conflict-edited" ? "refused" : "failed";
    deepEqual([report.status, first?.message, first?.hint], [status, message, hint]);
    deepEqual(files, before);
  });
}

Deno.test("change needs the records of the project", async () => {
  const { report } = await change({ "app.py": "" }, { route: "a", mock: 1 });
  equal(report.diagnostics[0]?.code, "project-unrecorded");
});

Deno.test("change with a status without content removes the mock, and says so", async () => {
  const before = await generate(SPEC);
  const { report, files } = await change(before, { route: "health", status: 204 });
  equal(report.diagnostics[0]?.message, "Its mock is gone: responses with 204 have no content");
  ok((await statesOf(files)).every(({ state, code }) => state === "same" && code === "generated"));
  ok(!("api/models/health_model.py" in files));
});

for (const query of [null, {}]) {
  Deno.test(`change with the query ${JSON.stringify(query)} reads no query any more`, async () => {
    const given = { route: "orders", subroute: "found", query };
    const { report, files } = await change(await generate(SPEC), given);
    equal(report.status, "applied");
    ok(!files["api/models/orders_model.py"]?.includes("Parameters"));
    ok(!files[ROUTE]?.includes("request_parameters"));
    ok((await statesOf(files)).every(({ state }) => state === "same"));
  });
}

Deno.test("change with a body of null accepts any JSON again", async () => {
  const given = { route: "orders", type: "PUT", body: null } as const;
  const { report, files } = await change(await generate(SPEC), given);
  equal(report.status, "applied");
  deepEqual(report.diagnostics, []);
  ok((await statesOf(files)).every(({ state }) => state === "same"));
});

const COMPUTED = "return self.repository.get";

/** Edits, the endpoints whose input the code does not show then, and the parts to pass. */
const UNSHOWN: readonly (readonly [edit: Edit, subroute: string, hint: string])[] = [
  [replace(SERVICE, 'return [{"id": 1}]', `${COMPUTED}_open()`), "open", "Pass --mock, too"],
  [replace(SERVICE, "return []", `${COMPUTED}_found()`), "found", "Pass --mock, too"],
  [
    replace("api/models/orders_model.py", "q: str | None = None", "q: Word | None = None"),
    "found",
    "Pass --mock and --query and --headers and --list, too",
  ],
];

for (const [edit, subroute, hint] of UNSHOWN) {
  Deno.test(`change asks for the parts that edited code does not show: ${hint}, for ${subroute}`, async () => {
    const before = edit(await generate(SPEC));
    const { report, files } = await change(before, { route: "orders", subroute, status: 203 });
    equal(report.status, "refused");
    match(report.message, /no longer shows everything/);
    equal(report.diagnostics[0]?.hint, hint);
    deepEqual(files, before);
  });
}

Deno.test("change leaves an endpoint of a command one of a command", async () => {
  const { files: before } = await run(
    await generate(SPEC),
    (workspace) => generateSubroute(workspace, "orders", "sale", { mock: [1] }),
  );
  const { files } = await change(before, { route: "orders", subroute: "sale", mock: ["a"] });
  match(files[SERVICE] ?? "", /return \["a"\]/);
  match(files[".layerwright/routes/orders"] ?? "", /^endpoint GET \/orders\/sale sale command$/m);
  const { report } = await regenerate(files, SPEC);
  equal(report.status, "unchanged");
});

const PLACES: Readonly<Record<string, Edit>> = {
  "a renamed package": renamedApp,
  "Windows line ends": withCrlf,
  "a moved service": (files) => {
    const { [SERVICE]: service = "", ...rest } = files;
    const route = files[ROUTE]?.replace("api.services.orders_service", "api.logic.orders") ?? "";
    return { ...rest, "api/logic/orders.py": service, [ROUTE]: route };
  },
};

for (const [what, move] of Object.entries(PLACES)) {
  Deno.test(`change follows the code to ${what}`, async () => {
    const before = move(await generate(SPEC));
    const given = { route: "orders", subroute: "open", mock: [{ id: 9, x: 1 }] };
    const { report, files } = await change(before, given);
    equal(report.status, "applied", report.message);
    equal(differences(before, files).length, 2);
    ok(Object.values(files).some((text) => text.includes('return [{"id": 9, "x": 1}]')));
    ok((await statesOf(files)).every(({ state }) => state === "same"));
    const { report: again } = await change(files, given);
    equal(again.status, "unchanged");
  });
}

Deno.test("change adds what the first body of a project needs", async () => {
  const before = await generate({ routes: { carts: { type: "POST" } } });
  const { report, files } = await change(before, { route: "carts", body: { sku: "a" } });
  equal(report.status, "applied");
  ok("api/models/body.py" in files, Object.keys(files).join());
  match(report.next[0] ?? "", /pip install -e \./);
});

Deno.test("change says where a deleted file keeps an endpoint from changing", async () => {
  const before = remove(SERVICE)(await generate(SPEC));
  const given = { route: "orders", subroute: "open", mock: [1] };
  const { report, files } = await change(before, given);
  equal(report.status, "refused");
  deepEqual(files, before);
});

Deno.test("change says where code of people uses a model of the changed endpoint", async () => {
  const generated = await generate(SPEC);
  const before: Files = {
    ...generated,
    [SERVICE]: (generated[SERVICE] ?? "").replace(
      /(def create\(.+\n.+\n)/,
      "$1        print('created')\n",
    ),
  };
  const given = { route: "orders", type: "GET", mock: [{ ...ORDER, by: "Ada" }] } as const;
  const { report, files } = await change(before, given);
  equal(report.status, "applied", report.message);
  const notes = report.diagnostics.map((each) => each.message);
  deepEqual(notes, [`Your code in ${SERVICE}:22 uses OrdersModel, which has 'by' now`]);
  match(files[SERVICE] ?? "", /print\('created'\)/);
});

Deno.test("change refuses to change a model of code whose input is not known", async () => {
  const { files: before } = await change(await generate(SPEC), {
    route: "products",
    type: "GET",
    mock: [{ id: 3 }],
  });
  const mock = { id: 4, x: 1 };
  const given = { route: "products", subroute: "item", type: "GET", mock } as const;
  const { report, files } = await change(before, given);
  equal(report.status, "refused");
  match(report.message, /PUT \/products\/\{item_id:int\} uses ProductsItemModel, and its code/);
  deepEqual(files, before);
});
