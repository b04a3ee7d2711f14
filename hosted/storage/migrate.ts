/** Migrations of a database to the newest schema version. */

import { type Database, DatabaseError, first, type Queries } from "./database.ts";
import { MIGRATIONS } from "./migrations.ts";

/** Key of the advisory lock: a number that was chosen once, and that no other program is likely to use. */
const MIGRATION_LOCK = 5_294_619_038;

/**
 * Runs the migrations that a database still needs, each in its own transaction. Servers that start at the
 * same time take turns.
 *
 * @param steps The statements of each migration.
 * @throws {DatabaseError} If a newer server has migrated the database.
 */
export async function migrate(
  database: Database,
  steps: readonly (readonly string[])[] = MIGRATIONS,
): Promise<void> {
  const alone = <T>(work: (queries: Queries) => Promise<T>) =>
    database.transaction(async (queries) => {
      // SQLite needs no such lock, because it allows only one writer.
      if (database.kind === "postgres") {
        await queries.all("SELECT pg_advisory_xact_lock($1)", MIGRATION_LOCK);
      }
      return await work(queries);
    });
  const reached = await alone(startingVersion);
  if (reached > steps.length) {
    throw new DatabaseError(
      `The database has schema version ${reached}, but this server supports only ` +
        `${steps.length}: a newer version of Layerwright migrated it.`,
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

/** @param done Number of migrations before this one. */
async function step(queries: Queries, done: number, statements: readonly string[]): Promise<void> {
  // Another server may have run this migration in the meantime.
  if (await version(queries) !== done) return;
  for (const statement of statements) await queries.all(statement);
  await queries.all("UPDATE schema_version SET version = $1", done + 1);
}
