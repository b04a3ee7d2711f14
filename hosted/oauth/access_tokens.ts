/** Access tokens, as the gate looks at them: without the authorization server. */

import { type Database, first } from "../storage/database.ts";
import type { Role } from "../accounts/account.ts";

/** Whom a token lets in. */
export interface TokenHolder {
  /** What somebody allowed an app: the same for all tokens that it gets by that. */
  readonly grantId: string;
  readonly accountId: string;
  readonly role: Role;
  readonly scopes: readonly string[];
  readonly expiresAt: number;
}

type TokenRow = {
  readonly payload: string;
  readonly grant_id: string;
  readonly account_id: string;
  readonly role: Role;
  readonly expires_at: number;
};

/** Whether a text has the form of a token: no API key has it. */
export function isAccessToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/**
 * Finds whom a token lets in; `null` if it is none, has expired, was revoked, or is for another server.
 *
 * @param resource What it must have been made for (RFC 8707).
 */
export async function findAccessToken(
  database: Database,
  tokenHash: string,
  resource: string,
  now: number,
): Promise<TokenHolder | null> {
  const row = await first<TokenRow>(
    database,
    `SELECT token.payload AS payload, token.grant_id AS grant_id, accounts.id AS account_id, role,
       token.expires_at AS expires_at
     FROM oauth_records token
     JOIN oauth_records consent ON consent.kind = 'Grant' AND consent.id = token.grant_id
     JOIN accounts ON accounts.id = token.account_id
     WHERE token.kind = 'AccessToken' AND token.id = $1 AND token.expires_at > $2`,
    tokenHash,
    now,
  );
  if (row === null) return null;
  const { aud, scope = "" } = JSON.parse(row.payload);
  if (aud !== resource) return null;
  const { grant_id: grantId, account_id: accountId, role, expires_at: expiresAt } = row;
  return { grantId, accountId, role, scopes: scope.split(" "), expiresAt };
}
