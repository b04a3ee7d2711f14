/** Reading what Postgres sends as text. */

import type { Value } from "./database.ts";

/** The numbers of Postgres' types, from its table `pg_type`. */
const BOOL = 16;
const INT8 = 20;
const INT2 = 21;
const INT4 = 23;
const NUMERIC = 1700;

const READERS: ReadonlyMap<number, (text: string) => Value> = new Map([
  // SQLite has no truth values.
  [BOOL, (text) => text === "t" ? 1 : 0],
  [INT2, integer],
  [INT4, integer],
  [INT8, integer],
  // What a sum of BIGINT is.
  [NUMERIC, integer],
]);

/** For connections, in place of readers that all of the process share. */
export const POSTGRES_TYPES = {
  getTypeParser: (type: number): (text: string) => Value => READERS.get(type) ?? String,
};

function integer(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`No safe integer: ${text}`);
  return number;
}
