/** Deleting many rows, while others want to write. */

import type { Database } from "../storage/database.ts";

/** Rows that one statement deletes at most: SQLite does nothing else meanwhile, nor does its server. */
const PIECE = 1_000;

/**
 * Deletes rows, in pieces between which everybody else has a turn.
 *
 * @param table Where they are; `key` names the columns that tell them apart.
 * @param condition Which, in SQL, with `$1` and so on for the values.
 *
 * @example
 * ```ts
 * import { openSqlite } from "../storage/sqlite_database.ts";
 * import { removeRows } from "./remove_rows.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const folder = await Deno.makeTempDir();
 * const database = await openSqlite(`${folder}/layerwright.db`);
 * await database.transaction((queries) =>
 *   queries.all("INSERT INTO secrets (name, value) VALUES ('a', '1'), ('b', '2')")
 * );
 * await removeRows(database, { table: "secrets", key: "name" }, "value = $1", "2");
 * deepEqual((await database.all("SELECT name FROM secrets")).map(({ name }) => name), ["a"]);
 * await database.close();
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function removeRows(
  database: Database,
  { table, key }: { readonly table: string; readonly key: string },
  condition: string,
  ...values: readonly (string | number)[]
): Promise<void> {
  // The condition twice: a row may have been renewed meanwhile, of which Postgres asks the outer one anew.
  const sql = `DELETE FROM ${table} WHERE (${key}) IN (
      SELECT ${key} FROM ${table} WHERE ${condition} LIMIT ${PIECE}
    ) AND (${condition}) RETURNING ${key}`;
  for (;;) {
    const removed = await database.transaction((queries) => queries.all(sql, ...values));
    if (removed.length < PIECE) return;
    // A promise alone would not let those in who ask the server.
    await new Promise((resolve) => setTimeout(resolve));
  }
}
