/** Making accounts, however somebody shows who they are. */

import { type Diagnostic, error } from "../../core/diagnostic.ts";
import { recordAudit } from "../storage/audit.ts";
import { first, type Queries } from "../storage/database.ts";
import type { Account, Role } from "./account.ts";
import { makeId } from "./ids.ts";
import { hashOfSecret } from "./secret_text.ts";
import type { Visit } from "./visit.ts";

/** What is kept in place of a password by accounts that have none. */
export const NO_PASSWORD = "";

/** An account as it will be kept. */
export interface NewAccount {
  readonly email: string;
  /** What is kept of the password. */
  readonly password: string;
}

/**
 * Makes an account with a code, which then is worth nothing.
 *
 * @returns `null`, and nothing is changed, if the code is worth nothing, or the address has an account.
 */
export async function makeAccount(
  queries: Queries,
  code: string,
  { email, password }: NewAccount,
  { now, client }: Visit,
): Promise<Account | null> {
  const codeHash = hashOfSecret(code);
  // Holds the code, so that of many at once the first decides before the second looks.
  const held = await first<{ role: Role }>(
    queries,
    `UPDATE invitations SET role = role WHERE code_hash = $1 AND expires_at > $2
     RETURNING role`,
    codeHash,
    now,
  );
  if (held === null) return null;
  const id = makeId("acc");
  const { role } = held;
  // Nothing is made for an address that has an account, nor for a second owner.
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
  const event = "account-made";
  await recordAudit(queries, { at: now, accountId: id, event, subject: email, client });
  return { id, email, role };
}

/** Does not say which it is: that would tell who has an account. */
export function codeProblem(): Diagnostic {
  const message = "This link was used, has expired, or does not go with this email address.";
  return error("account-code", message, { hint: "Ask the server's owner for another" });
}

/** Tells whoever has somebody else's invitation. */
export function otherEmail(): Diagnostic {
  return error("account-email", "This invitation is for another email address.");
}
