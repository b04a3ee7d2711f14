/** Declares tests that run on both databases. */

import { join } from "node:path";
import type { Database } from "../../../hosted/storage/database.ts";
import { openDatabase } from "../../../hosted/storage/open_database.ts";
import { type Postgres, startPostgres } from "../../../tools/postgres.ts";
import { inTemporaryFolder } from "../../workspace/temporary_folder.ts";

/** The database of a test. */
export interface TestedDatabase {
  readonly kind: Database["kind"];
  /** The Postgres URL; `undefined` for SQLite. */
  readonly url: string | undefined;
  /** Path of the SQLite file, which does not exist for Postgres. */
  readonly file: string;
  /** The test's own folder, which contains `file`. */
  readonly folder: string;
  /** Opens the database again, like another server. It closes when the test ends. */
  open(): Promise<Database>;
}

let postgres: Postgres | null = null;

/** Returns the Postgres of this test file. */
export function runningPostgres(): Postgres {
  if (postgres === null) throw new Error("Postgres runs only while tests do");
  return postgres;
}

Deno.test.beforeAll(async () => {
  postgres = await startPostgres();
});

Deno.test.afterAll(async () => {
  await postgres?.stop();
});

/** Declares a test for each kind of database. The test gets an open database with empty tables. */
export function forEachDatabase(
  name: string,
  test: (database: Database, tested: TestedDatabase) => Promise<void> | void,
): void {
  for (const kind of ["sqlite", "postgres"] as const) {
    Deno.test(`${name} (${kind})`, () => withDatabase(kind, test));
  }
}

/** Declares a test for each kind of database. The test opens the database itself. */
export function forEachPlace(
  name: string,
  test: (tested: TestedDatabase) => Promise<void> | void,
): void {
  for (const kind of ["sqlite", "postgres"] as const) {
    Deno.test(`${name} (${kind})`, () => withDatabasePlace(kind, test));
  }
}

/** Runs a test on an open database with empty tables. */
export async function withDatabase(
  kind: Database["kind"],
  test: (database: Database, tested: TestedDatabase) => Promise<void> | void,
): Promise<void> {
  await withDatabasePlace(kind, async (tested) => await test(await tested.open(), tested));
}

/** Runs a test on a database that the test opens itself. */
export async function withDatabasePlace(
  kind: Database["kind"],
  test: (tested: TestedDatabase) => Promise<void> | void,
): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const url = kind === "postgres" ? await runningPostgres().newDatabase() : undefined;
    const file = join(folder, "layerwright.db");
    const opened: Database[] = [];
    try {
      await test({
        kind,
        url,
        file,
        folder,
        async open() {
          const database = await openDatabase({ url, file });
          opened.push(database);
          return database;
        },
      });
    } finally {
      await Promise.all(opened.map((database) => database.close()));
    }
  });
}
