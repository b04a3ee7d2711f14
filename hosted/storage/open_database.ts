/** Opening the database that a server is to use. */

import type { Database } from "./database.ts";

/** Where a server's data are. */
export interface DatabasePlace {
  /** The address of a Postgres; without one, or with an empty one, it is SQLite. */
  readonly url: string | undefined;
  /** SQLite's file. */
  readonly file: string;
}

/**
 * Opens a database, and brings its tables up to date. The driver of the other one is never loaded.
 *
 * @throws {DatabaseError} If it cannot be opened.
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
export async function openDatabase({ url = "", file }: DatabasePlace): Promise<Database> {
  if (url === "") {
    const { openSqlite } = await import("./sqlite_database.ts");
    return await openSqlite(file);
  }
  const { openPostgres } = await import("./postgres_database.ts");
  return await openPostgres(url);
}
