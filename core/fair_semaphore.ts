/** A fair semaphore: subjects, such as accounts, take turns in getting permits. */

import { createFairQueue } from "./fair_queue.ts";
import { once } from "./once.ts";

/** The limits of a semaphore. */
export interface FairSemaphoreLimits {
  /** Maximum number of permits that are held at once. */
  readonly permits: number;
  /** Maximum number of permits per subject. Default: all permits. */
  readonly permitsPerSubject?: number;
  /** Maximum number of waiters. */
  readonly waiters: number;
}

/** A semaphore with limits per subject. */
export interface FairSemaphore {
  /** Reports whether a subject would get a permit without waiting. */
  isFree(subject: string): boolean;
  /**
   * Waits for a permit.
   *
   * @param gone Aborted when the waiter leaves.
   * @returns A function that releases the permit. Further calls have no effect.
   * @throws {QueueFull} If there are too many waiters, and this subject has the most.
   * @throws The signal's reason, once it is aborted.
   */
  acquire(subject: string, gone?: AbortSignal | null): Promise<() => void>;
}

/**
 * Creates a semaphore. A released permit goes directly to the next waiter, so that newcomers cannot overtake
 * those who wait.
 *
 * @example
 * ```ts
 * import { createFairSemaphore } from "./fair_semaphore.ts";
 * import { equal } from "node:assert/strict";
 *
 * const semaphore = createFairSemaphore({ permits: 1, waiters: 8 });
 * const release = await semaphore.acquire("a");
 * equal(semaphore.isFree("b"), false);
 * release();
 * equal(semaphore.isFree("b"), true);
 * ```
 */
export function createFairSemaphore(
  { permits, permitsPerSubject = permits, waiters }: FairSemaphoreLimits,
): FairSemaphore {
  const queue = createFairQueue(waiters);
  const held = new Map<string, number>();
  let count = 0;
  const heldBy = (subject: string) => held.get(subject) ?? 0;
  const isFree = (subject: string) => count < permits && heldBy(subject) < permitsPerSubject;
  const take = (subject: string) => {
    count++;
    held.set(subject, heldBy(subject) + 1);
  };
  const release = (subject: string) => {
    count--;
    const left = heldBy(subject) - 1;
    if (left > 0) held.set(subject, left);
    else held.delete(subject);
    const next = queue.callNext(isFree);
    if (next !== null) take(next);
  };
  return {
    isFree,
    async acquire(subject, gone = null) {
      gone?.throwIfAborted();
      if (isFree(subject)) take(subject);
      // No `take` after the wait: `release` has already taken the permit for this waiter.
      else await queue.turn(subject, gone);
      return once(() => release(subject));
    },
  };
}
