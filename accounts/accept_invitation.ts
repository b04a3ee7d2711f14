/** Making an account with a code: the owner's link, or an invitation. */

import { type Diagnostic, error } from "../core/diagnostic.ts";
import { recordAudit } from "../storage/audit.ts";
import { type Database, first } from "../storage/database.ts";
import type { Account, AccountWorld, Credentials, Role } from "./account.ts";
import { emailProblem, parseEmail } from "./email.ts";
import { makeId } from "./ids.ts";
import { findInvitation } from "./invitations.ts";
import { passwordProblem, PasswordsBusy, passwordsBusy } from "./password.ts";
import { hashOfSecret } from "./secret_text.ts";
import type { Visit } from "./visit.ts";

export type AcceptResult =
  | { readonly kind: "made"; readonly account: Account }
  | { readonly kind: "refused"; readonly problems: readonly Diagnostic[] };

/**
 * Makes an account for whoever has a code, which then is worth nothing.
 *
 * @param code Of an invitation, or of the owner's link.
 */
export async function acceptInvitation(
  { database, passwords }: AccountWorld,
  code: string,
  credentials: Credentials,
  visit: Visit,
): Promise<AcceptResult> {
  const open = await findInvitation(database, code, visit.now);
  if (open === null) return refused(codeProblem());
  const email = parseEmail(credentials.email);
  const problems = [
    email === null
      ? emailProblem(credentials.email)
      : open.email !== null && open.email !== email
      ? error("account-email", "This invitation is for another email address.")
      : null,
    passwordProblem(credentials.password, email ?? credentials.email),
  ].filter((problem) => problem !== null);
  if (email === null || problems.length > 0) return refused(...problems);
  try {
    const password = await passwords.hash(credentials.password);
    return await makeAccount(database, code, { email, password }, visit);
  } catch (problem) {
    if (problem instanceof PasswordsBusy) return refused(passwordsBusy());
    throw problem;
  }
}

/** @param credentials The email and the password as they are kept. */
function makeAccount(
  database: Database,
  code: string,
  { email, password }: Credentials,
  { now, client }: Visit,
): Promise<AcceptResult> {
  const codeHash = hashOfSecret(code);
  return database.transaction(async (queries) => {
    // Holds the code, so that of many at once the first decides before the second looks.
    const held = await first<{ role: Role }>(
      queries,
      `UPDATE invitations SET role = role WHERE code_hash = $1 AND expires_at > $2
       RETURNING role`,
      codeHash,
      now,
    );
    if (held === null) return refused(codeProblem());
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
    if (made === null) return refused(codeProblem());
    await queries.all("DELETE FROM invitations WHERE code_hash = $1", codeHash);
    const event = "account-made";
    await recordAudit(queries, { at: now, accountId: id, event, subject: email, client });
    return { kind: "made", account: { id, email, role } };
  });
}

function refused(...problems: readonly Diagnostic[]): AcceptResult {
  return { kind: "refused", problems };
}

/** Does not say which it is: that would tell who has an account. */
function codeProblem(): Diagnostic {
  const message = "This link was used, has expired, or does not go with this email address.";
  return error("account-code", message, { hint: "Ask the server's owner for another" });
}
