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

/** How often a password is checked that a login hashes again during its check. */
const MOST_CHECKS = 3;

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
  world: AccountWorld,
  account: Account,
  change: PasswordChange,
  visit: Visit,
): Promise<Diagnostic | null> {
  const problem = passwordProblem(change.next, account.email);
  if (problem !== null) return problem;
  const counter = passwordCounter(account.id);
  const seconds = await countAttempt(world.database, counter, visit.now);
  if (seconds !== null) return lockedOut(seconds);
  try {
    return await check(world, account, change, visit);
  } catch (problem) {
    if (!(problem instanceof PasswordsBusy)) throw problem;
    await uncountAttempt(world.database, counter);
    return passwordsBusy();
  }
}

async function check(
  world: AccountWorld,
  account: Account,
  change: PasswordChange,
  visit: Visit,
  checksLeft = MOST_CHECKS,
): Promise<Diagnostic | null> {
  const { database, passwords } = world;
  const sql = "SELECT password FROM accounts WHERE id = $1";
  const kept = (await first<{ password: string }>(database, sql, account.id))?.password ??
    NO_PASSWORD;
  const isRight = await passwords.matches(change.current, kept === NO_PASSWORD ? null : kept);
  if (!isRight) return wrong();
  const hash = await passwords.hash(change.next);
  if (await replace(world, account, { ...change, kept, hash }, visit)) return null;
  return checksLeft > 1 ? await check(world, account, change, visit, checksLeft - 1) : wrong();
}

/** @returns Whether it was replaced: not if it was changed, or hashed again, since it was read. */
function replace(
  { database }: AccountWorld,
  { id, email }: Account,
  { kept, hash, session }: PasswordChange & { readonly kept: string; readonly hash: string },
  { now, client }: Visit,
): Promise<boolean> {
  return database.transaction(async (queries) => {
    const sql = "UPDATE accounts SET password = $1 WHERE id = $2 AND password = $3 RETURNING id";
    if (await first(queries, sql, hash, id, kept) === null) return false;
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

function wrong(): Diagnostic {
  return error("login-wrong", "The current password is another.");
}
