/** Records that lost the hash of an endpoint's input, as in a merge of two branches. */

import { deepEqual, equal } from "node:assert/strict";
import { createMemoryWorkspace, generateApi, projectStatus } from "../../../mod.ts";

const SPEC = {
  routes: { carts: { methods: { GET: { mock: [1] }, POST: { mock: { id: 1 } } } } },
} as const;

const RECORD = ".layerwright/routes/carts";

async function withoutInputs() {
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "shop", SPEC);
  const files: Record<string, string> = Object.fromEntries(workspace.files());
  const lines = files[RECORD]?.split("\n") ?? [];
  const left = lines.filter((line) => !line.startsWith("input "));
  equal(lines.length - left.length, 2);
  return createMemoryWorkspace({ ...files, [RECORD]: left.join("\n") });
}

Deno.test("status compares an endpoint whose record lost its input by its code", async () => {
  const { data } = await projectStatus(await withoutInputs(), "shop", { spec: SPEC });
  deepEqual(data?.endpoints.map(({ state }) => state), ["same", "same"]);
});

Deno.test("generate api records a lost input, and lists no endpoint", async () => {
  const { data, changes } = await generateApi(await withoutInputs(), "shop", SPEC);
  deepEqual(data?.states, []);
  deepEqual(changes.map(({ path }) => path), ["shop/.layerwright/routes/carts"]);
});
