/** `generate subroute`: subroutes that already exist, and the record of a new one. */

import { deepEqual, equal, match } from "node:assert/strict";
import type { Snapshot } from "../../../core/change_set.ts";
import type { ProjectPath } from "../../../core/project_path.ts";
import { planSubroute } from "../../../generators/add/subroute_planner.ts";
import { generateSubroute, type Method } from "../../../mod.ts";
import { symbolHashes } from "../../../project/facts/code_hash.ts";
import { definitionsIn, parseRouteRecord } from "../../../project/records/route_record.ts";
import { append, type Files, generate, remove, replace, run } from "../edited_project.ts";
import { Project } from "../../../project/project.ts";

const ROUTE = "api/routes/users_route.py";
const SERVICE = "api/services/users_service.py" as ProjectPath;
const RECORD = ".layerwright/routes/users";
const SPEC = { routes: { users: { type: "GET" } } };

function addSale(files: Files, type: Method = "GET") {
  return run(files, (workspace) => generateSubroute(workspace, "users", "sale", { type }));
}

function handler(decorator: string, name: string): string {
  return `\n\n${decorator}\ndef ${name}() -> ResponseReturnValue:\n    return jsonify("by hand")\n`;
}

interface ByHand {
  readonly code: string;
  /** Expected statuses of commands that add `GET /users/sale` and `POST /users/sale`. */
  readonly get: "applied" | "unchanged";
  readonly post: "applied" | "unchanged";
}

const BY_HAND: Readonly<Record<string, ByHand>> = {
  "a handler of another name": {
    code: handler('@users_bp.get("/sale")', "reduced"),
    get: "unchanged",
    post: "applied",
  },
  "a rule that ends with a slash": {
    code: handler('@users_bp.post("/sale/")', "reduced"),
    get: "applied",
    post: "unchanged",
  },
  "two methods": {
    code: handler('@users_bp.route("/sale", methods=["GET", "POST"])', "reduced"),
    get: "unchanged",
    post: "unchanged",
  },
  "methods that only running the program tells": {
    code: `\n\nMETHODS = make_methods()\n${
      handler('@users_bp.route("/sale", methods=METHODS)', "reduced")
    }`,
    get: "unchanged",
    post: "unchanged",
  },
  "a longer rule": {
    code: handler('@users_bp.get("/sale/all")', "reduced"),
    get: "applied",
    post: "applied",
  },
  "a rule of two slashes": {
    code: handler('@users_bp.get("/sale//")', "reduced"),
    get: "applied",
    post: "applied",
  },
  "the handler's name under another rule": {
    code: handler('@users_bp.get("/discount")', "get_sale"),
    get: "unchanged",
    post: "applied",
  },
  "the handler's name in a call of add_url_rule": {
    code: "\n\ndef get_sale() -> ResponseReturnValue:\n    return jsonify(1)\n\n\n" +
      'users_bp.add_url_rule("/discount", view_func=get_sale)\n',
    get: "unchanged",
    post: "applied",
  },
  "the handler's name under a decorator without a rule": {
    code: handler('@routed("/sale")', "get_sale"),
    get: "unchanged",
    post: "applied",
  },
  "the handler's name without a decorator": {
    code: "\n\ndef get_sale() -> int:\n    return 1\n",
    get: "applied",
    post: "applied",
  },
};

for (const [what, { code, ...expected }] of Object.entries(BY_HAND)) {
  Deno.test(`generateSubroute() beside ${what}`, async () => {
    const files = append(ROUTE, code)(await generate(SPEC));
    const [get, post] = await Promise.all([addSale(files), addSale(files, "POST")]);
    deepEqual({ get: get.report.status, post: post.report.status }, expected);
    for (const { report, files: after } of [get, post]) {
      if (report.status === "applied") continue;
      deepEqual(report.diagnostics.map(({ code }) => code), ["subroute-exists"]);
      deepEqual(after, files);
    }
  });
}

Deno.test("generateSubroute() gives the handler a free name", async () => {
  const files = append(ROUTE, "\n\ndef get_sale() -> int:\n    return 1\n")(await generate(SPEC));
  const { files: after } = await addSale(files);
  match(after[ROUTE] ?? "", /@users_bp\.get\("\/sale"\)\ndef get_sale_handler\(\)/);
});

Deno.test("generateSubroute() reports the definition that it adds to each file", async () => {
  const { report } = await addSale(await generate(SPEC));
  deepEqual(
    report.changes.map(({ path, symbol }) => [path, symbol]),
    [
      ["api/repositories/users_repository.py", "get_sale"],
      [ROUTE, "get_sale"],
      [SERVICE, "get_sale"],
      ["tests/test_users_route.py", "test_get_sale"],
      [RECORD, null],
    ],
  );
});

for (
  const [path, name] of [
    [SERVICE, "UsersService"],
    ["api/repositories/users_repository.py", "UsersRepository"],
  ] as const
) {
  Deno.test(`generateSubroute() changes nothing if the class ${name} was removed`, async () => {
    const files = { ...(await generate(SPEC)), [path]: '"""Nothing."""\n' };
    const { report, files: after } = await addSale(files);
    equal(report.status, "failed");
    deepEqual(report.diagnostics.map(({ code }) => code), ["route-incomplete"]);
    deepEqual(after, files);
    const input = {
      route: "users",
      subroute: "sale",
      path: null,
      endpoints: [{ method: "GET", status: 200, mock: null }],
      folder: "",
    } as const;
    const snapshot = new Map(Object.entries(files)) as unknown as Snapshot;
    const plan = await planSubroute(input, new Project(snapshot));
    deepEqual(plan.changes, [], "Nor is anything planned");
  });
}

/** Reports whether the service's method is recorded as generated, and unedited since. */
function isGenerated(files: Files, method: string): boolean {
  const name = `UsersService.${method}`;
  const recorded = definitionsIn(parseRouteRecord(files[RECORD] ?? "", "users"), "service").get(
    name,
  );
  return recorded !== undefined && recorded === symbolHashes(files[SERVICE] ?? "").get(name);
}

const EDIT = replace(SERVICE, '"Your users route is working!"', '"by hand"');

Deno.test("generateSubroute() records its definitions beside those of the route", async () => {
  const { files } = await addSale(await generate(SPEC));
  deepEqual([isGenerated(files, "get"), isGenerated(files, "get_sale")], [true, true]);
});

Deno.test("generateSubroute() records its own method as generated, beside an edited one", async () => {
  const { files } = await addSale(EDIT(await generate(SPEC)));
  deepEqual([isGenerated(files, "get"), isGenerated(files, "get_sale")], [false, true]);
});

Deno.test("generateSubroute() records only its own definitions if the route has no record", async () => {
  const { report, files } = await addSale(remove(RECORD)(await generate(SPEC)));
  equal(report.status, "applied");
  deepEqual([isGenerated(files, "get"), isGenerated(files, "get_sale")], [false, true]);
});

Deno.test("generateSubroute() adds to a service that people moved to another module", async () => {
  const moved = "api/services/accounts.py" as ProjectPath;
  const files = await generate(SPEC);
  const { [SERVICE]: service = "", ...others } = files;
  const project = replace(ROUTE, "api.services.users_service", "api.services.accounts")({
    ...others,
    [moved]: service,
  });
  const { report, files: after } = await addSale(project);
  equal(report.status, "applied");
  match(after[moved] ?? "", /def get_sale/);
  equal(after[SERVICE], undefined);
});

const get = { type: "GET", mock: 1 } as const;

/** Routes with one prefix, and a route whose prefix has only its own name at the end. */
const SHARING = {
  routes: {
    carts: {
      path: "/shop",
      methods: {},
      subroutes: { sale: get, cart: { ...get, path: "/{id}" } },
    },
    bills: { path: "/shop", methods: {}, subroutes: { cart: { ...get, path: "/{id}/bill" } } },
    cart_items: { path: "/v1/cart-items", methods: {}, subroutes: { late: get } },
  },
};

const ALREADY = "Add the method there, or remove it first";

for (
  const [what, route, subroute, options, message] of [
    [
      "a new subroute",
      "bills",
      "sale",
      {},
      "GET /shop/sale is already in api/routes/carts_route.py:17.",
    ],
    ["another method there", "bills", "sale", { type: "POST" }, null],
    ["a new subroute that no route has", "bills", "late", {}, null],
    ["a new subroute of a prefix with the route's name", "cart_items", "sale", {}, null],
  ] as const
) {
  Deno.test(`generateSubroute() ${message === null ? "adds" : "refuses"} ${what}, beside routes with one prefix`, async () => {
    const { report } = await run(
      await generate(SHARING),
      (workspace) => generateSubroute(workspace, route, subroute, options),
    );
    equal(report.status, message === null ? "applied" : "failed");
    if (message === null) return;
    equal(report.message, message);
    equal(report.diagnostics[0]?.hint, ALREADY);
  });
}

Deno.test("generateSubroute() refuses a further method that another route serves at the path", async () => {
  const spec = {
    routes: {
      carts: { path: "/shop", methods: {}, subroutes: { cart: { ...get, path: "/{id:int}" } } },
      bills: {
        path: "/shop",
        methods: {},
        subroutes: { bill: { methods: { POST: {} }, path: "/{id:int}" } },
      },
    },
  };
  const { report } = await run(
    await generate(spec),
    (workspace) => generateSubroute(workspace, "bills", "bill", { methods: ["GET"] }),
  );
  equal(report.message, "GET /shop/{id:int} is already in api/routes/carts_route.py:17.");
});
