import { deepEqual } from "node:assert/strict";
import { fc } from "../tools/tier.ts";
import { projectPath } from "../../core/project_path.ts";
import { createDiskWorkspace } from "../../workspace/disk_workspace.ts";
import { createMemoryWorkspace } from "../../workspace/memory_workspace.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { changes, type Triple } from "./changes.ts";
import { withDatabase } from "../hosted/storage/on_both.ts";
import { hostedWorkspace, makeAccount, storeAll } from "../hosted/projects/account.ts";
import { inTemporaryFolder } from "./temporary_folder.ts";
import { writeFiles } from "./tree.ts";

const PATHS = ["a.py", "b/c.py", "b/d.py", "e/f/g.py", "é.py"];
const TEXTS = [null, "", "old\n", "new\r\n", "\ufeffé\n"];

const files = fc.dictionary(fc.constantFrom(...PATHS), fc.constantFrom("", "old\n", "\ufeffé\n"));
const triple: fc.Arbitrary<Triple> = fc
  .tuple(fc.constantFrom(...PATHS), fc.constantFrom(...TEXTS), fc.constantFrom(...TEXTS))
  .filter(([, before, after]) => before !== null || after !== null);
const changeSets = fc.array(
  fc.uniqueArray(triple, { selector: ([path]) => path }),
  { maxLength: 4 },
);

Deno.test("createDiskWorkspace does what createMemoryWorkspace does", async () => {
  await fc.assert(
    fc.asyncProperty(files, changeSets, (initial, sets) =>
      inTemporaryFolder(async (root) => {
        writeFiles(root, initial);
        const onDisk = await applyAll(createDiskWorkspace(root), sets);
        const inMemory = await applyAll(createMemoryWorkspace(initial), sets);
        deepEqual(onDisk, inMemory);
      })),
    { numRuns: 200 },
  );
});

for (const kind of ["sqlite", "postgres"] as const) {
  Deno.test(`createHostedWorkspace on ${kind} does what createMemoryWorkspace does`, () =>
    withDatabase(kind, async (database) => {
      const account = await makeAccount(database, "acc_1");
      let made = 0;
      await fc.assert(
        fc.asyncProperty(files, changeSets, async (initial, sets) => {
          const hosted = await hostedWorkspace(database, account, `shop${++made}`);
          await storeAll(hosted, initial);
          const inMemory = await applyAll(createMemoryWorkspace(initial), sets);
          deepEqual(await applyAll(hosted, sets), inMemory);
        }),
        { numRuns: 200 },
      );
    }));
}

/** Applies change sets. Returns the outcome of each, and the files after it. */
async function applyAll(
  workspace: Workspace,
  sets: readonly (readonly Triple[])[],
): Promise<readonly unknown[]> {
  const results: unknown[] = [];
  for (const set of sets) {
    const outcome = await workspace.exclusively(() => workspace.apply(changes(...set)));
    if (outcome.kind !== "done") throw new Error("The workspace was busy");
    // Some workspaces keep changes and return their ids, which are unique.
    const { change: _, ...applied } = { change: null, ...outcome.value };
    results.push(applied, [...await workspace.read(PATHS.map(projectPath))]);
  }
  return results;
}
