/** Faults of writers that the proof of a plan finds. */

import { deepEqual, equal, match } from "node:assert/strict";
import { runPlanner } from "../../../actions/run_planner.ts";
import type { Change } from "../../../core/change_set.ts";
import { projectPath } from "../../../core/project_path.ts";
import { claimAdded, emptyPlan, type PlanClaims } from "../../../generators/plans/plan.ts";
import { contradictions } from "../../../generators/proof/contradictions.ts";
import { plannedProject } from "../../../generators/proof/planned_project.ts";
import {
  changeSubroute,
  createMemoryWorkspace,
  generateApi,
  generateSubroute,
  removeSubroute,
  renameSubroute,
} from "../../../mod.ts";
import { Project } from "../../../project/project.ts";
import type { ApiSpecInput } from "../../../spec/api_spec_input.ts";
import { snapshot } from "../../project/snapshot.ts";

type Files = Readonly<Record<string, string>>;

const ROUTE = "api/routes/orders_route.py";
const SERVICE = "api/services/orders_service.py";
const REPOSITORY = "api/repositories/orders_repository.py";
const MODEL = "api/models/orders_model.py";
const TEST = "tests/test_orders_route.py";

const SPEC: ApiSpecInput = {
  routes: {
    orders: {
      methods: { GET: { mock: [{ id: 1 }] }, POST: { body: { sku: "x" }, mock: { id: 1 } } },
      subroutes: { open: { type: "GET", mock: [] } },
    },
    products: { type: "GET" },
  },
};

/** A project in which all handlers of orders need a login. */
async function guarded(): Promise<Files> {
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "shop", SPEC);
  const files = Object.fromEntries(workspace.files());
  const text = files[ROUTE] ?? "";
  return {
    ...files,
    "api/auth.py": "def login_required(view): ...\n",
    [ROUTE]: text.replace("from api.models", "from api.auth import login_required\nfrom api.models")
      .replace(/^(@orders_bp.*)$/gm, "$1\n@login_required"),
  };
}

const BEFORE = await guarded();

/** The changes that a command makes, and what it reports of endpoints. */
interface Made {
  readonly changes: readonly Change[];
  readonly claims: PlanClaims;
}

type Workspace = ReturnType<typeof createMemoryWorkspace>;

async function made(
  command: (workspace: Workspace) => Promise<{ readonly status: string }>,
  claims: PlanClaims,
): Promise<Made> {
  const workspace = createMemoryWorkspace(BEFORE);
  equal((await command(workspace)).status, "applied");
  const after = Object.fromEntries(workspace.files());
  const paths = new Set([...Object.keys(BEFORE), ...Object.keys(after)]);
  const changes = [...paths].flatMap((path): Change[] => {
    const [was, is] = [BEFORE[path] ?? null, after[path] ?? null];
    if (was === is || path.startsWith(".layerwright/")) return [];
    return [changeOf(path, was, is)];
  });
  return { changes, claims };
}

function changeOf(name: string, before: string | null, after: string | null): Change {
  const path = projectPath(name);
  if (after === null) return { kind: "delete", path, before: before ?? "", after };
  return before === null
    ? { kind: "create", path, before, after }
    : { kind: "update", path, before, after };
}

const FRESH = { method: "POST", path: "/orders/fresh", status: 201 };
const OPEN = { method: "GET", path: "/orders/open" };
const OPENED = { method: "GET", path: "/orders/opened" };

const ADDED = await made(
  (workspace) =>
    generateSubroute(workspace, "orders", "fresh", {
      type: "POST",
      body: { qty: 1 },
      mock: { id: 2 },
    }),
  claimAdded([FRESH], []),
);
const REMOVED = await made((workspace) => removeSubroute(workspace, "orders", "open"), {
  served: [],
  gone: [OPEN],
  moves: true,
  isUnlike: false,
});
const RENAMED = await made((workspace) => renameSubroute(workspace, "orders", "open", "opened"), {
  served: [OPENED],
  gone: [OPEN],
  moves: true,
  isUnlike: false,
});
const CHANGED = await made(
  (workspace) =>
    changeSubroute(workspace, "orders", "open", { mock: [{ id: 3, qty: 1 }], status: 203 }),
  claimAdded([{ ...OPEN, status: 203 }], []),
);
const UPGRADED = { changes: ADDED.changes, claims: claimAdded([], []) };

const PROJECT = new Project(snapshot(BEFORE));

function found({ changes, claims }: Made): readonly string[] {
  return contradictions(plannedProject(PROJECT, changes), claims).map(({ file, message }) =>
    file === null ? message : `${file} ${message}`
  );
}

for (
  const [name, each] of Object.entries({ ADDED, REMOVED, RENAMED, CHANGED, UPGRADED })
) {
  Deno.test(`contradictions() finds none in what a command did: ${name}`, () => {
    deepEqual(found(each), []);
  });
}

/** A fault of a writer, as the replacement of the first text in a file by the second. */
type Fault = readonly [
  title: string,
  made: Made,
  file: string,
  from: string | RegExp,
  to: string,
  found: RegExp,
];

const FAULTS: readonly Fault[] = [
  [
    "a changed endpoint without its guard",
    CHANGED,
    ROUTE,
    /(open"\)\n)@login_required\n/,
    "$1",
    /GET \/orders\/open would lose @login_required/,
  ],
  [
    "a changed endpoint at another path",
    CHANGED,
    ROUTE,
    '"/open"',
    '"/opn"',
    /nothing would serve GET \/orders\/open/,
  ],
  [
    "a changed endpoint without its model",
    CHANGED,
    MODEL,
    /class OrdersOpenModel[^]*?(?=\n\nclass|$)/,
    "",
    /has no 'OrdersOpenModel'/,
  ],
  [
    "a changed endpoint that calls a missing method",
    CHANGED,
    ROUTE,
    "service().get_open(",
    "service().get_opn(",
    /calls 'get_opn'/,
  ],
  [
    "a changed endpoint with its old status",
    CHANGED,
    ROUTE,
    ", 203",
    "",
    /GET \/orders\/open would answer 200, not 203/,
  ],
  [
    "a wrong status",
    ADDED,
    ROUTE,
    /(create_fresh\([^]*?), 201/,
    "$1, 202",
    /POST \/orders\/fresh would answer 202, not 201/,
  ],
  [
    "no status",
    ADDED,
    ROUTE,
    /(create_fresh\([^]*?), 201/,
    "$1",
    /POST \/orders\/fresh would answer 200, not 201/,
  ],
  [
    "no guard",
    ADDED,
    ROUTE,
    /(fresh"\)\n)@login_required\n/,
    "$1",
    /POST \/orders\/fresh would have no @login_required/,
  ],
  [
    "the guard of another handler gone",
    ADDED,
    ROUTE,
    /(open"\)\n)@login_required\n/,
    "$1",
    /would lose @login_required/,
  ],
  ["a wrong path", ADDED, ROUTE, '"/fresh"', '"/frsh"', /nothing would serve POST \/orders\/fresh/],
  [
    "a path with the prefix twice",
    ADDED,
    ROUTE,
    '"/fresh"',
    '"/orders/fresh"',
    /nothing would serve/,
  ],
  ["a wrong method", ADDED, ROUTE, '.post("/fresh")', '.put("/fresh")', /nothing would serve/],
  ["no route", ADDED, ROUTE, /@orders_bp.post\("\/fresh"\)\n/, "", /nothing would serve/],
  ["no handler", ADDED, ROUTE, /@orders_bp.post\("\/fresh"\)[^@]*/, "\n", /nothing would serve/],
  [
    "another handler's path changed",
    ADDED,
    ROUTE,
    '"/open"',
    '"/opn"',
    /GET \/orders\/open would not be served/,
  ],
  [
    "another handler gone",
    ADDED,
    ROUTE,
    /@orders_bp.get\("\/open"\)[^@]*/,
    "",
    /would not be served/,
  ],
  [
    "another prefix",
    ADDED,
    ROUTE,
    'url_prefix="/orders"',
    'url_prefix="/order"',
    /nothing would serve/,
  ],
  [
    "a call of a missing method",
    ADDED,
    ROUTE,
    ".create_fresh(json_body",
    ".make_fresh(json_body",
    /calls 'make_fresh'/,
  ],
  [
    "a method not written",
    ADDED,
    SERVICE,
    /\n {4}def create_fresh[^]*$/,
    "\n",
    /calls 'create_fresh'/,
  ],
  [
    "a method of another name",
    ADDED,
    SERVICE,
    "def create_fresh",
    "def fresh",
    /calls 'create_fresh'/,
  ],
  [
    "a function that is not there",
    ADDED,
    ROUTE,
    "service().create_fresh",
    "servis().create_fresh",
    /'servis' is used/,
  ],
  ["a missing import of a name", ADDED, ROUTE, ", jsonify", "", /'jsonify' is used/],
  [
    "a missing import of a model",
    ADDED,
    SERVICE,
    /OrdersFreshBody,\s*/,
    "",
    /'OrdersFreshBody' is used/,
  ],
  [
    "a missing import in the repository",
    ADDED,
    REPOSITORY,
    /OrdersFreshBody,\s*/,
    "",
    /is used/,
  ],
  [
    "a model not written",
    ADDED,
    MODEL,
    /class OrdersFreshBody[^]*?(?=\n\nclass|$)/,
    "",
    /has no 'OrdersFreshBody'/,
  ],
  [
    "a model of another name",
    ADDED,
    MODEL,
    "class OrdersFreshBody",
    "class FreshBody",
    /has no 'OrdersFreshBody'/,
  ],
  [
    "an import of a missing module",
    ADDED,
    ROUTE,
    "api.services.orders_service",
    "api.services.order_service",
    /does not exist/,
  ],
  [
    "an import of a missing name",
    ADDED,
    ROUTE,
    "import OrdersService",
    "import OrderService",
    /has no 'OrderService'/,
  ],
  [
    "an import from another layer",
    ADDED,
    ROUTE,
    "from api.request_body import",
    "from api.errors import",
    /has no 'json_body'/,
  ],
  [
    "a service twice",
    ADDED,
    SERVICE,
    /$/,
    "\n\nclass OrdersService: ...\n",
    /a second definition of 'OrdersService'/,
  ],
  [
    "a method twice",
    ADDED,
    SERVICE,
    /(\n {4}def create_fresh[^]*)$/,
    "$1$1",
    /a second definition of 'OrdersService.create_fresh'/,
  ],
  [
    "a model twice",
    ADDED,
    MODEL,
    /$/,
    "\n\nclass OrdersBody: ...\n\n\nclass OrdersBody: ...\n",
    /a second definition/,
  ],
  [
    "a wrong path in the test",
    ADDED,
    TEST,
    '"/orders/fresh"',
    '"/fresh"',
    /the test requests POST \/fresh/,
  ],
  [
    "a wrong method in the test",
    ADDED,
    TEST,
    'client.post("/orders/fresh"',
    'client.put("/orders/fresh"',
    /the test requests PUT/,
  ],
  [
    "the old prefix in the test",
    ADDED,
    TEST,
    '"/orders/fresh"',
    '"/v1/orders/fresh"',
    /the test requests/,
  ],
  [
    "a guard without its import",
    ADDED,
    ROUTE,
    "from api.auth import login_required\n",
    "",
    /'login_required' is used/,
  ],
  [
    "a blueprint of another name",
    ADDED,
    ROUTE,
    '@orders_bp.post("/fresh")',
    '@order_bp.post("/fresh")',
    /is used|nothing would serve/,
  ],
  [
    "a removed handler left",
    REMOVED,
    ROUTE,
    /$/,
    '\n\n@orders_bp.get("/open")\n@login_required\ndef open_() -> ResponseReturnValue:\n    return jsonify(1)\n',
    /'open_' would still serve GET \/orders\/open/,
  ],
  [
    "a removed method still called",
    REMOVED,
    ROUTE,
    "service().get()",
    "service().get_open()",
    /calls 'get_open'/,
  ],
  ["too much removed", REMOVED, SERVICE, /\n {4}def create\([^]*$/, "\n", /calls 'create'/],
  ["a class removed, too", ADDED, MODEL, "class OrdersBody", "class Orders", /has no 'OrdersBody'/],
  [
    "an import removed, too",
    REMOVED,
    ROUTE,
    /from api.request_body import json_body\n/,
    "",
    /'json_body' is used/,
  ],
  ["a guard removed, too", REMOVED, ROUTE, "@login_required\n", "", /would lose @login_required/],
  [
    "a renamed method still called",
    RENAMED,
    ROUTE,
    "service().get_opened(",
    "service().get_open(",
    /calls 'get_open'/,
  ],
  [
    "the old path",
    RENAMED,
    ROUTE,
    '"/opened"',
    '"/open"',
    /nothing would serve GET \/orders\/opened|still serve/,
  ],
  [
    "the old path in the test",
    RENAMED,
    TEST,
    '"/orders/opened"',
    '"/orders/openned"',
    /the test requests/,
  ],
  [
    "a guard lost by an upgrade",
    UPGRADED,
    ROUTE,
    "@login_required\n",
    "",
    /would lose @login_required/,
  ],
];

for (const [title, { changes, claims }, file, from, to, expected] of FAULTS) {
  Deno.test(`contradictions() finds ${title}`, () => {
    let isMade = false;
    const wrong = changes.map((change) => {
      if (change.path !== file || change.after === null) return change;
      const after = change.after.replace(from, to);
      isMade = after !== change.after;
      return changeOf(change.path, change.before, after);
    });
    equal(isMade, true, "The fault is in no file");
    match(found({ changes: wrong, claims }).join("\n"), expected);
  });
}

const BROKEN = changeOf(SERVICE, BEFORE[SERVICE] ?? "", null);

function run(allowProblems: boolean) {
  const workspace = createMemoryWorkspace(BEFORE);
  const report = runPlanner({
    invocation: { command: "upgrade", arguments: {} },
    workspace,
    options: { allowProblems },
    planner: {
      reads: { files: [projectPath(ROUTE), projectPath(SERVICE)], python: () => true },
      plan: () => ({ ...emptyPlan([], "done"), changes: [BROKEN] }),
    },
  });
  return { workspace, report };
}

Deno.test("runPlanner() refuses a plan that contradicts its report, and writes nothing", async () => {
  const { workspace, report } = run(false);
  const { status, diagnostics: [problem] } = await report;
  deepEqual([status, problem?.code, problem?.where?.path], ["refused", "plan-contradicted", ROUTE]);
  match(problem?.message ?? "", /imports api\.services\.orders_service, which does not exist/);
  deepEqual(Object.fromEntries(workspace.files()), BEFORE);
});

Deno.test("runPlanner() writes such a plan if problems are allowed, and reports them", async () => {
  const { workspace, report } = run(true);
  const { status, diagnostics: [problem] } = await report;
  deepEqual([status, problem?.severity], ["applied", "warning"]);
  equal(workspace.files().has(projectPath(SERVICE)), false);
});

Deno.test("generateApi() refuses nothing because of a test that already requests what nothing serves", async () => {
  const spec = (mock: unknown) =>
    JSON.stringify({
      routes: { orders: { type: "GET", mock, subroutes: { open: { type: "GET", mock } } } },
    });
  const made = createMemoryWorkspace();
  await generateApi(made, "shop", spec("a"));
  const files = Object.fromEntries(made.files());
  const route = (files[ROUTE] ?? "").replace('url_prefix="/orders"', 'url_prefix="/v2/orders"')
    .replace('orders_bp.get("/open")', 'orders_bp.post("/open")')
    .replace(/^def get/gm, "@logged\ndef get").replace("\n\n", "\n\nfrom api.logs import logged\n");
  const logs = "def logged(handler):\n    return handler\n";
  const { [ROUTE]: _, ...rest } = files;
  const moved = { ...rest, "api/shop/orders.py": route, "api/logs.py": logs };
  const texts = Object.entries(moved).map(([path, text]) => [
    path,
    text.replaceAll("api.routes.orders_route", "api.shop.orders"),
  ]);
  const workspace = createMemoryWorkspace(Object.fromEntries(texts));
  const { status, diagnostics } = await generateApi(workspace, "shop", spec("b"));
  equal(status, "applied", `${diagnostics[0]?.message}`);
});

/** A blueprint 'carts' of people's, which the app or another blueprint registers. */
const OWN_CARTS = [
  ["app", "app.register_blueprint(own_bp)", "refused"],
  [
    "other blueprint",
    'v2_bp = Blueprint("v2", __name__)\n    v2_bp.register_blueprint(own_bp)\n' +
    "    app.register_blueprint(v2_bp)",
    "applied",
  ],
] as const;

for (const [where, registers, expected] of OWN_CARTS) {
  Deno.test(`generateApi() with a route whose name a blueprint of the same ${where} has is ${expected}`, async () => {
    const factory = (BEFORE["api/__init__.py"] ?? "")
      .replace("from flask import", "from api.own import own_bp\nfrom flask import Blueprint,")
      .replace(
        "    register_blueprints(app)\n",
        `    register_blueprints(app)\n    ${registers}\n`,
      );
    const own =
      'from flask import Blueprint\n\nown_bp = Blueprint("carts", __name__, url_prefix="/own")\n';
    const files = { ...BEFORE, "api/own.py": own, "api/__init__.py": factory };
    const workspace = createMemoryWorkspace(files);
    const routes = { ...SPEC.routes, carts: { type: "GET" } } as const;
    const { status, diagnostics } = await generateApi(workspace, "shop", { routes });
    equal(status, expected, diagnostics[0]?.message ?? status);
    if (expected === "applied") return;
    match(
      diagnostics[0]?.message ?? "",
      /api\/own\.py:3 {2}a blueprint in api\/routes\/carts_route\.py:\d+ has the name 'carts', too/,
    );
    deepEqual(Object.fromEntries(workspace.files()), files);
  });
}
