/**
 * Helps to build statements for many files. The helpers produce only a few different statements, so that a
 * database can prepare each statement once.
 */

import { createPauses } from "../../core/pauses.ts";

/** Maximum number of items in a piece: a power of two, far below the maximum number of values in a statement. */
const MAX_PIECE_LENGTH = 256;

/**
 * Passes a list to `work` in pieces whose lengths are powers of two. Pauses between the pieces, because an
 * embedded database runs on its caller's thread.
 *
 * @example
 * ```ts
 * import { inPieces } from "./statements.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const seen: number[] = [];
 * await inPieces([1, 2, 3, 4, 5, 6, 7], (piece) => Promise.resolve(void seen.push(piece.length)));
 * deepEqual(seen, [4, 2, 1]);
 * ```
 */
export async function inPieces<Item>(
  items: readonly Item[],
  work: (piece: readonly Item[]) => Promise<void>,
): Promise<void> {
  const pause = createPauses();
  let start = 0;
  for (let length = MAX_PIECE_LENGTH; length >= 1; length /= 2) {
    while (items.length - start >= length) {
      await work(items.slice(start, start + length));
      start += length;
      await pause();
    }
  }
}

/**
 * Returns a comma-separated list of placeholders. Rows with several columns are in parentheses.
 *
 * @param count Number of rows.
 * @param columns Number of values in a row.
 * @param before Number of values that come before the list in the statement.
 *
 * @example
 * ```ts
 * import { listed } from "./statements.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(listed(3, 1, 1), "$2, $3, $4");
 * ```
 */
export function listed(count: number, columns: number, before: number): string {
  const rows = Array.from({ length: count }, (_, row) => {
    const places = Array.from(
      { length: columns },
      (_, at) => `$${before + row * columns + at + 1}`,
    );
    return columns === 1 ? places.join() : `(${places.join(", ")})`;
  });
  return rows.join(", ");
}
