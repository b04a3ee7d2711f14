import { deepEqual, equal } from "node:assert/strict";
import { DAY_MS } from "../../../hosted/accounts/limits.ts";
import { callsByDay, storageUsage } from "../../../hosted/accounts/usage_history.ts";
import type { Database } from "../../../hosted/storage/database.ts";
import { forEachDatabase } from "../storage/on_both.ts";
import { makeMember, makeOwner, NOON } from "./made_accounts.ts";

const TODAY = Math.floor(NOON / DAY_MS);

async function count(database: Database, accountId: string, calls: Record<number, number>) {
  await database.transaction(async (queries) => {
    for (const [ago, each] of Object.entries(calls)) {
      const sql = "INSERT INTO usage (account_id, day, calls) VALUES ($1, $2, $3)";
      await queries.all(sql, accountId, TODAY - Number(ago), each);
    }
  });
}

forEachDatabase(
  "callsByDay() returns one account's last days, ending with today",
  async (database) => {
    const owner = await makeOwner(database);
    const member = await makeMember(database, owner, "ada@example.org");
    await count(database, owner.id, { 0: 1, 1: 2, 3: 4, 4: 5 });
    await count(database, member.id, { [-1]: 7, 0: 10, 2: 30 });
    for (const now of [TODAY * DAY_MS, NOON, (TODAY + 1) * DAY_MS - 1]) {
      const days = await callsByDay(database, owner.id, { now, days: 4 });
      deepEqual(days.map(({ calls }) => calls), [4, 0, 2, 1]);
      deepEqual(days.map(({ at }) => at / DAY_MS - TODAY), [-3, -2, -1, 0]);
      const theirs = await callsByDay(database, member.id, { now, days: 2 });
      deepEqual(theirs.map(({ calls }) => calls), [0, 10]);
    }
    equal((await callsByDay(database, "acc_none", { now: NOON, days: 3 })).length, 3);
  },
);

forEachDatabase("storageUsage() returns the storage of one account", async (database) => {
  const owner = await makeOwner(database);
  const members = [];
  for (const name of ["ada", "bob"]) {
    members.push(await makeMember(database, owner, `${name}@example.org`));
  }
  const all = [owner, ...members];
  for (const [index, { id }] of all.entries()) {
    await database.transaction((queries) =>
      queries.all(
        "UPDATE accounts SET projects = $1, bytes = $2 WHERE id = $3",
        index,
        9 * index,
        id,
      )
    );
  }
  const taken = await Promise.all(all.map(({ id }) => storageUsage(database, id)));
  deepEqual(taken.map(({ projects, bytes }) => [projects, bytes]), [[0, 0], [1, 9], [2, 18]]);
  deepEqual(await storageUsage(database, "acc_none"), { projects: 0, bytes: 0 });
});
