import { deepEqual, ok } from "node:assert/strict";
import { GUARDING, guardingModules, SHOWING } from "../../../tools/mutate/guarding_modules.ts";
import { ROOT } from "../../../tools/run.ts";

const FILES = ["core/json.ts", "core/json.md", "hosted/pages/keys.tsx", "workspace/journal.ts"];

Deno.test("guardingModules() finds the guarding modules, optionally among chosen files", () => {
  deepEqual(guardingModules(FILES), ["core/json.ts", "workspace/journal.ts"]);
  deepEqual(guardingModules(FILES, ["workspace"]), ["workspace/journal.ts"]);
  deepEqual(guardingModules(FILES, ["work"]), []);
});

Deno.test("each guarding module exists", async () => {
  for (const place of [...GUARDING, ...SHOWING]) ok(await Deno.stat(ROOT + place), place);
});
