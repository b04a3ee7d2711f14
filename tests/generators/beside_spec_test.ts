/** Reports about endpoints and routes that the project has, but not the spec. */

import { deepEqual, equal } from "node:assert/strict";
import {
  type ApiSpecInput,
  createMemoryWorkspace,
  generateApi,
  generateRoute,
  generateSubroute,
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

Deno.test("generateRoute() warns of a name that differs from another only in case", async () => {
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "shop", { routes: { users: { type: "GET" } } });
  const { status, diagnostics } = await generateRoute(workspace, "Users");
  deepEqual([status, diagnostics.map(({ message }) => message)], [
    "applied",
    ["Route names 'users' and 'Users' differ only in case."],
  ]);
});
