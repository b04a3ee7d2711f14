/** Many who look at once share statements, and nobody hears what was gone when they asked. */

import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { type Database, DatabaseError, type Queries, type Row } from "../../storage/database.ts";
import { createLookup, type KeyedRow, type LookupStatement } from "../../storage/lookup.ts";
import { forEachDatabase } from "./on_both.ts";

const STATEMENT: LookupStatement = (places) =>
  `SELECT name AS key, value FROM secrets WHERE name IN (${places})`;

type Secret = KeyedRow & { readonly value: string };

/** A database, and the statements that it was asked. */
function counted(database: Database): { readonly queries: Queries; readonly asked: string[] } {
  const asked: string[] = [];
  const queries: Queries = {
    all<Found extends Row>(sql: string, ...values: readonly (string | number | null)[]) {
      asked.push(sql);
      return database.all<Found>(sql, ...values);
    },
  };
  return { queries, asked };
}

async function keep(database: Database, names: readonly string[]): Promise<void> {
  await database.transaction(async (queries) => {
    for (const name of names) {
      await queries.all("INSERT INTO secrets (name, value) VALUES ($1, $2)", name, `of ${name}`);
    }
  });
}

forEachDatabase("createLookup finds for each of many at once what is theirs", async (database) => {
  const kept = Array.from({ length: 150 }, (_, index) => `k${index}`);
  await keep(database, kept);
  const { queries, asked } = counted(database);
  const find = createLookup<Secret>(queries, STATEMENT);
  const wanted = [...kept, "absent", ...kept, "", "' OR 1=1"];
  const found = await Promise.all(wanted.map(find));
  deepEqual(
    found.map((row) => row?.value ?? null),
    wanted.map((name) => kept.includes(name) ? `of ${name}` : null),
  );
  ok(asked.length < 10, `${asked.length} statements`);
  ok(new Set(asked).size <= 7, "there are few statements to prepare");
});

forEachDatabase("createLookup does not find what was gone when it was asked", async (database) => {
  const find = createLookup<Secret>(database, STATEMENT);
  for (let round = 0; round < 20; round++) {
    const name = `k${round}`;
    await keep(database, [name]);
    const early = Array.from({ length: 5 }, () => find(name));
    await database.transaction((queries) =>
      queries.all("DELETE FROM secrets WHERE name = $1", name)
    );
    // A statement may be under way that began before, and others that wait for it.
    early.push(...Array.from({ length: 5 }, () => find("other")));
    equal(await find(name), null);
    await Promise.all(early);
  }
});

forEachDatabase("createLookup tells everybody of a statement that failed", async (database) => {
  const find = createLookup<Secret>(database, STATEMENT);
  equal(await find("absent"), null);
  await database.close();
  const asked = await Promise.allSettled(["a", "b", "a"].map(find));
  deepEqual(asked.map(({ status }) => status), ["rejected", "rejected", "rejected"]);
  if (database.kind === "postgres") await rejects(find("a"), DatabaseError);
});

forEachDatabase("createLookup asks once for all that look together", async (database) => {
  await keep(database, ["a", "b"]);
  const { queries, asked } = counted(database);
  const find = createLookup<Secret>(queries, STATEMENT);
  const found = await Promise.all(["a", "b", "a", "absent"].map(find));
  deepEqual(found.map((row) => row?.value), ["of a", "of b", "of a", undefined]);
  equal(asked.length, 1);
});
