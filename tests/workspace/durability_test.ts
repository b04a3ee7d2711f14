import { ok } from "node:assert/strict";
import { EDIT, rehearse } from "./scenarios.ts";

Deno.test("apply syncs what it staged before the journal, and all that it did before the commit", async () => {
  const { points } = await rehearse(EDIT);
  const indexOf = (pattern: RegExp) => {
    const index = points.findIndex(({ shown }) => pattern.test(shown));
    ok(index >= 0, `No ${pattern}`);
    return index;
  };
  const journal = indexOf(/^rename.*\/stage\/journal"/);
  const commit = indexOf(/^unlink.*\/journal"/);
  for (const staged of ["new-0", "new-3", "new-4", "new-5", "new-6", "new-7", "journal"]) {
    ok(indexOf(new RegExp(`^fsync.*/stage/${staged}>`)) < journal, staged);
  }
  ok(indexOf(/^fsync.*\/\.layerwright>/) < indexOf(/^rename.*\/new-0"/));
  const renamed = points.findLastIndex(({ call }) => call === "rename");
  for (const folder of ["api", "api/old", "api/routes", "api/routes/carts", "tests"]) {
    const synced = points.findLastIndex(({ shown }) => shown.endsWith(`/${folder}>) = 0`));
    ok(renamed < synced && synced < commit, folder);
  }
});
