/** Names of routes and subroutes. */

/**
 * Maximum length of a name. Names become parts of file names, and file systems limit the length of
 * file names.
 */
export const MAX_NAME_LENGTH = 200;

/** The names of routes and subroutes: ASCII identifiers. */
export const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Reports whether a string is a valid name for a route or a subroute: ASCII letters, digits and underscores,
 * not starting with a digit. Only ASCII is allowed, because Python treats some different letters beyond ASCII
 * as the same (PEP 3131).
 *
 * @example
 * ```ts
 * import { isName } from "./names.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(isName("import_batch"), true);
 * equal(isName("user-list"), false);
 * ```
 */
export function isName(text: string): boolean {
  return NAME.test(text);
}

/**
 * Finds the candidate nearest to a mistyped word.
 *
 * @returns The candidate with the fewest typing mistakes; `null` if all have too many.
 *
 * @example
 * ```ts
 * import { nearest } from "./names.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(nearest("moc", ["type", "mock"]), "mock");
 * equal(nearest("colour", ["type", "mock"]), null);
 * ```
 */
export function nearest(text: string, candidates: readonly string[]): string | null {
  const allowed = Math.max(1, Math.floor(text.length / 3));
  let best: string | null = null;
  let bestDistance = allowed + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - text.length) >= bestDistance) continue;
    const distance = typingDistance(text.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** Computes the optimal string alignment distance: insertions, deletions, replacements and swaps. */
function typingDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let distance = Math.min(replaced, at(last, j) + 1, at(row, j - 1) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        distance = Math.min(distance, at(beforeLast, j - 2) + 1);
      }
      row.push(distance);
    }
    [beforeLast, last] = [last, row];
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
