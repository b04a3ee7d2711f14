/** Cleaning up. */

import type { Database } from "../storage/database.ts";
import { DAY_MS, LIFETIMES, milliseconds } from "./limits.ts";
import { removeStaleRecords } from "../oauth/stale_records.ts";
import { removeRows } from "./remove_rows.ts";

/**
 * Removes what nobody can use any more: sessions, invitations, and counts of attempts that expired;
 * codes, tokens and apps that did; entries of the audit log and counted calls after some 400 days. Expired keys stay in their list.
 */
export async function removeExpired(database: Database, now: number): Promise<void> {
  const oldest = now - milliseconds(LIFETIMES.records);
  const remove = (table: string, key: string, condition: string, until: number) =>
    removeRows(database, { table, key }, condition, until);
  await remove("sessions", "id_hash", "expires_at <= $1", now);
  await remove("invitations", "code_hash", "expires_at <= $1", now);
  await remove("login_attempts", "subject_hash", "expires_at <= $1", now);
  // Their ends are told by the database's clock, from which no server's is off by a day.
  await remove("rate_limits", "subject", "ends_at <= $1", now - DAY_MS);
  await removeStaleRecords(database, now);
  await remove("usage", "account_id, day", "day < $1", Math.floor(oldest / DAY_MS));
  await remove("audit", "id", "at < $1", oldest);
}
