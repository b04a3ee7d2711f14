/** A Postgres only for this test file, whose tests may halt it. */

import type { Database } from "../../../hosted/storage/database.ts";
import { type Postgres, startPostgres } from "../../../tools/postgres.ts";
import { inPlace } from "./tested_database.ts";

let postgres: Postgres | undefined;

Deno.test.beforeAll(async () => {
  postgres = await startPostgres();
});

Deno.test.afterAll(async () => {
  await postgres?.stop();
});

/** Runs a test on an open database with empty tables. */
export async function withOwnPostgres(
  test: (database: Database, postgres: Postgres) => Promise<void>,
): Promise<void> {
  if (postgres === undefined) throw new Error("Postgres runs only while tests do");
  const running = postgres;
  const url = await running.newDatabase();
  await inPlace(url, async ({ open }) => await test(await open(), running));
}
