/** Parsers of the text values that Postgres sends. */

import type { Value } from "./database.ts";

/** Ids of Postgres types, from its table `pg_type`. */
const BOOL = 16;
const INT8 = 20;
const INT2 = 21;
const INT4 = 23;
const NUMERIC = 1700;

const READERS: ReadonlyMap<number, (text: string) => Value> = new Map([
  // SQLite has no booleans.
  [BOOL, (text) => text === "t" ? 1 : 0],
  [INT2, integer],
  [INT4, integer],
  [INT8, integer],
  // The type of a SUM over a BIGINT column.
  [NUMERIC, integer],
]);

/**
 * Type parsers for connections to this database. The parsers of the driver apply to all connections of the
 * process.
 */
export const POSTGRES_TYPES = {
  getTypeParser: (type: number): (text: string) => Value => READERS.get(type) ?? String,
};

function integer(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`Not a safe integer: ${text}`);
  return number;
}
