/** Changes the password of someone who knows the current one. */

import { error } from "../../core/diagnostic.ts";
import { recordAudit } from "../storage/audit.ts";
import { first } from "../storage/database.ts";
import type { Account, AccountWorld } from "./account.ts";
import type { AccountDiagnostic } from "./diagnostic.ts";
import { againIfReplaced, replaceKeptPassword } from "./kept_password.ts";
import { clearAttempts, countAttempt, passwordCounter, uncountAttempt } from "./login_attempts.ts";
import { lockedOut } from "./login.ts";
import { NO_PASSWORD } from "./make_account.ts";
import { passwordProblem } from "./password.ts";
import { PasswordsBusy, passwordsBusy } from "./password_queue.ts";
import { hashOfSecret } from "./secret_text.ts";
import type { Visit } from "./visit.ts";

/** The passwords from a form, and the session that sent it. */
export interface PasswordChange {
  readonly current: string;
  readonly next: string;
  /** The id of the current session. All other sessions end. */
  readonly session: string;
}

/**
 * Changes the password of an account and ends its other sessions.
 *
 * @returns `null` if the password was changed, or otherwise the problem.
 */
export async function changePassword(
  world: AccountWorld,
  account: Account,
  change: PasswordChange,
  visit: Visit,
): Promise<AccountDiagnostic | null> {
  const problem = passwordProblem(change.next, account.email);
  if (problem !== null) return problem;
  const counter = passwordCounter(account.id);
  const seconds = await countAttempt(world.database, counter, visit.now);
  if (seconds !== null) return lockedOut(seconds);
  try {
    const isChanged = await againIfReplaced(() => attempt(world, account, change, visit));
    return isChanged ? null : wrong();
  } catch (problem) {
    if (!(problem instanceof PasswordsBusy)) throw problem;
    await uncountAttempt(world.database, counter);
    return passwordsBusy();
  }
}

/**
 * @returns `false` if the given current password is wrong; `null` if the stored hash was replaced during the
 * check.
 */
async function attempt(
  world: AccountWorld,
  account: Account,
  change: PasswordChange,
  visit: Visit,
): Promise<boolean | null> {
  const { database, passwords } = world;
  const requester = { account: account.email, ...visit };
  const sql = "SELECT password FROM accounts WHERE id = $1";
  const kept = (await first<{ password: string }>(database, sql, account.id))?.password ??
    NO_PASSWORD;
  const known = kept === NO_PASSWORD ? null : kept;
  if (!await passwords.matches(change.current, known, requester)) return false;
  const hash = await passwords.hash(change.next, requester);
  return await replace(world, account, { ...change, kept, hash }, visit) || null;
}

/** @returns `false` if the hash was replaced since it was read. */
function replace(
  { database }: AccountWorld,
  { id, email }: Account,
  { kept, hash, session }: PasswordChange & { readonly kept: string; readonly hash: string },
  { now, client }: Visit,
): Promise<boolean> {
  return database.transaction(async (queries) => {
    if (!await replaceKeptPassword(queries, id, { before: kept, after: hash })) return false;
    await queries.all(
      "DELETE FROM sessions WHERE account_id = $1 AND id_hash <> $2",
      id,
      hashOfSecret(session),
    );
    await clearAttempts(queries, passwordCounter(id));
    const event = "password-changed";
    await recordAudit(queries, { at: now, accountId: id, event, subject: email, client });
    return true;
  });
}

function wrong(): AccountDiagnostic {
  return error("login-wrong", "Current password is incorrect.");
}
