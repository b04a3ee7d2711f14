/** Changing a password, by whoever knows the old one. */

import { type Diagnostic, error } from "../core/diagnostic.ts";
import { recordAudit } from "../storage/audit.ts";
import { first } from "../storage/database.ts";
import type { Account, AccountWorld } from "./account.ts";
import { clearAttempts, countAttempt, passwordCounter, uncountAttempt } from "./login_attempts.ts";
import { lockedOut } from "./login.ts";
import { NO_PASSWORD } from "./make_account.ts";
import { passwordProblem, PasswordsBusy, passwordsBusy } from "./password.ts";
import { hashOfSecret } from "./secret_text.ts";
import type { Visit } from "./visit.ts";

/** What somebody fills in. */
export interface PasswordChange {
  readonly current: string;
  readonly next: string;
  /** The id of the session that stays; all others end. */
  readonly session: string;
}

/**
 * Changes the password of an account, and ends its other sessions.
 *
 * @returns Why it cannot be; `null` once it is done.
 */
export async function changePassword(
  { database, passwords }: AccountWorld,
  { id, email }: Account,
  { current, next, session }: PasswordChange,
  { now, client }: Visit,
): Promise<Diagnostic | null> {
  const problem = passwordProblem(next, email);
  if (problem !== null) return problem;
  const counter = passwordCounter(id);
  const seconds = await countAttempt(database, counter, now);
  if (seconds !== null) return lockedOut(seconds);
  const sql = "SELECT password FROM accounts WHERE id = $1";
  const kept = (await first<{ password: string }>(database, sql, id))?.password ?? NO_PASSWORD;
  try {
    const isRight = await passwords.matches(current, kept === NO_PASSWORD ? null : kept);
    if (!isRight) return error("login-wrong", "The current password is another.");
    const hash = await passwords.hash(next);
    return await database.transaction(async (queries) => {
      // Not if it was changed meanwhile.
      const changed = await first(
        queries,
        "UPDATE accounts SET password = $1 WHERE id = $2 AND password = $3 RETURNING id",
        hash,
        id,
        kept,
      );
      if (changed === null) return error("login-wrong", "The current password is another.");
      await queries.all(
        "DELETE FROM sessions WHERE account_id = $1 AND id_hash <> $2",
        id,
        hashOfSecret(session),
      );
      await clearAttempts(queries, counter);
      const event = "password-changed";
      await recordAudit(queries, { at: now, accountId: id, event, subject: email, client });
      return null;
    });
  } catch (problem) {
    if (!(problem instanceof PasswordsBusy)) throw problem;
    await uncountAttempt(database, counter);
    return passwordsBusy();
  }
}
