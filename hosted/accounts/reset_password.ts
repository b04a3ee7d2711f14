/**
 * The owner's way back in: a link that sets a new password. Only people who can run programs on the server can
 * create it.
 */

import { recordAudit } from "../storage/audit.ts";
import { type Database, first, type Queries } from "../storage/database.ts";
import type { AccountWorld } from "./account.ts";
import type { AccountDiagnostic } from "./diagnostic.ts";
import { LIFETIMES, milliseconds } from "./limits.ts";
import { codeProblem } from "./make_account.ts";
import { passwordProblem } from "./password.ts";
import { PasswordsBusy, passwordsBusy } from "./password_queue.ts";
import { hashOfSecret, makeSecretText } from "./secret_text.ts";
import { type Session, startSession } from "./sessions.ts";
import type { Visit } from "./visit.ts";

/** Marks the codes among the invitations, so that they cannot create an account. */
const ROLE = "reset";

/**
 * Creates a code for the owner's account. Earlier codes stop working.
 *
 * @returns `null` if the server has no owner.
 */
export async function resetCode(database: Database, now: number): Promise<string | null> {
  const code = makeSecretText();
  const made = await database.transaction(async (queries) => {
    await queries.all("DELETE FROM invitations WHERE role = $1", ROLE);
    return await first(
      queries,
      `INSERT INTO invitations (code_hash, role, email, created_at, expires_at)
       SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), email, CAST($3 AS BIGINT), CAST($4 AS BIGINT)
       FROM accounts WHERE role = 'owner' RETURNING code_hash`,
      hashOfSecret(code),
      ROLE,
      now,
      now + milliseconds(LIFETIMES.resetCode),
    );
  });
  return made === null ? null : code;
}

/** Returns the email address of the account whose password a code sets; `null` if the code is not valid. */
export async function emailToReset(
  queries: Queries,
  code: string,
  now: number,
): Promise<string | null> {
  const sql =
    "SELECT email FROM invitations WHERE code_hash = $1 AND role = $2 AND expires_at > $3";
  const found = await first<{ email: string }>(queries, sql, hashOfSecret(code), ROLE, now);
  return found?.email ?? null;
}

export type ResetResult =
  | { readonly kind: "in"; readonly session: Session }
  | { readonly kind: "refused"; readonly problem: AccountDiagnostic };

/**
 * Sets the password of the account that a code belongs to, ends its sessions, and starts a new one. Each code
 * works only once.
 */
export async function resetPassword(
  { database, passwords }: AccountWorld,
  { code, password }: { readonly code: string; readonly password: string },
  visit: Visit,
): Promise<ResetResult> {
  const email = await emailToReset(database, code, visit.now);
  if (email === null) return { kind: "refused", problem: codeProblem() };
  const problem = passwordProblem(password, email);
  if (problem !== null) return { kind: "refused", problem };
  try {
    const hash = await passwords.hash(password, { account: email, ...visit });
    const session = await database.transaction((queries) =>
      replacePassword(queries, { code, hash }, visit)
    );
    return session === null ? { kind: "refused", problem: codeProblem() } : { kind: "in", session };
  } catch (problem) {
    if (problem instanceof PasswordsBusy) return { kind: "refused", problem: passwordsBusy() };
    throw problem;
  }
}

/** @returns `null` if the code was used since it was checked. */
async function replacePassword(
  queries: Queries,
  { code, hash }: { readonly code: string; readonly hash: string },
  { now, client }: Visit,
): Promise<Session | null> {
  const used = await first<{ email: string }>(
    queries,
    `DELETE FROM invitations WHERE code_hash = $1 AND role = $2 AND expires_at > $3
     RETURNING email`,
    hashOfSecret(code),
    ROLE,
    now,
  );
  if (used === null) return null;
  const { email } = used;
  const account = await first<{ id: string }>(
    queries,
    "UPDATE accounts SET password = $1 WHERE email = $2 AND role = 'owner' RETURNING id",
    hash,
    email,
  );
  if (account === null) return null;
  const { id: accountId } = account;
  await queries.all("DELETE FROM sessions WHERE account_id = $1", accountId);
  const event = "password-reset";
  await recordAudit(queries, { at: now, accountId, event, subject: email, client });
  return await startSession(queries, accountId, now);
}
