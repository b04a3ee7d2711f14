import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { type Database, DatabaseError, type Queries } from "../../../hosted/storage/database.ts";
import { openPostgres } from "../../../hosted/storage/postgres_database.ts";
import { withDatabase } from "./on_both.ts";
import { withOwnPostgres } from "./own_postgres.ts";

const INSERT = "INSERT INTO secrets (name, value) VALUES ($1, $2)";

const END_CONNECTIONS =
  "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() " +
  "AND pid <> pg_backend_pid()";

Deno.test("a database works again after Postgres restarts", () =>
  withOwnPostgres(async (database, postgres) => {
    await writeAtOnce(database, "before");
    await postgres.halt();
    await postgres.resume();
    await writeAtOnce(database, "after");
    equal(await count(database), 40);
  }));

Deno.test("a stopped Postgres fails each call until it is back", () =>
  withOwnPostgres(async (database, postgres) => {
    await postgres.halt();
    for (const call of [() => count(database), () => writeAtOnce(database, "a")]) {
      await rejects(call(), (problem) => {
        match(String(problem), /^DatabaseError: Cannot reach the database '[^']+' \(.+\)\.$/);
        return problem instanceof DatabaseError;
      });
    }
    await postgres.resume();
    await writeAtOnce(database, "a");
    equal(await count(database), 20);
  }));

Deno.test("a Postgres that cannot work for now is an outage, and other errors are bugs", () =>
  withDatabase("postgres", async (database) => {
    for (
      const [code, isOutage] of [
        ["53100", true], // a full disk
        ["57014", true], // a timeout, or an operator
        ["58030", true], // an error of the system
        ["23505", false], // a row that exists
      ] as const
    ) {
      const fail = `DO $$ BEGIN RAISE EXCEPTION 'no space' USING ERRCODE = '${code}'; END $$`;
      const read = database.all(fail);
      const written = database.transaction((queries) => queries.all(fail));
      for (const call of [read, written]) {
        await rejects(call, (problem) => {
          equal(problem instanceof DatabaseError, isOutage, code);
          if (isOutage) match(String(problem), /The database '[^']+' failed \(no space\)\.$/);
          return true;
        });
      }
      equal(await count(database), 0);
    }
  }));

Deno.test("a read that lost its connection is retried on another", () =>
  withDatabase("postgres", async (database, { open }) => {
    const other = await open();
    const reading = Promise.all(
      Array.from({ length: 5 }, () => database.all("SELECT 1 AS one FROM pg_sleep(0.3)")),
    );
    await sleeping(other, 5);
    await other.all(END_CONNECTIONS);
    for (const rows of await reading) equal(rows[0]?.["one"], 1);
  }));

Deno.test("a transaction that lost its connection is retried and applied once", () =>
  withDatabase("postgres", async (database, { open }) => {
    const other = await open();
    let runs = 0;
    await database.transaction(async (queries) => {
      await queries.all(INSERT, "a", "b");
      runs += 1;
      if (runs === 1) await other.all(END_CONNECTIONS);
      await queries.all(INSERT, "c", "d");
    });
    equal(runs, 2);
    equal(await count(database), 2);
  }));

Deno.test("both transactions of a deadlock succeed", () =>
  withDatabase("postgres", async (database) => {
    await database.transaction(async (queries) => {
      await queries.all(INSERT, "a", "");
      await queries.all(INSERT, "b", "");
    });
    const both = Promise.withResolvers<void>();
    let begun = 0;
    let runs = 0;
    const take = (names: readonly [string, string]) =>
      database.transaction(async (queries) => {
        runs += 1;
        await append(queries, names[0]);
        begun += 1;
        if (begun === 2) both.resolve();
        await both.promise;
        await append(queries, names[1]);
      });
    await Promise.all([take(["a", "b"]), take(["b", "a"])]);
    ok(runs > 2);
    const rows = await database.all("SELECT value FROM secrets");
    deepEqual(rows.map(({ value }) => value), ["xx", "xx"]);
  }));

Deno.test("transactions are read committed and writable, whatever the database's defaults", () =>
  withDatabase("postgres", async (database, { url = "" }) => {
    const name = new URL(url).pathname.slice(1);
    for (const setting of ["isolation = 'serializable'", "read_only = on"]) {
      await database.all(`ALTER DATABASE ${name} SET default_transaction_${setting}`);
    }
    const server = await openPostgres(url);
    const counted = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        server.transaction(async (queries) => {
          await queries.all("SELECT COUNT(*) FROM secrets");
          await queries.all(INSERT, String(index), "");
        })),
    ).finally(() => server.close());
    equal(counted.length, 20);
    equal(await count(database), 20);
  }));

Deno.test("Postgres releases the row locks of a server that was cut off", () =>
  withDatabase("postgres", async (database) => {
    const settings = ["statement_timeout", "idle_in_transaction_session_timeout"];
    for (const setting of settings) {
      deepEqual(await database.all(`SHOW ${setting}`), [{ [setting]: "30s" }]);
      await database.transaction(async (queries) => {
        deepEqual(await queries.all(`SHOW ${setting}`), [{ [setting]: "30s" }]);
      });
    }
  }));

Deno.test("a database with one connection serves many callers", () =>
  withDatabase("postgres", async (_, { url = "" }) => {
    const server = await openPostgres(url, { connections: 1 });
    await writeAtOnce(server, "a");
    equal(await count(server), 20);
    await server.close();
  }));

function append(queries: Queries, name: string) {
  return queries.all("UPDATE secrets SET value = value || 'x' WHERE name = $1", name);
}

async function writeAtOnce(database: Database, prefix: string): Promise<void> {
  await Promise.all(
    Array.from(
      { length: 20 },
      (_, index) => database.transaction((queries) => queries.all(INSERT, `${prefix}${index}`, "")),
    ),
  );
}

async function count(database: Database): Promise<unknown> {
  return (await database.all("SELECT COUNT(*) AS count FROM secrets"))[0]?.["count"];
}

/** Waits until the expected number of reads sleep. */
async function sleeping(database: Database, expected: number): Promise<void> {
  const sql = "SELECT COUNT(*) AS count FROM pg_stat_activity WHERE wait_event = 'PgSleep' " +
    "AND datname = current_database()";
  while ((await database.all(sql))[0]?.["count"] !== expected);
}
