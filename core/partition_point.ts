/**
 * Returns the index that splits a list in two: a predicate holds for all items before the index,
 * and for none after it. Takes time that grows with the logarithm of the list's length.
 *
 * @example
 * ```ts
 * import { partitionPoint } from "./partition_point.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(partitionPoint([2, 3, 5, 7], (prime) => prime < 5), 2);
 * equal(partitionPoint([], () => true), 0);
 * ```
 */
export function partitionPoint<T>(items: readonly T[], isBefore: (item: T) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    // `middle` is always an index of the list, so this is an item even if its type includes `undefined`.
    if (isBefore(items[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}
