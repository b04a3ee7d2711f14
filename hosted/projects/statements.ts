/** Statements about many files at once: few of them, and of few shapes, which databases prepare once. */

import { createPauses } from "../../core/pauses.ts";

/** A power of two, far below the values that any database takes at once. */
const LARGEST_PIECE = 256;

/**
 * Goes through a list in pieces whose lengths are powers of two, and lets others have their turn between
 * them: an embedded database works on the thread of its caller.
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
  for (let length = LARGEST_PIECE; length >= 1; length /= 2) {
    while (items.length - start >= length) {
      await work(items.slice(start, start + length));
      start += length;
      await pause();
    }
  }
}

/**
 * Places for values, with commas between: of rows of one value as they are, of others in parentheses.
 *
 * @param before How many values the statement has before them.
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
