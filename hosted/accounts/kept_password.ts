/** Handles the race in which another request replaces a password's hash while the password is being checked. */

import { first, type Queries } from "../storage/database.ts";

/** Maximum number of attempts. */
const MAX_ATTEMPTS = 3;

/**
 * Repeats an attempt if another request replaced the account's hash during the attempt. The new hash may be
 * of the same password: a login replaces a hash that has an outdated cost.
 *
 * @param attempt Returns `null` if the hash was replaced.
 * @returns `null` if the hash was replaced during every attempt.
 */
export async function againIfReplaced<T>(attempt: () => Promise<T | null>): Promise<T | null> {
  for (let made = 0; made < MAX_ATTEMPTS; made++) {
    const result = await attempt();
    if (result !== null) return result;
  }
  return null;
}

/**
 * Replaces a password's hash, and locks the account until the transaction ends.
 *
 * @returns Whether the account still had the hash `before`.
 */
export async function replaceKeptPassword(
  queries: Queries,
  accountId: string,
  { before, after }: { readonly before: string; readonly after: string },
): Promise<boolean> {
  const sql = "UPDATE accounts SET password = $1 WHERE id = $2 AND password = $3 RETURNING id";
  return await first(queries, sql, after, accountId, before) !== null;
}
