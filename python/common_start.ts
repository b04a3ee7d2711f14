/**
 * With how many of the very same elements two lists start, of which one was made from the other: behind
 * the first that differs, none is the same. It takes time with the logarithm of their length.
 *
 * @example
 * ```ts
 * import { startInCommon } from "./common_start.ts";
 * import { equal } from "node:assert/strict";
 *
 * const [one, two, three] = [{}, {}, {}];
 * equal(startInCommon([one, two, three], [one, two]), 2);
 * ```
 */
export function startInCommon<Element>(a: readonly Element[], b: readonly Element[]): number {
  let [low, high] = [0, Math.min(a.length, b.length)];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (a[middle] === b[middle]) low = middle + 1;
    else high = middle;
  }
  return low;
}
