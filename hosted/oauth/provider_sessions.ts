/** The authorization server's own browser sessions. */

import { type Database, first } from "../storage/database.ts";
import { hashOfSecret } from "../accounts/secret_text.ts";

/** The cookie with the id of a session. Another cookie holds the signature of this cookie. */
export const PROVIDER_COOKIE = "_session";

/**
 * Ends a session, if it exists.
 *
 * @param id The id from the cookie.
 */
export async function endProviderSession(database: Database, id: string): Promise<void> {
  await database.transaction((queries) =>
    queries.all(
      "DELETE FROM oauth_records WHERE kind = 'Session' AND id = $1",
      hashOfSecret(id),
    )
  );
}

/** Reports whether a session exists. */
export async function hasProviderSession(
  database: Database,
  id: string,
  now: number,
): Promise<boolean> {
  const sql = "SELECT id FROM oauth_records WHERE kind = 'Session' AND id = $1 AND expires_at > $2";
  return await first(database, sql, hashOfSecret(id), now) !== null;
}
