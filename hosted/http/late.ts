/** What is made when it is needed first. */

/**
 * Makes something once, by whoever asks first; should that fail, whoever asks next tries again.
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
