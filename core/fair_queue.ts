/** A fair queue: subjects, such as accounts, take turns. */

/** Thrown when the queue is full and the subject has the most waiters. */
export class QueueFull extends Error {
  override readonly name = "QueueFull";
}

/** A queue for the work of many subjects. */
export interface FairQueue {
  /**
   * Waits for a turn.
   *
   * @param gone Aborted when the waiter leaves, for example because its client disconnects.
   * @throws {QueueFull} If the queue is full, and this subject has the most waiters.
   * @throws The signal's reason, once it is aborted.
   */
  turn(subject: string, gone?: AbortSignal | null): Promise<void>;
  /**
   * Gives the next waiter its turn, and moves the waiter's subject behind all other subjects.
   *
   * @param may Reports whether a subject may have a turn. Default: every subject may.
   * @returns The subject whose turn it is, or `null` if no waiter may have a turn.
   */
  callNext(may?: (subject: string) => boolean): string | null;
}

interface Waiter {
  enter(): void;
  refuse(problem: unknown): void;
}

/**
 * Creates a queue. A full queue rejects the newest waiter of the subject with the most waiters, so that a
 * subject with fewer waiters can enter.
 *
 * @param most Maximum number of waiters.
 *
 * @example
 * ```ts
 * import { createFairQueue } from "./fair_queue.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const queue = createFairQueue(8);
 * for (const subject of ["a", "a", "a", "b"]) void queue.turn(subject);
 * deepEqual([1, 2, 3].map(() => queue.callNext()), ["a", "b", "a"]);
 * ```
 */
export function createFairQueue(most: number): FairQueue {
  // Subjects in the order of their turns, with their waiters from oldest to newest.
  const subjects = new Map<string, Set<Waiter>>();
  let count = 0;
  const remove = (subject: string, waiter: Waiter): boolean => {
    const waiters = subjects.get(subject);
    if (!waiters?.delete(waiter)) return false;
    if (waiters.size === 0) subjects.delete(subject);
    count--;
    return true;
  };
  const evictWaiter = (newcomer: string) => {
    let busiest = newcomer;
    for (const [subject, { size }] of subjects) {
      if (size > (subjects.get(busiest)?.size ?? 0)) busiest = subject;
    }
    [...subjects.get(busiest) ?? []].at(-1)?.refuse(new QueueFull());
  };
  return {
    async turn(subject, gone = null) {
      gone?.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const waiter: Waiter = {
        enter() {
          if (remove(subject, waiter)) resolve();
        },
        refuse(problem) {
          if (remove(subject, waiter)) reject(problem);
        },
      };
      const giveUp = () => waiter.refuse(gone?.reason);
      subjects.set(subject, (subjects.get(subject) ?? new Set()).add(waiter));
      count++;
      gone?.addEventListener("abort", giveUp, { once: true });
      if (count > most) evictWaiter(subject);
      try {
        await promise;
      } finally {
        gone?.removeEventListener("abort", giveUp);
      }
    },
    callNext(may = () => true) {
      for (const [subject, waiters] of subjects) {
        const [waiter] = waiters;
        if (waiter === undefined || !may(subject)) continue;
        subjects.delete(subject);
        subjects.set(subject, waiters);
        waiter.enter();
        return subject;
      }
      return null;
    },
  };
}
