/** The states of endpoints after edits and changes of the spec. */

import { deepEqual, equal } from "node:assert/strict";
import {
  type ApiSpecInput,
  createMemoryWorkspace,
  generateRoute,
  projectStatus,
} from "../../../mod.ts";
import {
  append,
  type Edit,
  edits,
  type Files,
  generate,
  regenerate,
  remove,
  replace,
  run,
} from "../edited_project.ts";

const ROUTE = "api/routes/users_route.py";
const SERVICE = "api/services/users_service.py";
const REPOSITORY = "api/repositories/users_repository.py";
const APP = "api/__init__.py";
const INIT = "api/routes/__init__.py";

const SPEC: ApiSpecInput = {
  routes: {
    users: { type: "GET", mock: 1, subroutes: { active: { type: "GET", mock: 2 } } },
    orders: { type: "POST" },
  },
};

/**
 * The endpoints that differ from the spec or were edited: each with its state, and whether its code
 * is generated or edited.
 */
type Notable = readonly (readonly [endpoint: string, state: string, code: string | null])[];

async function notable(files: Files, spec?: ApiSpecInput): Promise<Notable> {
  const workspace = createMemoryWorkspace(files);
  const { data } = await projectStatus(workspace, "demo", spec === undefined ? {} : { spec });
  return (data?.endpoints ?? []).filter(({ state, code }) =>
    state !== "same" || code !== "generated"
  ).map(({ method, path, state, code }) => [`${method} ${path}`, state, code]);
}

Deno.test("endpoints that generated tests define are not part of a project", async () => {
  const spec = { routes: { orders: { type: "POST", body: { item: "tea" } } } } as const;
  deepEqual(await notable(await generate(spec), spec), []);
});

const HANDLER = '\n\n\n@users_bp.get("/active")\n' +
  "def get_active() -> ResponseReturnValue:\n    return jsonify(service().get_active())\n";
const METHOD = "\n    def get_active(self) -> int:\n" +
  "        # Mock. With real data: return self.repository.get_active()\n        return 2\n";
const STUB = "\n    def get_active(self) -> int:\n        raise NotImplementedError\n";

const move = (from: string, to: string): Edit => ({ [from]: text = "", ...rest }) => ({
  ...rest,
  [to]: text,
});

const OWN_HANDLER = '\n\n@users_bp.get("/<int:user_id>")\ndef one(user_id):\n    return "one"\n';

const users = (mock: number, type = "GET"): ApiSpecInput["routes"][string] => ({
  type: "GET",
  mock: 1,
  subroutes: { active: { type, mock } },
} as ApiSpecInput["routes"][string]);

interface Case {
  readonly title: string;
  /** The spec that the project was generated from; {@linkcode SPEC} by default. */
  readonly before?: ApiSpecInput;
  readonly edit?: Edit;
  /** The spec to compare with; none by default. */
  readonly spec?: ApiSpecInput;
  readonly notable: Notable;
}

const CASES: readonly Case[] = [
  { title: "nothing", notable: [] },
  { title: "nothing, with the spec", spec: SPEC, notable: [] },
  {
    title: "an endpoint that only the spec has",
    spec: { routes: { ...SPEC.routes, carts: { type: "GET" } } },
    notable: [["GET /carts", "new", null]],
  },
  {
    title: "an endpoint that the spec no longer has",
    spec: { routes: { orders: { type: "POST" } } },
    notable: [["GET /users", "extra", "generated"], ["GET /users/active", "extra", "generated"]],
  },
  {
    title: "a mock that the spec changed",
    spec: { routes: { ...SPEC.routes, users: users(3) } },
    notable: [["GET /users/active", "outdated", "generated"]],
  },
  {
    title: "a method that the spec changed",
    spec: { routes: { ...SPEC.routes, users: users(2, "PUT") } },
    notable: [["GET /users/active", "outdated", "generated"]],
  },
  {
    title: "a method that the spec changed under an edited handler",
    edit: replace(ROUTE, "jsonify(service().get_active())", "jsonify([service().get_active()])"),
    spec: { routes: { ...SPEC.routes, users: users(2, "PUT") } },
    notable: [["GET /users/active", "conflict", "edited"]],
  },
  {
    title: "an edited service",
    edit: replace(SERVICE, "return 2\n", "return 2 + 0\n"),
    spec: { routes: { ...SPEC.routes, users: users(3) } },
    notable: [["GET /users/active", "same", "edited"]],
  },
  {
    title: "a handler that was formatted",
    edit: replace(
      ROUTE,
      '@users_bp.get("/active")\ndef get_active() -> ResponseReturnValue:\n' +
        "    return jsonify(service().get_active())\n",
      "@users_bp.get('/active')\ndef get_active() -> ResponseReturnValue:\n" +
        "  return jsonify(\n    service().get_active(),\n  )\n",
    ),
    notable: [],
  },
  {
    title: "another path",
    edit: replace(ROUTE, '"/active"', '"/<int:user_id>"'),
    notable: [["GET /users/{user_id:int}", "changed", "edited"]],
  },
  {
    title: "a handler with the path of another one",
    edit: replace(ROUTE, '@users_bp.get("")', '@users_bp.get("/active")'),
    notable: [["GET /users/active", "changed", "edited"]],
  },
  {
    title: "a prefix at the registration",
    edit: replace(ROUTE, 'url_prefix="/users"', 'url_prefix="/v1/users"'),
    notable: [["GET /v1/users", "changed", "generated"], [
      "GET /v1/users/active",
      "changed",
      "generated",
    ]],
  },
  {
    title: "a handler with another name, at another prefix",
    edit: edits(
      replace(ROUTE, 'url_prefix="/users"', 'url_prefix="/v1/users"'),
      replace(ROUTE, "def get_active()", "def list_active()"),
    ),
    notable: [
      ["GET /v1/users", "changed", "generated"],
      ["GET /v1/users/active", "changed", "moved"],
    ],
  },
  {
    title: "a handler of another route with the name of a missing one",
    edit: edits(
      replace(ROUTE, 'url_prefix="/users"', 'url_prefix="/v1/users"'),
      remove("api/routes/carts_route.py"),
    ),
    before: { routes: { carts: { type: "GET" }, ...SPEC.routes } },
    notable: [
      ["GET /carts", "deleted", null],
      ["GET /v1/users", "changed", "generated"],
      ["GET /v1/users/active", "changed", "generated"],
    ],
  },
  {
    title: "a handler that people wrote anew, with another name and at another prefix",
    edit: edits(
      replace(ROUTE, 'url_prefix="/users"', 'url_prefix="/v1/users"'),
      replace(ROUTE, "def get_active()", "def list_active()"),
      replace(ROUTE, "jsonify(service().get_active())", '{"active": 2}'),
      replace(SERVICE, METHOD, ""),
    ),
    notable: [
      ["GET /v1/users", "changed", "generated"],
      ["GET /v1/users/active", "changed", "edited"],
    ],
  },
  {
    title: "a deleted handler",
    edit: replace(ROUTE, HANDLER, "\n"),
    spec: SPEC,
    notable: [["GET /users/active", "deleted", null]],
  },
  {
    title: "a deleted handler, without a spec",
    edit: replace(ROUTE, HANDLER, "\n"),
    notable: [["GET /users/active", "deleted", null]],
  },
  {
    title: "an endpoint that was deleted in all layers, without a spec",
    edit: edits(
      replace(ROUTE, HANDLER, "\n"),
      replace(SERVICE, METHOD, ""),
      replace(REPOSITORY, STUB, ""),
      remove("tests/test_users_route.py"),
    ),
    notable: [],
  },
  {
    title: "a service in another file",
    edit: edits(
      move(SERVICE, "api/domain/users.py"),
      replace(ROUTE, "api.services.users_service", "api.domain.users"),
    ),
    notable: [["GET /users", "same", "moved"], ["GET /users/active", "same", "moved"]],
  },
  {
    title: "blueprints that people register by hand",
    edit: replace(
      APP,
      "    register_blueprints(app)\n",
      "    from api.routes.users_route import users_bp\n    app.register_blueprint(users_bp)\n",
    ),
    notable: [["POST /orders", "unregistered", "generated"]],
  },
  {
    title: "routes whose modules the loop leaves out",
    edit: replace(INIT, 'endswith("_route")', 'endswith("_routes")'),
    notable: [
      ["POST /orders", "unregistered", "generated"],
      ["GET /users", "unregistered", "generated"],
      ["GET /users/active", "unregistered", "generated"],
    ],
  },
  {
    title: "routes whose modules the loop finds by a shorter ending",
    edit: replace(INIT, 'endswith("_route")', "endswith('route')"),
    notable: [],
  },
  {
    title: "an endpoint that people wrote",
    edit: append(ROUTE, OWN_HANDLER),
    notable: [["GET /users/{user_id:int}", "beside", "yours"]],
  },
];

for (
  const { title, before = SPEC, edit = (files: Files) => files, spec, notable: expected } of CASES
) {
  Deno.test(`projectStatus() finds ${title}`, async () => {
    deepEqual(await notable(edit(await generate(before)), spec), expected);
  });
}

Deno.test("projectStatus() calls an endpoint from a command beside the spec", async () => {
  const { files } = await run(
    await generate(SPEC),
    (workspace) => generateRoute(workspace, "carts"),
  );
  deepEqual(await notable(files), []);
  deepEqual(await notable(files, SPEC), [["GET /carts", "beside", "generated"]]);
});

Deno.test("projectStatus() is clean after generateApi() followed a changed spec", async () => {
  const next = { routes: { ...SPEC.routes, users: users(3), carts: { type: "GET" } } } as const;
  const { files } = await regenerate(await generate(SPEC), next);
  deepEqual(await notable(files, next), []);
});

Deno.test("projectStatus() names the place of edited code", async () => {
  const files = replace(SERVICE, "return 2\n", "return 3\n")(await generate(SPEC));
  const { data, message } = await projectStatus(createMemoryWorkspace(files), "demo");
  equal(message, "demo: in order. 3 endpoints");
  deepEqual(data?.endpoints.map(({ note }) => note), ["", "", `${SERVICE}:14`]);
});

Deno.test("projectStatus() suggests a similar route", async () => {
  const workspace = createMemoryWorkspace(await generate(SPEC));
  const { status, diagnostics } = await projectStatus(workspace, "demo", { route: "user" });
  equal(status, "failed");
  deepEqual(diagnostics.map(({ code, hint }) => [code, hint]), [
    ["route-missing", "Did you mean 'users'?"],
  ]);
});

Deno.test("projectStatus() names a handler that an earlier one with its path hides", async () => {
  const files = replace(ROUTE, '@users_bp.get("")', '@users_bp.get("/active")')(
    await generate(SPEC),
  );
  const { data } = await projectStatus(createMemoryWorkspace(files), "demo");
  deepEqual(data?.problems, [{
    file: ROUTE,
    line: 22,
    message: "Flask never calls 'get_active' for GET: 'get' in line 17 has its path",
  }]);
});

Deno.test("projectStatus() lists deleted files", async () => {
  const files = edits(remove("README.md"), remove("Dockerfile"))(await generate(SPEC));
  const { data } = await projectStatus(createMemoryWorkspace(files), "demo");
  deepEqual(data?.deleted, ["Dockerfile", "README.md"]);
});

Deno.test("projectStatus() takes no file of a moved app as deleted", async () => {
  const files = Object.entries(await generate(SPEC));
  const moved = files.map(([path, text]) => [path.replace(/^api\//, "src/api/"), text] as const);
  const { ["src/api/errors.py"]: _, ...left } = Object.fromEntries(moved);
  const { data } = await projectStatus(createMemoryWorkspace(left), "demo");
  deepEqual(data?.deleted, ["api/errors.py"]);
  deepEqual(data?.layers.map(({ folder }) => folder), [
    "src/api/routes",
    "src/api/services",
    "src/api/repositories",
  ]);
});

Deno.test("projectStatus() reads the endpoints of a project without records", async () => {
  const app = 'app = Flask(__name__)\n\n\n@app.get("/")\ndef index(): ...\n';
  deepEqual(await notable({ "app.py": app }), [["GET /", "beside", "yours"]]);
});

Deno.test("a row names an endpoint whose path is unclear, and its method alone names none", async () => {
  const app = 'url_prefix="/x/" + module.name';
  const files = replace(
    "api/routes/__init__.py",
    "getattr(route, blueprint))",
    `getattr(route, blueprint), ${app})`,
  )(await generate(SPEC));
  const row = "changed  GET   ?  was /users/active; --keep settles it";
  const kept = await regenerate(files, SPEC, { keep: [row] });
  equal(kept.report.status, "applied");
  deepEqual(await notable(kept.files), [
    ["POST ?", "changed", "generated"],
    ["GET ?", "changed", "generated"],
  ]);
  equal((await regenerate(files, SPEC, { keep: ["GET ?"] })).report.status, "failed");
});

Deno.test("an endpoint that another route answers is not deleted, although code of its own is left", async () => {
  const routes = { users: { type: "GET", mock: 1 }, orders: { type: "GET", mock: 2 } } as const;
  const before = remove("api/routes/orders_route.py")(await generate({ routes }));
  const moved = { routes: { users: { ...routes.users, path: "/orders" } } } as const;
  const { files } = await regenerate(before, moved);
  deepEqual(await notable(files, moved), []);
  const again = { routes: { orders: routes.orders } } as const;
  deepEqual(await notable(files, again), [["GET /orders", "outdated", "generated"]]);
});
