/** What the authorization server remembers of who is logged in. */

import type { Database } from "../../storage/database.ts";
import { hashOfSecret } from "../secret_text.ts";

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
