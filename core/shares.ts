/** Concurrency limits per subject, such as a network or an account. */

import { once } from "./once.ts";

/** Limits the number of places that each subject holds at once. */
export interface Shares {
  /**
   * Takes places for a subject.
   *
   * @param count Number of places.
   * @returns A function that releases the places, or `null` if the subject has too few places left.
   * Further calls of the function have no effect.
   */
  take(subject: string, count?: number): (() => void) | null;
}

/**
 * Creates limits with no places taken. A subject uses memory only while it holds places.
 *
 * @param most Maximum number of places per subject.
 *
 * @example
 * ```ts
 * import { createShares } from "./shares.ts";
 * import { equal } from "node:assert/strict";
 *
 * const shares = createShares(1);
 * const leave = shares.take("192.0.2.1");
 * equal(shares.take("192.0.2.1"), null);
 * leave?.();
 * equal(shares.take("192.0.2.1") === null, false);
 * ```
 */
export function createShares(most: number): Shares {
  const taken = new Map<string, number>();
  return {
    take(subject, count = 1) {
      const before = taken.get(subject) ?? 0;
      if (before + count > most) return null;
      taken.set(subject, before + count);
      return once(() => {
        const left = (taken.get(subject) ?? count) - count;
        if (left > 0) taken.set(subject, left);
        else taken.delete(subject);
      });
    },
  };
}
