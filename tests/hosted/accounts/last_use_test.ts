import { deepEqual, equal } from "node:assert/strict";
import { createLastUse } from "../../../hosted/accounts/last_use.ts";
import type { Database } from "../../../hosted/storage/database.ts";
import { forEachDatabase } from "../storage/on_both.ts";
import { NOON } from "./made_accounts.ts";

forEachDatabase("flush() writes each use once and does nothing without uses", async (database) => {
  let writes = 0;
  const counted: Database = {
    kind: database.kind,
    all: (sql, ...values) => database.all(sql, ...values),
    transaction: (work) => {
      writes += 1;
      return database.transaction(work);
    },
    close: () => Promise.resolve(),
  };
  const lastUse = createLastUse();
  await lastUse.flush(counted);
  equal(writes, 0);
  for (const round of [1, 2]) {
    lastUse.note("key_1", NOON + round);
    await lastUse.flush(counted);
    await lastUse.flush(counted);
    equal(writes, round);
  }
});

/** Records the values of each statement. */
function watched(database: Database, written: (readonly unknown[])[]): Database {
  return {
    kind: database.kind,
    all: (sql, ...values) => database.all(sql, ...values),
    transaction: (work) =>
      database.transaction((queries) =>
        work({
          all(sql, ...values) {
            written.push(values);
            return queries.all(sql, ...values);
          },
        })
      ),
    close: () => Promise.resolve(),
  };
}

forEachDatabase("all servers write uses in the same order", async (database) => {
  const written: (readonly unknown[])[] = [];
  const lastUse = createLastUse();
  for (const id of ["key_b", "key_c", "key_a"]) lastUse.note(id, NOON);
  await lastUse.flush(watched(database, written));
  deepEqual(written, [[NOON, "key_a"], [NOON, "key_b"], [NOON, "key_c"]]);
});

forEachDatabase(
  "flush() writes the latest use of a key",
  async (database) => {
    const written: (readonly unknown[])[] = [];
    const lastUse = createLastUse();
    for (const ms of [2, 3, 1]) lastUse.note("key_1", NOON + ms);
    await lastUse.flush(watched(database, written));
    deepEqual(written, [[NOON + 3, "key_1"]]);
  },
);
