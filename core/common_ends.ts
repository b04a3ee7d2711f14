/** The common start and end of two strings. */
export interface CommonEnds {
  /** Length of the common start, in UTF-16 code units. */
  readonly head: number;
  /** Length of the common end, in UTF-16 code units. The common end does not overlap the common start. */
  readonly tail: number;
}

/**
 * Finds the common start and end of two strings. Compares large pieces first, then smaller ones.
 *
 * @example
 * ```ts
 * import { commonEnds } from "./common_ends.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * deepEqual(commonEnds("a b c", "a c"), { head: 2, tail: 1 });
 * ```
 */
export function commonEnds(old: string, now: string): CommonEnds {
  const shorter = Math.min(old.length, now.length);
  const head = sameLength(shorter, (from, to) => old.slice(from, to) === now.slice(from, to));
  const tail = sameLength(
    shorter - head,
    (from, to) =>
      old.slice(old.length - to, old.length - from) ===
        now.slice(now.length - to, now.length - from),
  );
  return { head, tail };
}

function sameLength(limit: number, isSame: (from: number, to: number) => boolean): number {
  let length = 0;
  for (let piece = 1 << 16; piece >= 1; piece >>= 1) {
    while (length + piece <= limit && isSame(length, length + piece)) length += piece;
  }
  return length;
}
