/**
 * What was read may be relied on for a moment without reading it again: a lease (Gray and Cheriton,
 * 1989). Whoever takes something back waits until every lease is over before they say so. What was taken
 * back then lets nobody in who asks after that, on whichever server, though none hears of it.
 */

/** How long a lease lasts, from before its reading began, in milliseconds. */
export const LEASE_MS = 200;

/** Timers may be early, and one server's clock may run a little slower than another's. */
const MARGIN_MS = 50;

/**
 * Gives what a key stands for: what was read in a lease that is not over, else what is read now.
 *
 * @param key Tells what is read from anything else.
 * @param read `null` if there is nothing, of which there are no leases.
 */
export type Lease<Found> = (
  key: string,
  read: () => Promise<Found | null>,
) => Promise<Found | null>;

/**
 * Makes a server's leases.
 *
 * @param now Milliseconds since a fixed time; never goes back.
 *
 * @example
 * ```ts
 * import { createLeases, LEASE_MS } from "./leases.ts";
 * import { equal } from "node:assert/strict";
 *
 * let now = 0;
 * const lease = createLeases<string>(() => now);
 * equal(await lease("key", () => Promise.resolve("early")), "early");
 * equal(await lease("key", () => Promise.resolve("late")), "early");
 * now = LEASE_MS;
 * equal(await lease("key", () => Promise.resolve("late")), "late");
 * ```
 */
export function createLeases<Found>(now: () => number): Lease<Found> {
  // The one that began first comes first.
  const leases = new Map<string, { readonly found: Found; readonly endsAt: number }>();

  function forgetEnded(time: number): void {
    for (const [key, { endsAt }] of leases) {
      if (endsAt > time) break;
      leases.delete(key);
    }
  }

  return async (key, read) => {
    const begun = now();
    const known = leases.get(key);
    if (known !== undefined && begun < known.endsAt) return known.found;
    forgetEnded(begun);
    const found = await read();
    if (found !== null) {
      leases.delete(key);
      leases.set(key, { found, endsAt: begun + LEASE_MS });
    }
    return found;
  };
}

/** Waits until no server relies on what was taken back before. */
export async function leasesOver(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, LEASE_MS + MARGIN_MS));
}
