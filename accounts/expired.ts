/** Cleaning up. */

import type { Database } from "../storage/database.ts";
import { DAY_MS, LIFETIMES, milliseconds } from "./limits.ts";
import { removeStaleRecords } from "./oauth/stale_records.ts";

/**
 * Removes what nobody can use any more: sessions, invitations, and counts of attempts that expired;
 * codes, tokens and apps that did; entries of the audit log and counted calls after some 400 days. Expired keys stay in their list.
 */
export async function removeExpired(database: Database, now: number): Promise<void> {
  const oldest = now - milliseconds(LIFETIMES.records);
  // One transaction each: none waits for long, nor for another that waits for it.
  const remove = (sql: string, until: number) =>
    database.transaction((queries) => queries.all(sql, until));
  await remove("DELETE FROM sessions WHERE expires_at <= $1", now);
  await remove("DELETE FROM invitations WHERE expires_at <= $1", now);
  await remove("DELETE FROM login_attempts WHERE expires_at <= $1", now);
  await removeStaleRecords(database, now);
  await remove("DELETE FROM usage WHERE day < $1", Math.floor(oldest / DAY_MS));
  await remove("DELETE FROM audit WHERE at < $1", oldest);
}
