/** Opens the database of a server. */

import type { Database } from "./database.ts";

/** The location of a server's database. */
export interface DatabaseLocation {
  /** A Postgres URL. Without a URL, or with an empty one, the database is SQLite. */
  readonly url: string | undefined;
  /** Path of the SQLite file. */
  readonly file: string;
}

/**
 * Opens a database and migrates it to the newest schema. Loads only the driver that it needs.
 *
 * @throws {DatabaseError} If the database cannot be opened, or a newer server has migrated it.
 *
 * @example
 * ```ts
 * import { openDatabase } from "./open_database.ts";
 * import { equal } from "node:assert/strict";
 *
 * const folder = await Deno.makeTempDir();
 * const database = await openDatabase({ url: undefined, file: `${folder}/layerwright.db` });
 * equal(database.kind, "sqlite");
 * await database.close();
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function openDatabase({ url = "", file }: DatabaseLocation): Promise<Database> {
  if (url === "") {
    const { openSqlite } = await import("./sqlite_database.ts");
    return await openSqlite(file);
  }
  const { openPostgres } = await import("./postgres_database.ts");
  return await openPostgres(url);
}
