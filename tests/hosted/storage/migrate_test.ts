import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { type Database, DatabaseError } from "../../../hosted/storage/database.ts";
import { migrate } from "../../../hosted/storage/migrate.ts";
import { MIGRATIONS } from "../../../hosted/storage/migrations.ts";
import { startChild } from "./child_process.ts";
import { forEachDatabase, forEachPlace } from "./on_both.ts";

const STEP = [
  "CREATE TABLE shops (name TEXT PRIMARY KEY)",
  "INSERT INTO shops (name) VALUES ('a')",
];

forEachPlace(
  "several servers can open an empty database at the same time",
  async ({ open }) => {
    const databases = await Promise.all(Array.from({ length: 6 }, () => open()));
    for (const database of databases) {
      equal(await version(database), MIGRATIONS.length);
      deepEqual(await database.all("SELECT id FROM accounts"), []);
    }
  },
);

forEachPlace(
  "several processes can open an empty database at the same time",
  async (tested) => {
    const children = Array.from({ length: 4 }, () => startChild("opening_child.ts", tested));
    for (const { lines } of children) equal((await lines.next()).value, "ready");
    await Promise.all(children.map(async ({ process }) => {
      const writer = process.stdin.getWriter();
      await writer.write(new TextEncoder().encode("\n"));
      await writer.close();
    }));
    for (const { process, lines } of children) {
      deepEqual(await lines.next(), { done: false, value: String(MIGRATIONS.length) });
      deepEqual(await lines.next(), { done: true, value: undefined });
      equal((await process.status).code, 0);
    }
  },
);

forEachDatabase(
  "a migration runs once, even if several servers start it",
  async (database, { open }) => {
    const other = await open();
    const steps = [...MIGRATIONS, STEP];
    await Promise.all([database, other, database].map((each) => migrate(each, steps)));
    equal(await version(database), steps.length);
    equal((await other.all("SELECT name FROM shops")).length, 1);
  },
);

forEachDatabase(
  "a failed migration leaves the version and the tables unchanged",
  async (database) => {
    const failing = [...STEP, "INSERT INTO shops (name) VALUES ('a')"];
    await rejects(migrate(database, [...MIGRATIONS, failing]));
    equal(await version(database), MIGRATIONS.length);
    await rejects(database.all("SELECT name FROM shops"), /shops/);
    await migrate(database, [...MIGRATIONS, STEP]);
    equal(await version(database), MIGRATIONS.length + 1);
  },
);

forEachDatabase("migrations before a failed one stay applied", async (database) => {
  const failing = ["INSERT INTO nothing (name) VALUES ('a')"];
  await rejects(migrate(database, [...MIGRATIONS, STEP, failing]));
  equal(await version(database), MIGRATIONS.length + 1);
});

forEachDatabase(
  "a database that a newer server migrated is rejected and unchanged",
  async (database, { open }) => {
    await database.transaction((queries) => queries.all("UPDATE schema_version SET version = 999"));
    await rejects(open(), (problem) => {
      match(
        String(problem),
        /^DatabaseError: The database has schema version 999, but this server supports only \d+:/,
      );
      return problem instanceof DatabaseError;
    });
    equal(await version(database), 999);
  },
);

async function version(database: Database): Promise<unknown> {
  const rows = await database.all("SELECT version FROM schema_version");
  equal(rows.length, 1);
  return rows[0]?.["version"];
}
