/** Values that are created at their first use. */

/**
 * Creates a value at its first use. If the creation fails, the next use tries again.
 *
 * @example
 * ```ts
 * import { late } from "./late.ts";
 * import { equal } from "node:assert/strict";
 *
 * let made = 0;
 * const counted = late(() => Promise.resolve(++made));
 * equal(await counted() + await counted(), 2);
 * ```
 */
export function late<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return async () => {
    made ??= make();
    try {
      return await made;
    } catch (problem) {
      made = null;
      throw problem;
    }
  };
}
