/** What two texts have in common at their ends. */
export interface CommonEnds {
  /** How many characters are the same at their start. */
  readonly head: number;
  /** How many are at their end, none of which counts for the start. */
  readonly tail: number;
}

/**
 * Finds what two texts begin and end with: compared in large pieces, then in ever smaller ones.
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
