import { deepEqual, equal, ok } from "node:assert/strict";
import { createDiskWorkspace } from "../../workspace/disk_workspace.ts";
import { EDIT, inScenario } from "./scenarios.ts";
import { failAllSyncs, writesOf } from "./strace.ts";
import { readTree } from "./tree.ts";

Deno.test("apply syncs what it staged before the journal, and all that it did before the commit", async () => {
  const writes = await inScenario(EDIT, ({ command }) => writesOf(command));
  const indexOf = (pattern: RegExp) => {
    const index = writes.findIndex((write) => pattern.test(write));
    ok(index >= 0, `No ${pattern}`);
    return index;
  };
  const journal = indexOf(/^rename.*\/stage\/journal"/);
  const commit = indexOf(/^unlink.*\/journal"/);
  for (const staged of ["new-0", "new-3", "new-4", "new-5", "new-6", "new-7", "journal"]) {
    ok(indexOf(new RegExp(`^fsync.*/stage/${staged}>\\)\\s+= 0`)) < journal, staged);
  }
  ok(indexOf(/^fsync.*\/\.layerwright>\)\s+= 0/) < indexOf(/^rename.*\/new-0"/));
  const renamed = writes.findLastIndex((write) => write.startsWith("rename"));
  for (const folder of ["api", "api/old", "api/routes", "api/routes/carts", "tests"]) {
    const pattern = new RegExp(`^fsync.*/${folder}>\\)\\s+= 0`);
    const synced = writes.findLastIndex((write) => pattern.test(write));
    ok(renamed < synced && synced < commit, folder);
  }
});

Deno.test("apply changes nothing if the disk fails while it is waited for", async () => {
  await inScenario(EDIT, async ({ folder, root, command }) => {
    const before = readTree(folder);
    const outcome = JSON.parse(await failAllSyncs(command)).value;
    equal(outcome.kind, "failed");
    equal(outcome.reason, "Input/output error");
    await createDiskWorkspace(root).exclusively(() => Promise.resolve());
    deepEqual(readTree(folder), before);
  });
});
