/** The README of a project, which shows a request to its first endpoint. */

import { equal } from "node:assert/strict";
import { type ApiSpecInput, createMemoryWorkspace, generateApi } from "../../../mod.ts";

const CASES: readonly (readonly [what: string, routes: ApiSpecInput["routes"], path: string])[] = [
  ["at its path", { carts: { type: "GET" } }, "/carts"],
  ["at the path in the spec", { carts: { path: "/v1/carts", type: "GET" } }, "/v1/carts"],
  ["unless it needs more than a path", { carts: { type: "POST" } }, "/-/health"],
  [
    "unless it is below its route",
    { carts: { methods: {}, subroutes: { cart: { path: "/{id:int}", type: "GET" } } } },
    "/-/health",
  ],
];

for (const [what, routes, path] of CASES) {
  Deno.test(`the README requests the first endpoint ${what}`, async () => {
    const workspace = createMemoryWorkspace();
    await generateApi(workspace, "shop", { routes });
    const readme = Object.fromEntries(workspace.files())["README.md"] ?? "";
    equal(/^curl http:\/\/localhost:8080(\S+)$/m.exec(readme)?.[1], path);
  });
}
