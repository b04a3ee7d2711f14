/** Snapshots and their budgets. */

import { deepEqual, equal, rejects } from "node:assert/strict";
import { projectPath } from "../../../core/project_path.ts";
import type { Database, Row, Value } from "../../../hosted/storage/database.ts";
import {
  openSnapshot,
  openWholeSnapshot,
  type ProjectBudget,
  ProjectTooLarge,
} from "../../../hosted/projects/snapshot.ts";
import { forEachDatabase } from "../storage/on_both.ts";
import { hostedWorkspace, makeAccount, storeAll } from "./account.ts";

/** Six bytes in three files. */
const FILES = { "a.py": "ä", "b/c.py": "", "d.py": "four" };

const PATHS = Object.keys(FILES).map(projectPath);

async function place(database: Database) {
  const actor = await makeAccount(database, "acc_1");
  await storeAll(await hostedWorkspace(database, actor), FILES);
  return { accountId: "acc_1", name: "shop" };
}

forEachDatabase("a snapshot may use its budget exactly, and no more", async (database) => {
  const shop = await place(database);
  for (
    const [budget, isTaken] of [
      [null, true],
      [{ files: 3, bytes: 6 }, true],
      [{ files: 3, bytes: 5 }, false],
      [{ files: 2, bytes: 6 }, false],
      [{ files: 3, bytes: 0 }, false],
      [{ files: 1_000, bytes: 1_000_000 }, true],
    ] as readonly (readonly [ProjectBudget | null, boolean])[]
  ) {
    const take = async () => (await openWholeSnapshot(database, shop, budget)).read(PATHS);
    if (isTaken) deepEqual(Object.fromEntries(await take()), FILES);
    else await rejects(take(), ProjectTooLarge);
  }
});

forEachDatabase("a project that is too large is not read to its end", async (database) => {
  const shop = await place(database);
  let read = 0;
  const counting = {
    async all<Found extends Row>(sql: string, ...values: readonly Value[]) {
      const rows = await database.all<Found>(sql, ...values);
      read += rows.length;
      return rows;
    },
  };
  await rejects(openSnapshot(counting, shop, { files: 1, bytes: 6 }), ProjectTooLarge);
  equal(read, 2);
});

forEachDatabase("the budget covers all texts that a snapshot reads", async (database) => {
  const snapshot = await openSnapshot(database, await place(database), { files: 3, bytes: 5 });
  const [two, none, four] = PATHS;
  deepEqual(Object.fromEntries(await snapshot.read([four!, none!])), {
    "b/c.py": "",
    "d.py": "four",
  });
  // A repeated read does not count again.
  equal((await snapshot.read([four!])).get(four!), "four");
  await rejects(snapshot.read([two!]), ProjectTooLarge);
});

forEachDatabase("a snapshot of a missing project is empty", async (database) => {
  const budget = { files: 0, bytes: 0 };
  const snapshot = await openSnapshot(database, { accountId: "acc_1", name: "shop" }, budget);
  deepEqual([snapshot.head, snapshot.entries(null)], [null, []]);
  equal((await snapshot.read(PATHS)).size, 0);
});
