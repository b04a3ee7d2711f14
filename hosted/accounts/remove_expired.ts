/** Removes expired rows. */

import type { Database } from "../storage/database.ts";
import { DAY_MS, LIFETIMES, milliseconds } from "./limits.ts";
import { removeStaleRecords } from "../oauth/stale_records.ts";
import { removeRows } from "../storage/remove_rows.ts";

/**
 * Removes expired sessions, invitations, attempt counters, rate-limit windows, OAuth records and unused apps,
 * and audit entries and call counts that are older than {@linkcode LIFETIMES.records}. Keeps expired API
 * keys, so that people still see them in their lists.
 */
export async function removeExpired(database: Database, now: number): Promise<void> {
  const oldest = now - milliseconds(LIFETIMES.records);
  const remove = (table: string, key: string, condition: string, until: number) =>
    removeRows(database, { table, key }, condition, until);
  await remove("sessions", "id_hash", "expires_at <= $1", now);
  await remove("invitations", "code_hash", "expires_at <= $1", now);
  await remove("login_attempts", "subject_hash", "expires_at <= $1", now);
  // `ends_at` is a time of the database's clock, which never differs from a server's clock by a day.
  await remove("rate_limits", "subject", "ends_at <= $1", now - DAY_MS);
  await removeStaleRecords(database, now);
  await remove("usage", "account_id, day", "day < $1", Math.floor(oldest / DAY_MS));
  await remove("audit", "id", "at < $1", oldest);
}
