/** Which values may go into a database. */

import type { Value } from "./database.ts";

/**
 * Refuses values that a database would refuse, change, or cut off.
 *
 * @throws {RangeError} For a number that is no safe integer, and for text with a NUL or half of a
 *   surrogate pair.
 */
export function checkValues(values: readonly Value[]): void {
  for (const value of values) {
    if (typeof value === "number" && !Number.isSafeInteger(value)) {
      throw new RangeError(`A database keeps safe integers, not ${value}`);
    }
    if (typeof value === "string" && (value.includes("\0") || !value.isWellFormed())) {
      throw new RangeError("A database keeps no text with NUL characters or lone surrogates");
    }
  }
}
