/**
 * What was read may be relied on for a moment without reading it again: a lease (Gray and Cheriton,
 * 1989). Whoever takes something back waits until every lease is over before they say so. What was taken
 * back then lets nobody in who asks after that, on whichever server, though none hears of it.
 *
 * That holds while clocks run. A virtual machine that is paused (to move it, or for a snapshot) keeps
 * its leases: once it wakes, they last for what is left of them by its own clock, `LEASE_MS` at most.
 */

/** How long a lease lasts, from before its reading began, in milliseconds. */
export const LEASE_MS = 200;

/** Timers may be early, and one server's clock may run a little slower than another's. */
const MARGIN_MS = 50;

/**
 * Gives what was read in a lease that is not over, else what is read now.
 *
 * @param id Tells what is read from anything else.
 * @param read `null` if there is nothing, of which there are no leases.
 */
export type LeasedRead<Found> = (
  id: string,
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
 * const leased = createLeases<string>(() => now);
 * equal(await leased("id", () => Promise.resolve("early")), "early");
 * equal(await leased("id", () => Promise.resolve("late")), "early");
 * now = LEASE_MS;
 * equal(await leased("id", () => Promise.resolve("late")), "late");
 * ```
 */
export function createLeases<Found>(now: () => number): LeasedRead<Found> {
  // In the order in which readings ended, which is about that in which leases end.
  const leases = new Map<string, { readonly found: Found; readonly endsAt: number }>();

  function forgetEnded(time: number): void {
    for (const [id, { endsAt }] of leases) {
      if (endsAt > time) break;
      leases.delete(id);
    }
  }

  return async (id, read) => {
    const begun = now();
    const known = leases.get(id);
    if (known !== undefined && begun < known.endsAt) return known.found;
    forgetEnded(begun);
    const found = await read();
    if (found !== null) {
      leases.delete(id);
      leases.set(id, { found, endsAt: begun + LEASE_MS });
    }
    return found;
  };
}

/**
 * Waits until no server relies on what was taken back before. Whoever finds nothing to take back waits,
 * too: it may be gone since just now, by somebody who waits still, or whose server died.
 */
export async function leasesOver(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, LEASE_MS + MARGIN_MS));
}
