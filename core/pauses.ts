/** Pauses in long work, so that other work on the same thread can run. */

import { sleep } from "./sleep.ts";

/** If a pause is due, waits until other pending work has run. Otherwise, returns at once. */
export type Pause = () => Promise<void>;

/**
 * Creates the pause function for one piece of work.
 *
 * @param afterMs Milliseconds of work between two pauses.
 *
 * @example
 * ```ts
 * import { createPauses } from "./pauses.ts";
 * import { equal } from "node:assert/strict";
 *
 * let turns = 0;
 * setTimeout(() => turns++, 0);
 * const pause = createPauses(0);
 * await pause();
 * await pause();
 * equal(turns, 1);
 * ```
 */
export function createPauses(afterMs = 10): Pause {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < afterMs) return;
    await sleep(0);
    since = performance.now();
  };
}
