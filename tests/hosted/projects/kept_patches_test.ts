/** Limits on the patches that are kept. These patches do not count towards quotas. */

import { deepEqual, ok } from "node:assert/strict";
import type { Database } from "../../../hosted/storage/database.ts";
import type { HostedActor } from "../../../hosted/projects/commit.ts";
import { forEachDatabase } from "../storage/on_both.ts";
import { hostedWorkspace, makeAccount, storeAll } from "./account.ts";

const MAX_BYTES = 2 * 1024 * 1024;

type KeptPatch = { readonly revision: number; readonly bytes: number };

/** Returns the kept patches of all projects with a name, newest first. */
function keptPatches(database: Database, name = "shop"): Promise<readonly KeptPatch[]> {
  return database.all<KeptPatch>(
    "SELECT c.revision, octet_length(patch) AS bytes FROM changes c " +
      "JOIN projects p ON p.id = c.project_id WHERE p.name = $1 ORDER BY c.revision DESC",
    name,
  );
}

/** Commits a change for each text. */
async function makeChanges(database: Database, texts: readonly string[]): Promise<void> {
  await addChanges(database, await makeAccount(database, "acc_1"), "shop", texts);
}

async function addChanges(
  database: Database,
  actor: HostedActor,
  name: string,
  texts: readonly string[],
): Promise<void> {
  const workspace = await hostedWorkspace(database, actor, name);
  for (const text of texts) await storeAll(workspace, { [`${crypto.randomUUID()}.txt`]: text });
}

function revisions(kept: readonly KeptPatch[]): readonly number[] {
  return kept.map(({ revision }) => revision);
}

forEachDatabase("older patches of a project take at most 2 MiB in total", async (database) => {
  // Each character has two bytes. If the limit counted characters, twice as many patches would be kept.
  const text = "é".repeat(256 * 1024);
  await makeChanges(database, Array.from({ length: 9 }, () => text));
  const kept = await keptPatches(database);
  deepEqual(revisions(kept), [9, 8, 7, 6]);
  const bytes = kept.slice(1).reduce((sum, each) => sum + each.bytes, 0);
  ok(bytes > MAX_BYTES / 2 && bytes <= MAX_BYTES, String(bytes));
});

forEachDatabase("the newest patch is kept, whatever its size", async (database) => {
  await makeChanges(database, ["a\n", "b\n", "x".repeat(MAX_BYTES + 1)]);
  deepEqual(revisions(await keptPatches(database)), [3, 2, 1]);
});

forEachDatabase("a large patch is kept only while it is the newest", async (database) => {
  await makeChanges(database, ["a\n", "x".repeat(MAX_BYTES + 1), "b\n", "c\n"]);
  deepEqual(revisions(await keptPatches(database)), [4, 3]);
});

forEachDatabase("a change prunes patches of its own project only", async (database) => {
  const actor = await makeAccount(database, "acc_1");
  const neighbour = await makeAccount(database, "acc_2");
  const large = "x".repeat(MAX_BYTES * 0.75);
  await addChanges(database, actor, "library", ["a\n", large, "b\n"]);
  await addChanges(database, neighbour, "market", ["a\n", large, "b\n"]);
  // Together with the large patch in another project, these patches would exceed the limit.
  await addChanges(database, actor, "shop", [large, "a\n", "b\n"]);
  deepEqual(revisions(await keptPatches(database)), [3, 2, 1]);
  await addChanges(database, actor, "shop", ["x".repeat(MAX_BYTES + 1), "c\n"]);
  deepEqual(revisions(await keptPatches(database)), [5]);
  for (const name of ["library", "market"]) {
    deepEqual(revisions(await keptPatches(database, name)), [3, 2, 1], name);
  }
});

forEachDatabase("older patches may take exactly 2 MiB", async (database) => {
  const actor = await makeAccount(database, "acc_1");
  await addChanges(database, actor, "measured", ["x"]);
  const [measured] = await keptPatches(database, "measured");
  const fitting = MAX_BYTES - (measured?.bytes ?? 0) + 1;
  for (const [name, more, kept] of [["fits", 0, [2, 1]], ["too-long", 1, [2]]] as const) {
    await addChanges(database, actor, name, ["x".repeat(fitting + more), "a\n"]);
    deepEqual(revisions(await keptPatches(database, name)), kept, name);
  }
});
