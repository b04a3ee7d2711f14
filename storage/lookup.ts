/** Looking rows up one by one, in few statements where many look at once. */

import type { Queries, Row } from "./database.ts";

/** Finds the row of a key; `null` if there is none. */
export type Lookup<Found> = (key: string) => Promise<Found | null>;

/** A row, and which key it is for. */
export type KeyedRow = Row & { readonly key: string };

/** Makes a statement from the places of its keys, such as `$1, $2`; its rows tell their `key`. */
export type LookupStatement = (places: string) => string;

interface Waiting<Found> {
  readonly key: string;
  resolve(found: Found | null): void;
  reject(problem: unknown): void;
}

/** A power of two, far below the values that any database takes at once. */
const MOST_AT_ONCE = 64;

/**
 * Makes a lookup. One statement is under way at a time, and whoever looks meanwhile has part in the
 * next: it begins after they asked, so that nobody gets what was gone by then. The first waits for
 * the requests that came together with its own, which then are answered together, and come again so.
 *
 * @example
 * ```ts
 * import { createLookup } from "./lookup.ts";
 * import { openDatabase } from "./open_database.ts";
 * import { equal } from "node:assert/strict";
 *
 * const folder = await Deno.makeTempDir();
 * const database = await openDatabase({ url: undefined, file: `${folder}/layerwright.db` });
 * const find = createLookup(
 *   database,
 *   (places) => `SELECT name AS key, value FROM secrets WHERE name IN (${places})`,
 * );
 * equal(await find("absent"), null);
 * await database.close();
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export function createLookup<Found extends KeyedRow>(
  queries: Queries,
  statement: LookupStatement,
): Lookup<Found> {
  const waiting: Waiting<Found>[] = [];
  let isBusy = false;
  const answerAll = async () => {
    while (waiting.length > 0) await answer(queries, statement, waiting.splice(0, MOST_AT_ONCE));
    isBusy = false;
  };
  return (key) => {
    const { promise, resolve, reject } = Promise.withResolvers<Found | null>();
    waiting.push({ key, resolve, reject });
    if (!isBusy) {
      isBusy = true;
      setImmediate(() => void answerAll());
    }
    return promise;
  };
}

async function answer<Found extends KeyedRow>(
  queries: Queries,
  statement: LookupStatement,
  asked: readonly Waiting<Found>[],
): Promise<void> {
  const keys = evenly([...new Set(asked.map(({ key }) => key))]);
  try {
    const places = keys.map((_, index) => `$${index + 1}`).join(", ");
    const rows = await queries.all<Found>(statement(places), ...keys);
    const found = new Map(rows.map((row) => [row.key, row]));
    for (const { key, resolve } of asked) resolve(found.get(key) ?? null);
  } catch (problem) {
    for (const { reject } of asked) reject(problem);
  }
}

/** As many as a power of two, the last again and again: databases prepare few statements. */
function evenly(keys: readonly string[]): readonly string[] {
  const count = 2 ** Math.ceil(Math.log2(keys.length));
  return Array.from({ length: count }, (_, index) => keys[Math.min(index, keys.length - 1)] ?? "");
}
