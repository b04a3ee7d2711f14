/** Tests that run against both databases. */

import { join } from "node:path";
import type { Database } from "../../../hosted/storage/database.ts";
import { openDatabase } from "../../../hosted/storage/open_database.ts";
import { type Postgres, startPostgres } from "../../../tools/postgres.ts";
import { inTemporaryFolder } from "../../workspace/temporary_folder.ts";

/** Where a test's database is. */
export interface TestedDatabase {
  readonly kind: Database["kind"];
  /** Postgres' address; `undefined` for SQLite. */
  readonly url: string | undefined;
  /** SQLite's file; there is none for Postgres. */
  readonly file: string;
  /** A folder of the test's own, in which that file is, or would be. */
  readonly folder: string;
  /** Opens the same database once more, as another server does. It is closed when the test is over. */
  open(): Promise<Database>;
}

let postgres: Postgres | null = null;

/** The Postgres of this test file. */
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

/** Declares a test for each database, which gets an empty one: its tables are there. */
export function forEachDatabase(
  name: string,
  test: (database: Database, tested: TestedDatabase) => Promise<void> | void,
): void {
  for (const kind of ["sqlite", "postgres"] as const) {
    Deno.test(`${name} (${kind})`, () => withDatabase(kind, test));
  }
}

/** Declares a test for each database, which nobody has opened yet. */
export function forEachPlace(
  name: string,
  test: (tested: TestedDatabase) => Promise<void> | void,
): void {
  for (const kind of ["sqlite", "postgres"] as const) {
    Deno.test(`${name} (${kind})`, () => withDatabasePlace(kind, test));
  }
}

/** Gives a test an empty database of a kind. */
export async function withDatabase(
  kind: Database["kind"],
  test: (database: Database, tested: TestedDatabase) => Promise<void> | void,
): Promise<void> {
  await withDatabasePlace(kind, async (tested) => await test(await tested.open(), tested));
}

/** Gives a test the place of a database that nobody has opened yet. */
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
