/** Reports about endpoints and routes that the project has, but not the spec. */

import { deepEqual, equal } from "node:assert/strict";
import {
  type ApiSpecInput,
  createMemoryWorkspace,
  generateApi,
  generateRoute,
  generateSubroute,
  removeSubroute,
} from "../../mod.ts";

const SPEC: ApiSpecInput = {
  routes: { users: { type: "GET", subroutes: { gone: { type: "POST" } } } },
};

const OLD: ApiSpecInput["routes"] = { old: { type: "POST" } };

Deno.test("generateApi() lists the endpoints that an earlier spec had, but none of a command", async () => {
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "shop", SPEC);
  await generateSubroute(workspace, "users", "active");
  const { status, data } = await generateApi(workspace, "shop", {
    routes: { users: { type: "GET" } },
  });
  equal(status, "unchanged");
  deepEqual(data?.states, [{
    state: "extra",
    method: "POST",
    path: "/users/gone",
    file: "shop/api/routes/users_route.py",
    line: 23,
    note: "not in the spec any more; --prune removes it",
    diff: null,
  }]);
});

Deno.test("generateApi() lists all endpoints that an earlier spec had, including whole routes", async () => {
  const workspace = createMemoryWorkspace();
  const names = Array.from({ length: 12 }, (_, index) => `s${index}`);
  const subroutes = Object.fromEntries(names.map((name) => [name, { type: "GET" as const }]));
  await generateApi(workspace, "shop", { routes: { users: { type: "GET", subroutes }, ...OLD } });
  await generateRoute(workspace, "notes", { type: "PUT" });
  const { data } = await generateApi(workspace, "shop", {
    routes: { users: { type: "GET" as const } },
  });
  deepEqual(
    new Set(data?.states.map(({ state, method, path }) => `${state} ${method} ${path}`)),
    new Set([...names.map((name) => `extra GET /users/${name}`), "extra POST /old"]),
  );
});

Deno.test("generateApi() does not list endpoints from commands that are in the spec", async () => {
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "shop", { routes: { users: { type: "GET" } } });
  await generateSubroute(workspace, "users", "gone", { type: "POST" });
  deepEqual((await generateApi(workspace, "shop", SPEC)).diagnostics, []);
});

/** A project with an endpoint from a command that a spec then changed. */
async function respecified() {
  const workspace = createMemoryWorkspace();
  const without: ApiSpecInput = { routes: { users: { type: "GET" } } };
  const next: ApiSpecInput = {
    routes: { users: { type: "GET", subroutes: { late: { type: "GET", mock: 7 } } } },
  };
  await generateApi(workspace, "shop", without);
  await generateSubroute(workspace, "users", "late");
  equal((await generateApi(workspace, "shop", next)).status, "applied");
  return { workspace, next, without };
}

Deno.test("generateApi() does not bring back what a command added, a spec changed and a command removed", async () => {
  const { workspace, next } = await respecified();
  await removeSubroute(workspace, "users", "late");
  equal((await generateApi(workspace, "shop", next)).status, "unchanged");
});

Deno.test("generateApi() lists what a command added if an earlier spec changed it", async () => {
  const { workspace, without } = await respecified();
  const { data } = await generateApi(workspace, "shop", without);
  deepEqual(data?.states.map(({ state, path }) => `${state} ${path}`), ["extra /users/late"]);
});

Deno.test("generateRoute() warns of a name that differs from another only in case", async () => {
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "shop", { routes: { users: { type: "GET" } } });
  const { status, diagnostics } = await generateRoute(workspace, "Users");
  deepEqual([status, diagnostics.map(({ message }) => message)], [
    "applied",
    ["Route names 'users' and 'Users' differ only in case."],
  ]);
});
