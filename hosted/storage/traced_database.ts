/** Traces a database. The traces contain the SQL and the duration of statements, but never values. */

import type { Trace } from "../../core/trace.ts";
import type { Database, Queries, Row, Value } from "./database.ts";

/** OpenTelemetry's names of the databases (`db.system.name` in its semantic conventions). */
const SYSTEMS = { postgres: "postgresql", sqlite: "sqlite" } as const;

/**
 * Wraps a database so that each statement and each transaction is a span. The text of a statement has
 * placeholders for values, so it contains no outside input.
 *
 * @example
 * ```ts
 * import { openSqlite } from "./sqlite_database.ts";
 * import { tracedDatabase } from "./traced_database.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const folder = await Deno.makeTempDir();
 * const spans: string[] = [];
 * const database = tracedDatabase(await openSqlite(`${folder}/layerwright.db`), (name, _, work) => {
 *   spans.push(name);
 *   return work();
 * });
 * await database.transaction((queries) =>
 *   queries.all("UPDATE accounts SET projects = $1 WHERE id = $2", 0, "acc_1")
 * );
 * deepEqual(spans, ["transaction", "UPDATE accounts"]);
 * await database.close();
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export function tracedDatabase(database: Database, trace: Trace): Database {
  const system = { "db.system.name": SYSTEMS[database.kind] };
  const all = <Found extends Row>(queries: Queries, sql: string, values: readonly Value[]) =>
    trace(
      summaryOf(sql),
      { ...system, "db.query.text": sql },
      () => queries.all<Found>(sql, ...values),
    );
  return {
    kind: database.kind,
    all: (sql, ...values) => all(database, sql, values),
    transaction: (work) =>
      trace(
        "transaction",
        system,
        () =>
          database.transaction((queries) =>
            work({ all: (sql, ...values) => all(queries, sql, values) })
          ),
      ),
    close: () => database.close(),
  };
}

/** Returns a statement's operation and table, such as `SELECT accounts`. */
function summaryOf(sql: string): string {
  const [operation = "query"] = /\w+/.exec(sql) ?? [];
  const [, table] = /\b(?:FROM|INTO|UPDATE)\s+(\w+)/.exec(sql) ?? [];
  return table === undefined ? operation : `${operation} ${table}`;
}
