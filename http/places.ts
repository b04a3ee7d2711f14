/** Limits of how many at once. */

/** Places for each of many subjects. */
export interface Places {
  /**
   * Takes a place.
   *
   * @returns Gives the place back; `null` if the subject has none left.
   */
  take(subject: string): (() => void) | null;
}

/**
 * Makes places. Only subjects that hold some take up memory.
 *
 * @param most How many each subject may hold.
 *
 * @example
 * ```ts
 * import { createPlaces } from "./places.ts";
 * import { equal } from "node:assert/strict";
 *
 * const places = createPlaces(1);
 * const leave = places.take("192.0.2.1");
 * equal(places.take("192.0.2.1"), null);
 * leave?.();
 * equal(places.take("192.0.2.1") === null, false);
 * ```
 */
export function createPlaces(most: number): Places {
  const taken = new Map<string, number>();
  return {
    take(subject) {
      const count = taken.get(subject) ?? 0;
      if (count >= most) return null;
      taken.set(subject, count + 1);
      return () => {
        const left = (taken.get(subject) ?? 1) - 1;
        if (left > 0) taken.set(subject, left);
        else taken.delete(subject);
      };
    },
  };
}
