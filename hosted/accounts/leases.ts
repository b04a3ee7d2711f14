/**
 * Leases (Gray and Cheriton, 1989): after a server has read a credential, it relies on the result for a
 * moment instead of reading the credential again. A revocation waits until every lease has expired. Once the
 * revocation returns, no server accepts the credential. Servers are not notified: their leases expire.
 *
 * The guarantee has one exception: a virtual machine that was paused (to move it, or for a snapshot) still
 * has its leases when it resumes. These leases remain valid for up to `LEASE_MS` after that.
 */

import { sleep } from "../../core/sleep.ts";

/** Duration of a lease in milliseconds, counted from just before the credential was read. */
export const LEASE_MS = 200;

/** Covers timers that fire early and clocks that run at slightly different speeds. */
const MARGIN_MS = 50;

/**
 * Returns the value from a valid lease if there is one. Otherwise, reads the value and leases it.
 *
 * @param id The id under which the value is leased.
 * @param read Returns `null` if there is no value. An absent value is never leased.
 */
export type LeasedRead<Found> = (
  id: string,
  read: () => Promise<Found | null>,
) => Promise<Found | null>;

/**
 * Creates the leases of one server.
 *
 * @param now Returns the time of a monotonic clock, in milliseconds.
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
  // The map has the order in which reads ended, which is roughly the order in which leases expire.
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
 * Waits until no server relies on a credential that was revoked before the call. Callers that find
 * nothing to revoke must wait, too: another request may have revoked the credential a moment ago, so
 * that leases are still valid.
 */
export async function leasesOver(): Promise<void> {
  await sleep(LEASE_MS + MARGIN_MS);
}
