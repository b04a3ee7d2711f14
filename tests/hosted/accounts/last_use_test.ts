import { deepEqual, equal } from "node:assert/strict";
import { createLastUse } from "../../../hosted/accounts/last_use.ts";
import type { Database } from "../../../hosted/storage/database.ts";
import { forEachDatabase } from "../storage/on_both.ts";
import { NOON } from "./made_accounts.ts";

forEachDatabase("uses are written once, and nothing is written without any", async (database) => {
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

forEachDatabase("all servers write uses in one order", async (database) => {
  const written: unknown[] = [];
  const watched: Database = {
    kind: database.kind,
    all: (sql, ...values) => database.all(sql, ...values),
    transaction: (work) =>
      database.transaction((queries) =>
        work({
          all(sql, ...values) {
            written.push(values[1]);
            return queries.all(sql, ...values);
          },
        })
      ),
    close: () => Promise.resolve(),
  };
  const lastUse = createLastUse();
  for (const id of ["key_b", "key_c", "key_a"]) lastUse.note(id, NOON);
  await lastUse.flush(watched);
  deepEqual(written, ["key_a", "key_b", "key_c"]);
});
