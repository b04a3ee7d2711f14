/** Removes expired records of the authorization server. */

import type { Database, Queries } from "../storage/database.ts";
import { DAY_MS, LIFETIMES, milliseconds } from "../accounts/limits.ts";
import { removeRows } from "../storage/remove_rows.ts";

/** The kinds of records that give an app access, or that it can exchange for access, as a list in SQL. */
export const TOKEN_KINDS = "'AccessToken', 'AuthorizationCode', 'DeviceCode', 'RefreshToken'";

/**
 * Removes expired codes, tokens, consents and apps. An app expires if no one connects it soon after its
 * registration, or some time after the last person has disconnected it.
 *
 * @param now Milliseconds since 1970.
 */
export async function removeStaleRecords(database: Database, now: number): Promise<void> {
  const remove = (condition: string, ...values: readonly number[]) =>
    removeRows(database, { table: "oauth_records", key: "kind, id" }, condition, ...values);
  await database.transaction((queries) => keepConnected(queries, now));
  await remove("expires_at <= $1", now);
  // Removes consents without any tokens left. New consents stay, because their first token comes within a
  // day.
  await remove(
    `kind = 'Grant' AND created_at <= $1 AND NOT EXISTS (
       SELECT 1 FROM oauth_records token WHERE token.grant_id = oauth_records.id
         AND token.kind IN (${TOKEN_KINDS}) AND token.consumed_at IS NULL
     )`,
    now - DAY_MS,
  );
}

/** Extends the expiry of every connected app, at most once a day. */
async function keepConnected(queries: Queries, now: number): Promise<void> {
  await queries.all(
    `UPDATE oauth_records SET expires_at = $1 WHERE kind = 'Client' AND expires_at <= $2 AND id IN (
       SELECT client_id FROM oauth_records consent WHERE consent.kind = 'Grant'
     )`,
    now + milliseconds(LIFETIMES.idleApp),
    now + milliseconds(LIFETIMES.idleApp) - DAY_MS,
  );
}

/**
 * Returns the expiry of a newly registered app.
 *
 * @returns Milliseconds since 1970.
 */
export function newAppExpiry(now: number): number {
  return now + milliseconds(LIFETIMES.newApp);
}

/** Extends the expiry of an app that someone connects, if the app has a record. */
export async function keepApp(queries: Queries, clientId: string, now: number): Promise<void> {
  await queries.all(
    "UPDATE oauth_records SET expires_at = $1 WHERE kind = 'Client' AND id = $2",
    now + milliseconds(LIFETIMES.idleApp),
    clientId,
  );
}
