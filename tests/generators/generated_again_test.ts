/** Endpoints and routes that commands generate again after people removed them. */

import { deepEqual, equal } from "node:assert/strict";
import {
  generateRoute,
  generateSubroute,
  type ProjectStatus,
  projectStatus,
  removeRoute,
  removeSubroute,
  renameRoute,
  type Workspace,
} from "../../mod.ts";
import { endpointKey, parseRouteRecord } from "../../project/records/route_record.ts";
import { type Files, generate, regenerate, run } from "./edited_project.ts";

const SPEC = {
  routes: {
    products: {
      type: "GET",
      mock: [{ id: 1 }],
      subroutes: { sale: { type: "POST", mock: { id: 2 } } },
    },
    users: { type: "GET" },
  },
} as const;

/** Runs commands one after another, each of which must change the project. */
async function after(
  files: Files,
  ...commands: readonly ((workspace: Workspace) => Promise<{ readonly status: string }>)[]
): Promise<Files> {
  let now = files;
  for (const command of commands) {
    const { files: next, report } = await run(now, async (workspace) => {
      const { status } = await command(workspace);
      equal(status, "applied");
      return await projectStatus(workspace, "demo");
    });
    equal(report.status, "unchanged");
    now = next;
  }
  return now;
}

/** Returns the endpoints that differ from the spec, with their states. */
async function drift(files: Files): Promise<readonly string[]> {
  const { report } = await run(
    files,
    (workspace) => projectStatus(workspace, "demo", { spec: SPEC }),
  );
  const { endpoints } = report.data as ProjectStatus;
  return endpoints.filter(({ state }) => state !== "same" && state !== "beside")
    .map(({ state, method, path }) => `${state} ${method} ${path}`);
}

function removedEndpoints(files: Files): readonly string[] {
  const { removed } = parseRouteRecord(files[".layerwright/routes/products"] ?? "", "products");
  return removed.map(endpointKey);
}

Deno.test("an old spec does not bring back a subroute of a route that was removed and generated again", async () => {
  const files = await after(
    await generate(SPEC),
    (workspace) => removeRoute(workspace, "products"),
    (workspace) => generateRoute(workspace, "products"),
  );
  deepEqual(removedEndpoints(files), ["POST /products/sale"]);
  deepEqual(await drift(files), ["outdated GET /products"]);
});

Deno.test("an old spec does not bring back a removed route that was generated again at another path", async () => {
  const files = await after(
    await generate(SPEC),
    (workspace) => removeRoute(workspace, "products"),
    (workspace) => generateRoute(workspace, "products", { path: "/v2" }),
  );
  deepEqual(removedEndpoints(files), ["GET /products", "POST /products/sale"]);
  const { report, files: same } = await regenerate(files, SPEC);
  equal(report.status, "unchanged", report.message);
  deepEqual(same, files);
});

Deno.test("an old spec updates a removed subroute that was generated again, and does not call it extra", async () => {
  const files = await after(
    await generate(SPEC),
    (workspace) => removeSubroute(workspace, "products", "sale"),
    (workspace) => generateSubroute(workspace, "products", "sale", { type: "POST" }),
  );
  deepEqual(removedEndpoints(files), []);
  deepEqual(await drift(files), ["outdated POST /products/sale"]);
});

Deno.test("an old spec does not bring back the old name of a route that was removed and generated again", async () => {
  const files = await after(
    await generate(SPEC),
    (workspace) => renameRoute(workspace, "products", "catalog"),
    (workspace) => removeRoute(workspace, "catalog"),
    (workspace) => generateRoute(workspace, "catalog"),
  );
  deepEqual(await drift(files), ["outdated GET /catalog"]);
  const { files: next } = await regenerate(files, SPEC);
  equal(next["api/routes/products_route.py"], undefined);
});
