/** What the authorization server remembers of who is logged in. */

import { type Database, first } from "../storage/database.ts";
import { hashOfSecret } from "../accounts/secret_text.ts";

/** The cookie in which it keeps the id of its own session, which another signs. */
export const PROVIDER_COOKIE = "_session";

/**
 * Ends such a session, if there is one.
 *
 * @param id As a browser has it.
 */
export async function endProviderSession(database: Database, id: string): Promise<void> {
  await database.transaction((queries) =>
    queries.all(
      "DELETE FROM oauth_records WHERE kind = 'Session' AND id = $1",
      hashOfSecret(id),
    )
  );
}

/** Whether there is such a session. */
export async function hasProviderSession(
  database: Database,
  id: string,
  now: number,
): Promise<boolean> {
  const sql = "SELECT id FROM oauth_records WHERE kind = 'Session' AND id = $1 AND expires_at > $2";
  return await first(database, sql, hashOfSecret(id), now) !== null;
}
