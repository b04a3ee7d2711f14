/** Deletes many rows without blocking other writers. */

import { sleep } from "../../core/sleep.ts";
import type { Database } from "./database.ts";

/** Maximum number of rows in one statement: with SQLite, each statement blocks the whole server. */
const PIECE = 1_000;

/**
 * Deletes the rows that match a condition, a limited number at a time, so that other work can run in
 * between.
 *
 * @param table The table, with the columns of its primary key in `key`.
 * @param condition A condition in SQL, with `$1` and so on for the values.
 *
 * @example
 * ```ts
 * import { openSqlite } from "./sqlite_database.ts";
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
  // The outer condition is for Postgres, which checks it again for rows that another transaction has
  // changed in the meantime.
  const sql = `DELETE FROM ${table} WHERE (${key}) IN (
      SELECT ${key} FROM ${table} WHERE ${condition} LIMIT ${PIECE}
    ) AND (${condition}) RETURNING ${key}`;
  for (;;) {
    const removed = await database.transaction((queries) => queries.all(sql, ...values));
    if (removed.length < PIECE) return;
    // Only a timer lets the server handle requests in between; a resolved promise does not.
    await sleep(0);
  }
}
