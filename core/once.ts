/** Functions that take effect once. */

/**
 * Wraps a function so that only its first call runs it.
 *
 * @example
 * ```ts
 * import { once } from "./once.ts";
 * import { equal } from "node:assert/strict";
 *
 * let count = 0;
 * const increment = once(() => count++);
 * increment();
 * increment();
 * equal(count, 1);
 * ```
 */
export function once(work: () => void): () => void {
  let hasRun = false;
  return () => {
    if (hasRun) return;
    hasRun = true;
    work();
  };
}
