/** Deadlines of tests, so that a limit that breaks fails its test instead of stopping it for ever. */

import { sleep } from "../../core/sleep.ts";

/** Longer than anything takes that still works, in milliseconds. */
const DEADLINE_MS = 30_000;

/**
 * Waits for a promise.
 *
 * @param what What the promise is of, for the message.
 * @param ms The deadline, in milliseconds.
 * @throws {Error} If the promise is not fulfilled in time.
 */
export async function inTime<T>(what: string, promise: Promise<T>, ms = DEADLINE_MS): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`Not in ${ms} ms: ${what}`)), ms);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Waits until something is so, looking at every turn of the event loop.
 *
 * @param what What is awaited, for the message.
 * @param ms The deadline, in milliseconds.
 * @throws {Error} If it is not so in time.
 */
export async function untilSo(what: string, isSo: () => boolean, ms = DEADLINE_MS): Promise<void> {
  const end = performance.now() + ms;
  while (!isSo()) {
    if (performance.now() > end) throw new Error(`Not in ${ms} ms: ${what}`);
    await sleep(0);
  }
}
