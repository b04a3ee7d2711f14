/** The secret that all servers of one database share. */

import { type Database, first, type Queries } from "../storage/database.ts";
import { makeSecretText } from "./secret_text.ts";

/** Reads the secret: 256 random bits, which the first server that asks makes. */
export async function serverSecret(database: Database): Promise<string> {
  return await kept(database) ?? await database.transaction(makeSecret);
}

async function makeSecret(queries: Queries): Promise<string> {
  await queries.all(
    "INSERT INTO secrets (name, value) VALUES ('server', $1) ON CONFLICT DO NOTHING",
    makeSecretText(),
  );
  const value = await kept(queries);
  if (value === undefined) throw new Error("The server's secret was written and is not there");
  return value;
}

async function kept(queries: Queries): Promise<string | undefined> {
  const sql = "SELECT value FROM secrets WHERE name = 'server'";
  return (await first<{ value: string }>(queries, sql))?.value;
}
