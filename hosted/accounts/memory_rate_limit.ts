/** A rate limit in the memory of one server. */

import type { Policy, RateLimit, Standing } from "../../http/standing.ts";

interface Window {
  left: number;
  readonly endsAt: number;
}

/**
 * Creates a rate limit. Each subject's window begins with the subject's first call. The windows therefore end
 * at different times, and clients do not all retry at the same moment.
 *
 * @param now Returns the time of a monotonic clock, in milliseconds.
 *
 * @example
 * ```ts
 * import { createMemoryRateLimit } from "./memory_rate_limit.ts";
 * import { equal } from "node:assert/strict";
 *
 * let now = 0;
 * const policy = { name: "minute", calls: 1, windowMs: 60_000, bounds: "a minute" } as const;
 * const rates = createMemoryRateLimit(() => now, policy);
 * equal((await rates.count("key_1")).isExceeded, false);
 * equal((await rates.count("key_1")).isExceeded, true);
 * now = 60_000;
 * equal((await rates.count("key_1")).isExceeded, false);
 * ```
 */
export function createMemoryRateLimit(now: () => number, policy: Policy): RateLimit {
  // Ordered by the times at which the windows end.
  const windows = new Map<string, Window>();

  function windowOf(subject: string, time: number): Window {
    const known = windows.get(subject);
    if (known !== undefined && known.endsAt > time) return known;
    for (const [other, { endsAt }] of windows) {
      if (endsAt > time) break;
      windows.delete(other);
    }
    const window = { left: policy.calls, endsAt: time + policy.windowMs };
    windows.set(subject, window);
    return window;
  }

  function count(subject: string): Standing {
    const time = now();
    const window = windowOf(subject, time);
    const isExceeded = window.left === 0;
    if (!isExceeded) window.left--;
    const resetSeconds = Math.ceil((window.endsAt - time) / 1000);
    return { policy, isExceeded, left: window.left, resetSeconds };
  }

  return { count };
}
