/** Specs that give another method to a handler in a module that does not parse. */

import { deepEqual } from "node:assert/strict";
import { createMemoryWorkspace, generateApi } from "../../../mod.ts";

Deno.test("generate api names the file of a handler that it cannot edit", async (t) => {
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "shop", { routes: { carts: { methods: { GET: {}, DELETE: {} } } } });
  const files: Record<string, string> = Object.fromEntries(workspace.files());
  const path = "api/routes/carts_route.py";
  files[path] = files[path]?.replace("service().delete())", "service().delete()") ?? "";
  const spec = { routes: { carts: { methods: { GET: {}, POST: {} } } } } as const;
  for (const options of [{}, { force: true }, { replace: ["POST /carts"] }]) {
    await t.step(JSON.stringify(options), async () => {
      const broken = createMemoryWorkspace(files);
      const { status, diagnostics } = await generateApi(broken, "shop", spec, {
        ...options,
        isInside: true,
      });
      deepEqual([status, ...diagnostics.map(({ code }) => code)], ["failed", "python-syntax"]);
      deepEqual(Object.fromEntries(broken.files()), files);
    });
  }
});
