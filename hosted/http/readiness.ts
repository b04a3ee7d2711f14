/** Readiness of a hosted server, for load balancers. */

import type { Database } from "../storage/database.ts";

/**
 * Creates a check that reports whether a database answers.
 *
 * @param withinMs Timeout in milliseconds.
 *
 * @example
 * ```ts
 * import { openSqlite } from "../storage/sqlite_database.ts";
 * import { readinessOf } from "./readiness.ts";
 * import { equal } from "node:assert/strict";
 *
 * const folder = await Deno.makeTempDir();
 * const database = await openSqlite(`${folder}/layerwright.db`);
 * const isReady = readinessOf(database, 2_000);
 * equal(await isReady(), true);
 * await database.close();
 * equal(await isReady(), false);
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export function readinessOf(database: Database, withinMs: number): () => Promise<boolean> {
  /** The pending query, which concurrent checks share. */
  let asked: Promise<boolean> | null = null;
  return async () => {
    asked ??= answers(database).finally(() => asked = null);
    const { promise: tooLate, resolve } = Promise.withResolvers<false>();
    const timer = setTimeout(() => resolve(false), withinMs);
    return await Promise.race([asked, tooLate]).finally(() => clearTimeout(timer));
  };
}

function answers(database: Database): Promise<boolean> {
  return Promise.try(() => database.all("SELECT 1 AS one")).then(() => true, () => false);
}
