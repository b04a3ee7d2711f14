/** Bringing a database's tables up to date. */

import { type Database, DatabaseError, first, type Queries } from "./database.ts";
import { MIGRATIONS } from "./migrations.ts";

/** Any number that no other program's lock has. */
const MIGRATION_LOCK = 5_294_619_038;

/**
 * Takes the steps that a database lacks, each in a transaction, alone however many servers start.
 *
 * @param steps The statements of all steps there are.
 * @throws {DatabaseError} If the database is of a newer server.
 */
export async function migrate(
  database: Database,
  steps: readonly (readonly string[])[] = MIGRATIONS,
): Promise<void> {
  const alone = <T>(work: (queries: Queries) => Promise<T>) =>
    database.transaction(async (queries) => {
      // SQLite lets nobody else write anyway.
      if (database.kind === "postgres") {
        await queries.all("SELECT pg_advisory_xact_lock($1)", MIGRATION_LOCK);
      }
      return await work(queries);
    });
  const reached = await alone(startingVersion);
  if (reached > steps.length) {
    throw new DatabaseError(
      `The database has version ${reached}, and this server knows ${steps.length}: ` +
        "a newer server made it.",
    );
  }
  for (const [done, statements] of steps.entries()) {
    if (done >= reached) await alone((queries) => step(queries, done, statements));
  }
}

async function startingVersion(queries: Queries): Promise<number> {
  await queries.all("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)");
  const found = await version(queries);
  if (found === null) await queries.all("INSERT INTO schema_version (version) VALUES (0)");
  return found ?? 0;
}

async function version(queries: Queries): Promise<number | null> {
  const row = await first<{ version: number }>(queries, "SELECT version FROM schema_version");
  return row?.version ?? null;
}

/** @param done How many steps come before it. */
async function step(queries: Queries, done: number, statements: readonly string[]): Promise<void> {
  // Another server may have taken it meanwhile.
  if (await version(queries) !== done) return;
  for (const statement of statements) await queries.all(statement);
  await queries.all("UPDATE schema_version SET version = $1", done + 1);
}
