/** Reads access tokens. The gate can use this module without loading the authorization server. */

import { type Database, first } from "../storage/database.ts";
import type { Role } from "../accounts/account.ts";
import type { ChangeAuthor } from "../../core/history.ts";
import { appNameOf } from "./client_names.ts";

/** The account and permissions of a token. */
export interface TokenHolder {
  /** The id of the consent. All tokens that the app gets by this consent have the same id here. */
  readonly grantId: string;
  readonly accountId: string;
  readonly role: Role;
  readonly scopes: readonly string[];
  readonly expiresAt: number;
  /** The account and the app's name, for histories. */
  readonly author: ChangeAuthor;
}

type TokenRow = {
  readonly payload: string;
  readonly grant_id: string;
  readonly account_id: string;
  readonly role: Role;
  readonly email: string;
  readonly client_id: string | null;
  readonly client: string | null;
  readonly expires_at: number;
};

/** Reports whether a string has the form of a token. No API key has this form. */
export function isAccessToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/**
 * Returns the holder of a token, or `null` if the token is unknown, expired, revoked or for another
 * server.
 *
 * @param resource The resource that the token must be for (RFC 8707).
 * @param now Milliseconds since 1970.
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
       email, consent.client_id AS client_id, client.payload AS client,
       token.expires_at AS expires_at
     FROM oauth_records token
     JOIN oauth_records consent ON consent.kind = 'Grant' AND consent.id = token.grant_id
     JOIN accounts ON accounts.id = token.account_id
     LEFT JOIN oauth_records client ON client.kind = 'Client' AND client.id = consent.client_id
     WHERE token.kind = 'AccessToken' AND token.id = $1 AND token.expires_at > $2`,
    tokenHash,
    now,
  );
  if (row === null) return null;
  const { aud, scope = "" } = JSON.parse(row.payload);
  if (aud !== resource) return null;
  const { grant_id: grantId, account_id: accountId, role, expires_at: expiresAt } = row;
  const credential = `app '${appNameOf(row.client_id ?? "", row.client)}'`;
  const author = { account: row.email, credential };
  return { grantId, accountId, role, scopes: scope.split(" "), expiresAt, author };
}
