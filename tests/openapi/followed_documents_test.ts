/** Documents that follow single commands are the documents of the whole project. */

import { deepEqual } from "node:assert/strict";
import { generateApi } from "../../actions/generate_api.ts";
import { generateDocs, renewDocs } from "../../actions/generate_docs.ts";
import { generateSubroute } from "../../actions/generate_subroute.ts";
import { removeRoute } from "../../actions/remove.ts";
import { renameRoute } from "../../actions/rename.ts";
import { undo } from "../../actions/undo.ts";
import type { Report } from "../../core/report.ts";
import { createMemoryWorkspace, type MemoryWorkspace } from "../../workspace/memory_workspace.ts";
import { arbitrarySpec } from "../generators/arbitrary_spec.ts";
import { fc, IS_FULL_TIER } from "../tools/tier.ts";

/** A command on one route. */
type Step = (workspace: MemoryWorkspace, route: string) => Promise<Report>;

const STEPS: readonly Step[] = [
  (at, route) => generateSubroute(at, route, "zz_get", { mock: { deep: [{ id: 1 }] } }),
  (at, route) => generateSubroute(at, route, "zz_post", { type: "POST", body: { name: "x" } }),
  (at, route) => generateSubroute(at, route, "zz_found", { query: { "q?": "x", limit: 5 } }),
  (at, route) => renameRoute(at, route, "zz_renamed"),
  (at, route) => removeRoute(at, route, { force: true }),
  (at) => undo(at),
];

Deno.test("after each command, the documents are those of the whole project", async () => {
  await fc.assert(
    fc.asyncProperty(
      arbitrarySpec,
      fc.array(fc.constantFrom(...STEPS), { minLength: 1, maxLength: 4 }),
      fc.nat(),
      async ({ text }, steps, chosen) => {
        const workspace = createMemoryWorkspace();
        await generateApi(workspace, "shop", text, { isInside: true });
        await generateDocs(workspace);
        const routes = Object.keys(JSON.parse(text).routes);
        for (const step of steps) {
          await step(workspace, routes[chosen % routes.length] ?? "");
          const { changes } = await renewDocs(workspace, { dryRun: true });
          deepEqual(changes.map(({ path }) => path), []);
        }
      },
    ),
    { numRuns: IS_FULL_TIER ? 300 : 15 },
  );
});
