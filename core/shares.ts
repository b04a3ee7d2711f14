/** Shares of something that only so many may have at once. */

/** Limits what each of many subjects holds at once. */
export interface Shares {
  /**
   * Takes one or some of a subject's places.
   *
   * @returns A function that gives the places back; `null` if the subject has not as many left.
   */
  take(subject: string, count?: number): (() => void) | null;
}

/**
 * Creates shares. Only subjects that hold places take up memory.
 *
 * @param most Maximum number of places of a subject.
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
      return () => {
        const left = (taken.get(subject) ?? count) - count;
        if (left > 0) taken.set(subject, left);
        else taken.delete(subject);
      };
    },
  };
}
