/** Deletes many rows without blocking other writers. */

import { sleep } from "../../core/sleep.ts";
import type { Database } from "./database.ts";

/** Maximum number of rows in one statement: with SQLite, each statement blocks the whole server. */
const PIECE = 1_000;

/**
 * Deletes the rows that match a condition, in steps of limited size, so that other work can run between the
 * steps.
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
  // The outer condition is for Postgres: if another transaction has changed a row in the meantime, Postgres
  // checks this condition again for the row.
  const sql = `DELETE FROM ${table} WHERE (${key}) IN (
      SELECT ${key} FROM ${table} WHERE ${condition} LIMIT ${PIECE}
    ) AND (${condition}) RETURNING ${key}`;
  for (;;) {
    const removed = await database.transaction((queries) => queries.all(sql, ...values));
    if (removed.length < PIECE) return;
    // Waits for a timer, because only a timer lets the server handle requests. A resolved promise does not.
    await sleep(0);
  }
}
