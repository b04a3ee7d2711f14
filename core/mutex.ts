/** A mutex for asynchronous work within one process. */

/** Runs work once all earlier work has succeeded or failed. */
export type Mutex = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Creates a mutex.
 *
 * @example
 * ```ts
 * import { createMutex } from "./mutex.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const mutex = createMutex();
 * const order: number[] = [];
 * await Promise.all([1, 2].map((each) => mutex(async () => {
 *   order.push(each);
 *   await Promise.resolve();
 *   order.push(each);
 * })));
 * deepEqual(order, [1, 1, 2, 2]);
 * ```
 */
export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
}
