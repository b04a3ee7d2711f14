/** Who people are elsewhere. Their email addresses there decide nothing: others may get them one day. */

import { type Diagnostic, error } from "../../core/diagnostic.ts";
import { recordAudit } from "../storage/audit.ts";
import { type Database, first, type Queries } from "../storage/database.ts";
import { holdAccount } from "./account.ts";
import { NO_PASSWORD } from "./make_account.ts";
import type { Identity } from "./upstream/upstream.ts";
import type { Visit } from "./visit.ts";

/** An identity by which somebody can log in. */
export interface LinkedIdentity extends Identity {
  readonly linkedAt: number;
}

/** How somebody can log in. */
export interface WaysIn {
  readonly hasPassword: boolean;
  /** The oldest first. */
  readonly identities: readonly LinkedIdentity[];
}

type IdentityRow = {
  readonly issuer: string;
  readonly subject: string;
  readonly created_at: number;
};

/** Finds out how somebody can log in. */
export async function waysIn(queries: Queries, accountId: string): Promise<WaysIn> {
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
 * Links an identity, so that whoever has it can log in.
 *
 * @returns Why it cannot be; `null` once it is done, and if it was before.
 */
export async function linkIdentity(
  database: Database,
  accountId: string,
  identity: Identity,
  visit: Visit,
): Promise<Diagnostic | null> {
  return await database.transaction(async (queries) => {
    if (!await holdAccount(queries, accountId)) {
      return error("account-missing", "There is no such account.");
    }
    if (await addIdentity(queries, accountId, identity, visit)) return null;
    const { identities } = await waysIn(queries, accountId);
    if (identities.some((each) => isSame(each, identity))) return null;
    return error("identity-taken", "This identity is linked to another account.");
  });
}

/** @returns Whether it could be: nobody else has it. */
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
 * Unlinks an identity, unless nothing else would let its person in.
 *
 * @param isTrusted Whether the server still believes an issuer.
 * @returns Why it cannot be; `null` once it is done.
 */
export async function unlinkIdentity(
  database: Database,
  accountId: string,
  { issuer, subject }: Identity,
  isTrusted: (issuer: string) => boolean,
  { now, client }: Visit,
): Promise<Diagnostic | null> {
  return await database.transaction(async (queries) => {
    // Of two that are unlinked at once, the second is seen to be the last.
    await holdAccount(queries, accountId);
    const { hasPassword, identities } = await waysIn(queries, accountId);
    const isMeant = (each: Identity) => isSame(each, { issuer, subject });
    if (!identities.some(isMeant)) {
      return error("identity-missing", "There is no such identity.");
    }
    if (!hasPassword && !identities.some((each) => !isMeant(each) && isTrusted(each.issuer))) {
      const message = "Nothing else would let you in.";
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
