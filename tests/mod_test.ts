/** The library's surface: every name is a promise. */

import { deepEqual, equal } from "node:assert/strict";
import * as library from "../mod.ts";

Deno.test("mod.ts exports these values and no others", () => {
  deepEqual(Object.keys(library).sort(), [
    "WorkspaceError",
    "analyzeProject",
    "checkRouteExists",
    "createDiskWorkspace",
    "createMemoryWorkspace",
    "generateApi",
    "generateRoute",
    "generateSubroute",
    "getProjectInfo",
    "projectPath",
    "validateSpec",
  ]);
});

Deno.test({
  name: "a whole session in memory needs no permission",
  permissions: "none",
  async fn() {
    const workspace = library.createMemoryWorkspace();
    const spec = '{ "routes": { "users": { "type": "GET", "mock": [{ "id": 1 }] } } }';
    const statuses = [
      await library.generateApi(workspace, "shop", spec),
      await library.generateRoute(workspace, "orders", { type: "POST" }),
      await library.generateSubroute(workspace, "users", "active", { mock: "true" }),
      await library.analyzeProject(workspace, "shop"),
      await library.getProjectInfo(workspace, "shop"),
      await library.checkRouteExists(workspace, "orders"),
    ].map(({ status }) => status);

    deepEqual(statuses, [
      "applied",
      "applied",
      "applied",
      "unchanged",
      "unchanged",
      "unchanged",
    ]);
    equal(library.validateSpec(spec).message, "Valid: 1 route, 1 endpoint");
  },
});

Deno.test("validateSpec() refuses values that are no JSON", () => {
  const circle: Record<string, unknown> = {};
  circle["routes"] = circle;
  for (const value of [circle, { routes: 1n }, undefined, () => {}]) {
    equal(library.validateSpec(value).message, "Spec must be a JSON object.");
  }
});
