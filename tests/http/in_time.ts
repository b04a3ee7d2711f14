/** Deadlines, so that a broken limit fails its test instead of blocking it. */

import { sleep } from "../../core/sleep.ts";

/** The default deadline in milliseconds. No operation that works takes as long. */
const DEADLINE_MS = 30_000;

/**
 * Waits for a promise.
 *
 * @param what The awaited event, for the message.
 * @param ms The deadline, in milliseconds.
 * @throws {Error} If the promise does not resolve in time.
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
 * Waits until a condition holds, and checks it at every turn of the event loop.
 *
 * @param what The condition, for the message.
 * @param ms The deadline, in milliseconds.
 * @throws {Error} If the condition does not hold in time.
 */
export async function untilSo(what: string, isSo: () => boolean, ms = DEADLINE_MS): Promise<void> {
  const end = performance.now() + ms;
  while (!isSo()) {
    if (performance.now() > end) throw new Error(`Not in ${ms} ms: ${what}`);
    await sleep(0);
  }
}
