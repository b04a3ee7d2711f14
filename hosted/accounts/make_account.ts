/** Creates accounts, with a password or with an identity. */

import { error } from "../../core/diagnostic.ts";
import { recordAudit } from "../storage/audit.ts";
import { first, type Queries } from "../storage/database.ts";
import type { Account, Role } from "./account.ts";
import type { AccountDiagnostic } from "./diagnostic.ts";
import { makeId } from "./ids.ts";
import { removeInvitations } from "./invitations.ts";
import { hashOfSecret } from "./secret_text.ts";
import type { Visit } from "./visit.ts";

/** Stored in place of a hash for accounts without a password. */
export const NO_PASSWORD = "";

/** A new account, as the database stores it. */
export interface NewAccount {
  readonly email: string;
  /** The password's hash, or {@linkcode NO_PASSWORD}. */
  readonly password: string;
}

/**
 * Creates an account from a link's code. Each code works only once, and no other invitation of the address
 * works afterwards.
 *
 * @returns `null`, without any change, if the code is invalid or the address already has an account.
 */
export async function makeAccount(
  queries: Queries,
  code: string,
  { email, password }: NewAccount,
  { now, client }: Visit,
): Promise<Account | null> {
  const codeHash = hashOfSecret(code);
  // Locks all invitations of the person at once, so that concurrent requests take turns.
  const held = await queries.all<{ code_hash: string; role: Role }>(
    `UPDATE invitations SET role = role
     WHERE (code_hash = $1 OR (email = $2 AND role = 'member')) AND expires_at > $3
     RETURNING code_hash, role`,
    codeHash,
    email,
    now,
  );
  const role = held.find(({ code_hash }) => code_hash === codeHash)?.role;
  if (role === undefined) return null;
  const id = makeId("acc");
  // Unique indexes prevent a second account with the same address, and a second owner.
  const made = await first(
    queries,
    `INSERT INTO accounts (id, email, password, role, created_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING RETURNING id`,
    id,
    email,
    password,
    role,
    now,
  );
  if (made === null) return null;
  await queries.all("DELETE FROM invitations WHERE code_hash = $1", codeHash);
  await removeInvitations(queries, email);
  const event = "account-made";
  await recordAudit(queries, { at: now, accountId: id, event, subject: email, client });
  return { id, email, role };
}

/**
 * Returns the error for an unusable code. The error does not give the reason, which could reveal who has an
 * account.
 */
export function codeProblem(): AccountDiagnostic {
  const message = "This link was used, has expired, or does not work with this email address.";
  return error("account-code", message, { hint: "Ask the server's owner for a new link" });
}

/** Returns the error for an invitation to another address. */
export function otherEmail(): AccountDiagnostic {
  return error("account-email", "This invitation is for another email address.");
}
