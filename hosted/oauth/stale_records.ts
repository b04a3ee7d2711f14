/** Cleaning up after the authorization server. */

import type { Database, Queries } from "../storage/database.ts";
import { DAY_MS, LIFETIMES, milliseconds } from "../accounts/limits.ts";
import { removeRows } from "../storage/remove_rows.ts";

/** The kinds by which an app can act, as SQL lists them. */
export const TOKEN_KINDS = "'AccessToken', 'AuthorizationCode', 'DeviceCode', 'RefreshToken'";

/**
 * Removes what expired: codes, tokens, consents, and apps. An app expires if nobody connects it soon
 * after it registered, and some time after nobody is connected any more.
 */
export async function removeStaleRecords(database: Database, now: number): Promise<void> {
  const remove = (condition: string, ...values: readonly number[]) =>
    removeRows(database, { table: "oauth_records", key: "kind, id" }, condition, ...values);
  await database.transaction((queries) => keepConnected(queries, now));
  await remove("expires_at <= $1", now);
  // Consents of which nothing is left: whoever is on the way from one to its first token is quicker.
  await remove(
    `kind = 'Grant' AND created_at <= $1 AND NOT EXISTS (
       SELECT 1 FROM oauth_records token WHERE token.grant_id = oauth_records.id
         AND token.kind IN (${TOKEN_KINDS}) AND token.consumed_at IS NULL
     )`,
    now - DAY_MS,
  );
}

/** Apps that are connected stay; each is written once a day. */
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
 * When an app that registers expires.
 *
 * @returns Milliseconds since 1970.
 */
export function newAppExpiry(now: number): number {
  return now + milliseconds(LIFETIMES.newApp);
}

/** Keeps an app that somebody connects; one that everybody knows is kept elsewhere. */
export async function keepApp(queries: Queries, clientId: string, now: number): Promise<void> {
  await queries.all(
    "UPDATE oauth_records SET expires_at = $1 WHERE kind = 'Client' AND id = $2",
    now + milliseconds(LIFETIMES.idleApp),
    clientId,
  );
}
