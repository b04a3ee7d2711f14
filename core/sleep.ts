/** Waits. */

/**
 * Waits.
 *
 * @param ms Milliseconds. 0 waits until the runtime has handled pending events, such as requests.
 */
export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
