/** The commands that `generateApi()` suggests. */

import { deepEqual } from "node:assert/strict";
import { type ApiSpecInput, createMemoryWorkspace, generateApi } from "../../../mod.ts";

const SPEC: ApiSpecInput = { routes: { users: { type: "GET" } } };

for (
  const [name, folder] of [
    ["shop", "shop"],
    ["shop-2_a.b", "shop-2_a.b"],
    ["my shop", "'my shop'"],
    ["a;b", "'a;b'"],
    ["a;", "'a;'"],
    [";a", "';a'"],
    ["$(b)", "'$(b)'"],
    ["it's", "'it'\\''s'"],
  ] as const
) {
  Deno.test(`generateApi() quotes ${name} in the suggested commands`, async () => {
    const { next } = await generateApi(createMemoryWorkspace(), name, SPEC);
    deepEqual(next, [
      `cd ${folder} && python3 -m venv .venv && .venv/bin/pip install -e .`,
      ".venv/bin/flask --app api run",
    ]);
  });
}
