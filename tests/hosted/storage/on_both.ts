/** Declares tests that run on both databases. */

import type { Database } from "../../../hosted/storage/database.ts";
import { type Postgres, startPostgres } from "../../../tools/postgres.ts";
import { connectToDatabases, type PostgresDatabases } from "../../../tools/postgres_databases.ts";
import { migratedDatabase, POSTGRES_TEMPLATE } from "../../../tools/run_tests.ts";
import { IS_FULL_TIER } from "../../tools/tier.ts";
import { inPlace, type TestedDatabase } from "./tested_database.ts";

export type { TestedDatabase } from "./tested_database.ts";

/** The Postgres server of this test file, unless all files share one. */
let own: Postgres | undefined;

/** URL of a migrated database without rows. */
let template = "";

let databases: PostgresDatabases | undefined;

Deno.test.beforeAll(async () => {
  template = Deno.env.get(POSTGRES_TEMPLATE) ?? "";
  if (template === "") {
    own = await startPostgres();
    template = await migratedDatabase(own);
  }
  databases = await connectToDatabases(new URL("/postgres", template).href);
});

Deno.test.afterAll(async () => {
  await databases?.close();
  await own?.stop();
});

const KINDS = ["sqlite", "postgres"] as const;

/** Declares a test for each kind of database. The test gets an open database with empty tables. */
export function forEachDatabase(
  name: string,
  test: (database: Database, tested: TestedDatabase) => Promise<void> | void,
): void {
  for (const kind of KINDS) Deno.test(`${name} (${kind})`, () => withDatabase(kind, test));
}

/** Declares a test for each kind of database. The test opens the database itself. */
export function forEachPlace(
  name: string,
  test: (tested: TestedDatabase) => Promise<void> | void,
): void {
  for (const kind of KINDS) Deno.test(`${name} (${kind})`, () => withDatabasePlace(kind, test));
}

/**
 * Declares a test of what a server answers, for each kind of database. The quick tier runs it on
 * SQLite only, where it takes half of the time: it tests what lies below on both.
 */
export function forEachServed(name: string, test: OnDatabase): void {
  forEachOrQuickly("sqlite", name, test);
}

/**
 * Declares a test of what servers answer to concurrent requests, for each kind of database. The quick
 * tier runs it on Postgres only, because SQLite works on one statement after the other.
 */
export function forEachServedAtOnce(name: string, test: OnDatabase): void {
  forEachOrQuickly("postgres", name, test);
}

function forEachOrQuickly(quickly: Database["kind"], name: string, test: OnDatabase): void {
  for (const kind of KINDS) {
    const ignore = kind !== quickly && !IS_FULL_TIER;
    Deno.test({ name: `${name} (${kind})`, ignore, fn: () => withDatabase(kind, test) });
  }
}

/** A test on an open database. */
type OnDatabase = (database: Database, tested: TestedDatabase) => Promise<void> | void;

/** Runs a test on an open database with empty tables. */
export function withDatabase(
  kind: Database["kind"],
  test: (database: Database, tested: TestedDatabase) => Promise<void> | void,
): Promise<void> {
  return onNewDatabase(kind, template, async (tested) => await test(await tested.open(), tested));
}

/** Runs a test on a database without tables, which the test opens itself. */
export function withDatabasePlace(
  kind: Database["kind"],
  test: (tested: TestedDatabase) => Promise<void> | void,
): Promise<void> {
  return onNewDatabase(kind, undefined, test);
}

async function onNewDatabase(
  kind: Database["kind"],
  copied: string | undefined,
  test: (tested: TestedDatabase) => Promise<void> | void,
): Promise<void> {
  if (kind === "sqlite") return await inPlace(undefined, test);
  if (databases === undefined) throw new Error("Postgres runs only while tests do");
  const url = await databases.create(copied);
  try {
    await inPlace(url, test);
  } finally {
    await databases.drop(url);
  }
}
