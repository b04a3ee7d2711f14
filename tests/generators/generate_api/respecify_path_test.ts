/** Specs that change the path of an endpoint whose code people edited. */

import { deepEqual, equal, match } from "node:assert/strict";
import {
  type Agreement,
  type ApiSpecInput,
  createMemoryWorkspace,
  type GenerateApiOptions,
  type ListedEndpoint,
  projectStatus,
  removeRoute,
  removeSubroute,
  type Report,
  type SubroutesInput,
} from "../../../mod.ts";
import { type Edit, edits, generate, regenerate, replace, run } from "../edited_project.ts";

const ROUTE = "api/routes/carts_route.py";
const SERVICE = "api/services/carts_service.py";

/** A spec with one item path, and maybe more subroutes. */
function spec(path: string, prefix = "/carts", more: SubroutesInput = {}): ApiSpecInput {
  const methods = { GET: { mock: { id: 1 } }, DELETE: { status: 204 } };
  const all = { type: "GET", mock: [] } as const;
  return {
    routes: { carts: { ...all, path: prefix, subroutes: { cart: { path, methods }, ...more } } },
  };
}

const FIRST = spec("/{id:int}");

const EDITED: Edit = replace(SERVICE, 'return {"id": 1}', "return self.repository.get_cart(id_)");

interface Case {
  readonly what: string;
  readonly next: ApiSpecInput;
  readonly edit: Edit;
  readonly options?: GenerateApiOptions;
  readonly status: Report["status"];
  /** The endpoints that the report lists. */
  readonly listed: readonly string[];
  /** Texts in the routes module afterwards. */
  readonly has: readonly string[];
}

const CASES: readonly Case[] = [
  {
    what: "another name of a parameter",
    next: spec("/{cart_id:int}"),
    edit: EDITED,
    status: "applied",
    listed: ["outdated DELETE /carts/{cart_id:int} was /carts/{id:int}"],
    has: ['@carts_bp.get("/<int:id_>")', '@carts_bp.delete("/<int:cart_id>")'],
  },
  {
    what: "another type of a parameter",
    next: spec("/{id:uuid}"),
    edit: EDITED,
    status: "refused",
    listed: ["conflict GET /carts/{id:int} is now /carts/{id:uuid}"],
    has: ['@carts_bp.get("/<int:id_>")', '@carts_bp.delete("/<int:id_>")'],
  },
  {
    what: "another type of a parameter, which people do not want",
    next: spec("/{id:uuid}"),
    edit: EDITED,
    options: { keep: ["GET /carts/{id:uuid}"] },
    status: "applied",
    listed: [
      "kept GET /carts/{id:int} instead of /carts/{id:uuid}, until the spec changes it again",
      "outdated DELETE /carts/{id:uuid} was /carts/{id:int}",
    ],
    has: ['@carts_bp.get("/<int:id_>")', '@carts_bp.delete("/<uuid:id_>")'],
  },
  {
    what: "another literal segment",
    next: spec("/item/{id:int}"),
    edit: EDITED,
    status: "applied",
    listed: [
      "outdated GET /carts/item/{id:int} was /carts/{id:int}",
      "outdated DELETE /carts/item/{id:int} was /carts/{id:int}",
    ],
    has: ['@carts_bp.get("/item/<int:id_>")', '@carts_bp.delete("/item/<int:id_>")'],
  },
  {
    what: "another prefix, which people do not want",
    next: spec("/{id:int}", "/v1/carts"),
    edit: EDITED,
    options: { keep: ["GET /v1/carts/{id:int}"] },
    status: "applied",
    listed: [
      "kept GET /carts instead of /v1/carts, until the spec changes it again",
      "kept GET /carts/{id:int} instead of /v1/carts/{id:int}, until the spec changes it again",
      "kept DELETE /carts/{id:int} instead of /v1/carts/{id:int}, until the spec changes it again",
    ],
    has: ['url_prefix="/carts"'],
  },
  {
    what: "another prefix, which people want",
    next: spec("/{id:int}", "/v1/carts"),
    edit: EDITED,
    status: "applied",
    listed: [
      "outdated GET /v1/carts was /carts",
      "outdated GET /v1/carts/{id:int} was /carts/{id:int}",
      "outdated DELETE /v1/carts/{id:int} was /carts/{id:int}",
    ],
    has: ['url_prefix="/v1/carts"', '"""HTTP handlers for /v1/carts."""'],
  },
];

function line({ state, method, path, note }: ListedEndpoint): string {
  return `${state} ${method} ${path} ${note}`;
}

for (const { what, next, edit, options = {}, status, listed, has } of CASES) {
  Deno.test(`generateApi() with ${what}, where people edited the service`, async () => {
    const { report, files } = await regenerate(edit(await generate(FIRST)), next, options);
    equal(report.status, status, report.message);
    const data = report.data as { readonly states: readonly ListedEndpoint[] };
    deepEqual(data.states.map(line), listed);
    for (const text of has) equal(files[ROUTE]?.split(text).length, 2, text);
    equal(files[SERVICE]?.includes("return self.repository.get_cart(id_)"), true);
    if (status === "refused") return;
    const again = await regenerate(files, next);
    deepEqual(again.report.changes, []);
  });
}

const BODY = replace(
  ROUTE,
  "def get_cart(id_: int) -> ResponseReturnValue:\n",
  "def get_cart(id_: int) -> ResponseReturnValue:\n    print(id_)\n",
);

const FOLLOWED: readonly (readonly [
  what: string,
  next: ApiSpecInput,
  edit: Edit,
  state: Agreement,
  status: Report["status"],
])[] = [
  ["another segment", spec("/item/{id:int}"), BODY, "outdated", "applied"],
  [
    "another segment below an edited service",
    spec("/item/{id:int}"),
    EDITED,
    "outdated",
    "applied",
  ],
  ["another prefix", spec("/{id:int}", "/v1/carts"), BODY, "outdated", "applied"],
  ["another name of a parameter", spec("/{cart:int}"), BODY, "same", "applied"],
  ["another type of a parameter", spec("/{id:uuid}"), BODY, "conflict", "refused"],
  [
    "another type of a parameter, unedited",
    spec("/{id:uuid}"),
    (now) => now,
    "outdated",
    "applied",
  ],
  [
    "another name of a parameter, unedited",
    spec("/{cart:int}"),
    (now) => now,
    "outdated",
    "applied",
  ],
  [
    "another segment of a decorator that people wrote",
    spec("/item/{id:int}"),
    edits(BODY, replace(ROUTE, '.get("/<int:id_>")', '.get(f"/<int:{"id_"}>")')),
    "conflict",
    "refused",
  ],
];

for (const [what, next, edit, state, status] of FOLLOWED) {
  Deno.test(`status tells what generateApi() does with a path: ${what}`, async () => {
    const before = edit(await generate(FIRST));
    const { data } = await projectStatus(createMemoryWorkspace(before), "demo", { spec: next });
    const found = data?.endpoints.find(({ method, path }) => method === "GET" && path !== "/carts");
    const { report, files } = await regenerate(before, next);
    deepEqual([found?.state, report.status], [state, status]);
    const isEdited = files[ROUTE]?.includes("print(id_)");
    equal(isEdited, before[ROUTE]?.includes("print(id_)"));
    equal(Object.keys(files).some((path) => path.includes("/backup/")), false);
  });
}

const PATHS: readonly (readonly [what: string, before: ApiSpecInput, after: ApiSpecInput])[] = [
  ["another name of a parameter", FIRST, spec("/{cart_id:int}")],
  ["another type of a parameter", FIRST, spec("/{id:uuid}")],
  ["another parameter", FIRST, spec("/{shop}/{id:int}")],
  ["no parameter", FIRST, spec("/only")],
  [
    "another prefix",
    FIRST,
    spec("/{id:int}", "/a/prefix/that/is/so/long/that/the/line/must/break"),
  ],
  ["another prefix and path", FIRST, spec("/x/{id:float}", "/v1")],
];

for (const [what, before, after] of PATHS) {
  Deno.test(`generateApi() with ${what} makes an unedited project equal to a project of the new spec`, async () => {
    const first = await generate(before);
    const { files } = await regenerate(first, after);
    deepEqual(files, await generate(after));
    deepEqual((await regenerate(files, before)).files, first);
  });
}

Deno.test("generateApi() keeps the names of functions if only a subroute has another name", async () => {
  const methods = { GET: { mock: { id: 2 } }, PUT: {} };
  const next = {
    routes: { carts: { type: "GET", subroutes: { basket: { path: "/{id:int}", methods } } } },
  };
  const { report, files } = await regenerate(await generate(FIRST), next);
  equal(report.status, "applied");
  for (const name of ["get_cart", "update_cart"]) {
    equal(files[ROUTE]?.includes(`def ${name}(`), true);
  }
  equal(files[ROUTE]?.includes("basket"), false);
});

Deno.test("generateApi() does not move a route that commands made", async () => {
  const project = await generate({ routes: { users: { type: "GET" } } });
  const { createMemoryWorkspace, generateRoute, generateApi } = await import("../../../mod.ts");
  const workspace = createMemoryWorkspace(project);
  await generateRoute(workspace, "carts");
  const { status, diagnostics } = await generateApi(workspace, "demo", {
    routes: { users: { type: "GET" }, carts: { type: "GET", path: "/v1/carts" } },
  });
  equal(status, "failed");
  deepEqual(diagnostics.map(({ message }) => message), [
    "Route 'carts' is at '/carts' in the project, but at '/v1/carts' in the spec.",
  ]);
});

Deno.test("generateApi() tests a new endpoint at the prefix that people kept", async () => {
  const edited = EDITED(await generate(FIRST));
  const kept = await regenerate(edited, spec("/{id:int}", "/v1/carts"), {
    keep: ["GET /v1/carts/{id:int}"],
  });
  const grown = spec("/{id:int}", "/v1/carts", { sale: { type: "GET" } });
  const { files, report } = await regenerate(kept.files, grown);
  const data = report.data as { readonly states: readonly ListedEndpoint[] };
  deepEqual(data.states.map(line), ["new GET /carts/sale "]);
  match(files["tests/test_carts_route.py"] ?? "", /client\.get\("\/carts\/sale"\)/);
  match(files[ROUTE] ?? "", /url_prefix="\/carts"/);
  const again = await regenerate(files, grown);
  deepEqual([again.report.status, again.files], ["unchanged", files]);
});

Deno.test("a merged record of a removed route has the prefix of its endpoints", async () => {
  const next = spec("/{id:int}", "/v1/carts");
  const removed = await run(await generate(next), (workspace) => removeRoute(workspace, "carts"));
  const path = ".layerwright/routes/carts";
  const record = removed.files[path] ?? "";
  const endpoint = "endpoint GET /v1/carts/full full command\ninput 00086666fe4decbb\n";
  const merged = { ...removed.files, [path]: record.replace(/^end$/m, `${endpoint}\nend`) };
  const { report } = await regenerate(merged, next);
  deepEqual(report.diagnostics, []);
  deepEqual(report.changes.map((change) => change.path), [`demo/${path}`]);
});

Deno.test("generateApi() moves an endpoint back to a path from which people removed it", async () => {
  const first = spec("/{id:int}");
  const removed = await run(
    await generate(first),
    (workspace) => removeSubroute(workspace, "carts", "cart"),
  );
  const moved = await regenerate(removed.files, spec("/new"));
  match(moved.files[ROUTE] ?? "", /@carts_bp\.get\("\/new"\)/);
  const back = await regenerate(moved.files, first);
  match(back.files[ROUTE] ?? "", /@carts_bp\.get\("\/<int:id_>"\)/);
  equal((await regenerate(back.files, first)).report.status, "unchanged");
});
