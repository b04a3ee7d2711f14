/** Recognizes messages that are expensive to refuse. */

/**
 * Maximum number of values in a message, without the arguments of a tool. Real messages have a few dozen. The
 * protocol's library describes every invalid value in about 250 characters, so without this limit, the answer
 * to a message of 60 KB could have 1.5 MB.
 */
export const MAX_VALUES = 256;

/**
 * Reports whether a message has more than {@linkcode MAX_VALUES} values outside of a tool's arguments, which
 * tools check themselves. Stops counting at the limit.
 */
export function hasManyValues(message: unknown): boolean {
  const { method, params } = Object(message);
  const uncounted = method === "tools/call" ? Object(params).arguments : undefined;
  let values = 0;
  const left = [message];
  while (left.length > 0) {
    const value = left.pop();
    if (++values > MAX_VALUES) return true;
    if (typeof value !== "object" || value === null || value === uncounted) continue;
    for (const key in value) {
      left.push((value as Record<string, unknown>)[key]);
      if (left.length > MAX_VALUES) return true;
    }
  }
  return false;
}
