/**
 * The identities with which people log in at identity providers. Such a login never finds an account by its
 * email address, because the provider may give the address to someone else later.
 */

import { error } from "../../core/diagnostic.ts";
import { recordAudit } from "../storage/audit.ts";
import { type Database, first, type Queries } from "../storage/database.ts";
import { lockAccount } from "./account.ts";
import type { AccountDiagnostic } from "./diagnostic.ts";
import { NO_PASSWORD } from "./make_account.ts";
import type { Identity } from "./upstream/upstream.ts";
import type { Visit } from "./visit.ts";

/** An identity that is linked to an account. */
export interface LinkedIdentity extends Identity {
  readonly linkedAt: number;
}

/** The ways to log in to an account. */
export interface LoginMethods {
  readonly hasPassword: boolean;
  /** Oldest first. */
  readonly identities: readonly LinkedIdentity[];
}

type IdentityRow = {
  readonly issuer: string;
  readonly subject: string;
  readonly created_at: number;
};

/** Reads the ways to log in to an account. */
export async function loginMethods(queries: Queries, accountId: string): Promise<LoginMethods> {
  const account = await first<{ password: string }>(
    queries,
    "SELECT password FROM accounts WHERE id = $1",
    accountId,
  );
  const rows = await queries.all<IdentityRow>(
    `SELECT issuer, subject, created_at FROM identities WHERE account_id = $1
     ORDER BY created_at, issuer, subject`,
    accountId,
  );
  return {
    hasPassword: account !== null && account.password !== NO_PASSWORD,
    identities: rows.map(({ created_at, ...identity }) => ({ ...identity, linkedAt: created_at })),
  };
}

/**
 * Links an identity to an account, so that it can be used to log in.
 *
 * @returns `null` if the identity is now linked to the account, or already was. Otherwise, the problem.
 */
export async function linkIdentity(
  database: Database,
  accountId: string,
  identity: Identity,
  visit: Visit,
): Promise<AccountDiagnostic | null> {
  return await database.transaction(async (queries) => {
    if (!await lockAccount(queries, accountId)) {
      return error("account-missing", "Account not found.");
    }
    if (await addIdentity(queries, accountId, identity, visit)) return null;
    const { identities } = await loginMethods(queries, accountId);
    if (identities.some((each) => isSame(each, identity))) return null;
    return error("identity-taken", "This identity is linked to another account.");
  });
}

/**
 * Adds an identity to an account.
 *
 * @returns `false` if the identity is already linked to an account.
 */
export async function addIdentity(
  queries: Queries,
  accountId: string,
  { issuer, subject }: Identity,
  { now, client }: Visit,
): Promise<boolean> {
  const added = await first(
    queries,
    `INSERT INTO identities (issuer, subject, account_id, created_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING RETURNING issuer`,
    issuer,
    subject,
    accountId,
    now,
  );
  if (added === null) return false;
  const event = "identity-linked";
  await recordAudit(queries, { at: now, accountId, event, subject: issuer, client });
  return true;
}

/**
 * Unlinks an identity, unless it is the only way to log in.
 *
 * @param isTrusted Reports whether the server still trusts an issuer.
 * @returns `null` if the identity was unlinked, or otherwise the problem.
 */
export async function unlinkIdentity(
  database: Database,
  accountId: string,
  { issuer, subject }: Identity,
  isTrusted: (issuer: string) => boolean,
  { now, client }: Visit,
): Promise<AccountDiagnostic | null> {
  return await database.transaction(async (queries) => {
    // Locks the account. If two requests unlink the account's last two identities, the second request must
    // see the effect of the first.
    await lockAccount(queries, accountId);
    const { hasPassword, identities } = await loginMethods(queries, accountId);
    const isMeant = (each: Identity) => isSame(each, { issuer, subject });
    if (!identities.some(isMeant)) {
      return error("identity-missing", "Identity not found.");
    }
    if (!hasPassword && !identities.some((each) => !isMeant(each) && isTrusted(each.issuer))) {
      const message = "Cannot unlink your only way to log in.";
      return error("identity-last", message, { hint: "Link another identity first" });
    }
    await queries.all(
      "DELETE FROM identities WHERE issuer = $1 AND subject = $2 AND account_id = $3",
      issuer,
      subject,
      accountId,
    );
    const event = "identity-unlinked";
    await recordAudit(queries, { at: now, accountId, event, subject: issuer, client });
    return null;
  });
}

function isSame(one: Identity, other: Identity): boolean {
  return one.issuer === other.issuer && one.subject === other.subject;
}
