/** Commands on a route whose module does not parse, as after a merge. */

import { deepEqual, equal } from "node:assert/strict";
import {
  changeSubroute,
  createMemoryWorkspace,
  generateApi,
  projectStatus,
  removeRoute,
  removeSubroute,
  renameRoute,
  renameSubroute,
  type Report,
} from "../../../mod.ts";
import type { ApiSpecInput } from "../../../spec/api_spec_input.ts";

const SPEC = {
  routes: {
    orders: { type: "GET", mock: [], subroutes: { open: { type: "GET", mock: [1] } } },
    users: { type: "GET" },
  },
} as const satisfies ApiSpecInput;

const ROUTE = "api/routes/orders_route.py";

const made = createMemoryWorkspace();
await generateApi(made, "shop", SPEC);
const FILES = Object.fromEntries(made.files());

/** Modules of the route: one that still shows its handlers, one that lost them, and a moved one. */
const BROKEN: Readonly<Record<string, readonly [path: string, text: string, line: number]>> = {
  "an open bracket at the end": [ROUTE, `${FILES[ROUTE]}\ndef (\n`, 26],
  "nothing but the start of a merge": [ROUTE, "<<<<<<< HEAD\nfrom flask import (\n", 1],
  "a module that people moved": ["api/shop.py", `from x import (\n${FILES[ROUTE]}`, 1],
};

function workspaceWith(title: string) {
  const { [ROUTE]: _, ...others } = FILES;
  const [path = "", text = ""] = BROKEN[title] ?? [];
  return createMemoryWorkspace({ ...others, [path]: text });
}

for (const [title, [path, , line]] of Object.entries(BROKEN)) {
  Deno.test(`status and generate api say that endpoints are unreadable: ${title}`, async () => {
    const rows = ["/orders", "/orders/open"].map((each) => ["unreadable", each]);
    const place = [path, line];
    const { data } = await projectStatus(workspaceWith(title), "shop", { spec: SPEC });
    const lost = data?.endpoints.filter(({ state }) => state === "unreadable") ?? [];
    deepEqual(lost.map(({ state, path }) => [state, path]), rows);
    deepEqual(lost.map(({ file, line }) => [file, line]), [place, place]);
    const report = await generateApi(workspaceWith(title), "shop", SPEC);
    equal(report.status, "unchanged");
    deepEqual(report.data?.states.map(({ state, path }) => [state, path]), rows);
  });
}

const OTHER: ApiSpecInput = {
  routes: { ...SPEC.routes, orders: { ...SPEC.routes.orders, mock: [{ id: 1 }] } },
};

type Workspace = ReturnType<typeof createMemoryWorkspace>;

/** Commands that would write or remove a handler. */
const COMMANDS: Readonly<Record<string, (workspace: Workspace) => Promise<Report>>> = {
  "generate api with another mock": (each) => generateApi(each, "shop", OTHER),
  "generate api --prune": (each) =>
    generateApi(each, "shop", { routes: { users: SPEC.routes.users } }, { prune: true }),
  "remove route": (each) => removeRoute(each, "orders"),
  "remove subroute": (each) => removeSubroute(each, "orders", "open"),
  "rename route": (each) => renameRoute(each, "orders", "carts"),
  "rename subroute": (each) => renameSubroute(each, "orders", "open", "opened"),
  "change subroute": (each) => changeSubroute(each, "orders", "open", { mock: [2] }),
};

for (const [command, run] of Object.entries(COMMANDS)) {
  for (const title of Object.keys(BROKEN)) {
    Deno.test(`${command} writes nothing for ${title}`, async () => {
      const workspace = workspaceWith(title);
      const before = Object.fromEntries(workspace.files());
      const { diagnostics } = await run(workspace);
      equal(diagnostics[0]?.code, "python-syntax");
      deepEqual(Object.fromEntries(workspace.files()), before);
    });
  }
}
