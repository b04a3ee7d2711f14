/** Logs people in. Neither the answer nor its timing reveals whether an account exists. */

import { error } from "../../core/diagnostic.ts";
import { counted } from "../../core/report.ts";
import { recordAudit } from "../storage/audit.ts";
import { first } from "../storage/database.ts";
import { type Account, type AccountWorld, type Credentials, type Role } from "./account.ts";
import type { AccountDiagnostic } from "./diagnostic.ts";
import { parseEmail } from "./email.ts";
import {
  type AttemptCounter,
  clearAttempts,
  clientCounter,
  countAttempt,
  emailCounter,
  guesserCounter,
  uncountAttempt,
} from "./login_attempts.ts";
import { againIfReplaced, replaceKeptPassword } from "./kept_password.ts";
import { NO_PASSWORD } from "./make_account.ts";
import type { Passwords } from "./password.ts";
import { PasswordsBusy, passwordsBusy, type Requester } from "./password_queue.ts";
import { type Session, startSession } from "./sessions.ts";
import type { Visit } from "./visit.ts";

export type LoginResult =
  | { readonly kind: "in"; readonly account: Account; readonly session: Session }
  | {
    readonly kind: "refused";
    readonly problem: AccountDiagnostic;
    /** Seconds to wait before another attempt, or `null` if another attempt is allowed at once. */
    readonly retryAfterSeconds: number | null;
  };

type KeptAccount = {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly password: string;
};

/** Approximate time in seconds until a full password queue is empty. */
const BUSY_SECONDS = 5;

/** Logs someone in and starts a session. */
export async function login(
  world: AccountWorld,
  credentials: Credentials,
  visit: Visit,
): Promise<LoginResult> {
  const email = parseEmail(credentials.email);
  const counters = countersOf(email ?? credentials.email, visit.client);
  const seconds = await countIn(world, counters, visit.now);
  if (seconds !== null) return locked(seconds);
  const requester = { account: email ?? credentials.email, ...visit };
  const given = { email, password: credentials.password, requester };
  try {
    const result = await againIfReplaced(() => check(world, given, counters, visit));
    return result ?? await refuse(world, email, visit);
  } catch (problem) {
    if (!(problem instanceof PasswordsBusy)) throw problem;
    // The attempt of a disconnected client stays counted. Otherwise, a client that keeps disconnecting could
    // occupy an account's places in the queue for ever.
    if (!visit.gone?.aborted) await uncount(world, [counters.guesser, ...counters.others]);
    return { kind: "refused", problem: passwordsBusy(), retryAfterSeconds: BUSY_SECONDS };
  }
}

interface Given {
  /** `null` if the input is not an address. */
  readonly email: string | null;
  readonly password: string;
  readonly requester: Requester;
}

/** @returns `null` if the account was removed, or its hash replaced, during the check. */
async function check(
  world: AccountWorld,
  { email, password, requester }: Given,
  counters: Counters,
  visit: Visit,
): Promise<LoginResult | null> {
  const { database, passwords } = world;
  const sql = "SELECT id, email, role, password FROM accounts WHERE email = $1";
  const kept = email === null ? null : await first<KeptAccount>(database, sql, email);
  // A refusal must take equally long whether or not the account exists and has a password, so `matches` does
  // the same work for `null` as for a hash.
  const hash = kept === null || kept.password === NO_PASSWORD ? null : kept.password;
  const matches = await passwords.matches(password, hash, requester);
  if (kept === null || !matches) return await refuse(world, email, visit);
  const rehashed = await newHash(passwords, password, kept.password, requester);
  return await completeLogin(world, { ...kept, rehashed }, counters, visit);
}

/**
 * Hashes a password again if the stored hash has an outdated cost.
 *
 * @returns `null` if the hash is up to date, or the queue is full.
 */
async function newHash(
  passwords: Passwords,
  password: string,
  kept: string,
  requester: Requester,
): Promise<string | null> {
  if (!passwords.isOutdated(kept)) return null;
  try {
    return await passwords.hash(password, requester);
  } catch (problem) {
    // The password stays valid, and the next login tries to replace its hash.
    if (problem instanceof PasswordsBusy) return null;
    throw problem;
  }
}

/** The counters that count an attempt. */
interface Counters {
  /** Counts attempts for one address from one network. Cleared after a successful login. */
  readonly guesser: AttemptCounter;
  readonly others: readonly AttemptCounter[];
}

function countersOf(email: string, client: string | null): Counters {
  const others = [emailCounter(email), ...(client === null ? [] : [clientCounter(client)])];
  return { guesser: guesserCounter(email, client), others };
}

/**
 * Counts an attempt in every counter. Uses one transaction per counter, so that concurrent attempts cannot
 * deadlock.
 *
 * @returns `null` if the attempt is allowed, or otherwise the seconds until an attempt is allowed.
 */
async function countIn(
  world: AccountWorld,
  { guesser, others }: Counters,
  now: number,
): Promise<number | null> {
  const done: AttemptCounter[] = [];
  for (const counter of [guesser, ...others]) {
    const seconds = await countAttempt(world.database, counter, now);
    if (seconds !== null) {
      await uncount(world, done);
      return seconds;
    }
    done.push(counter);
  }
  return null;
}

async function uncount(
  { database }: AccountWorld,
  counters: readonly AttemptCounter[],
): Promise<void> {
  for (const counter of counters) await uncountAttempt(database, counter);
}

/** @returns `null` if the account was removed, or its hash replaced, since the check. */
async function completeLogin(
  world: AccountWorld,
  { id, email, role, password, rehashed }: KeptAccount & { readonly rehashed: string | null },
  counters: Counters,
  { now, client }: Visit,
): Promise<LoginResult | null> {
  const session = await world.database.transaction(async (queries) => {
    // A password change ends all other sessions, so no session may start with the old password after the
    // change.
    const hashes = { before: password, after: rehashed ?? password };
    if (!await replaceKeptPassword(queries, id, hashes)) return null;
    await clearAttempts(queries, counters.guesser);
    await recordAudit(queries, { at: now, accountId: id, event: "login", subject: email, client });
    return await startSession(queries, id, now);
  });
  if (session === null) return null;
  await uncount(world, counters.others);
  return { kind: "in", account: { id, email, role }, session };
}

/** @param email `null` if the input is not an address. Such input could be a password, so it is never logged. */
async function refuse(
  { database }: AccountWorld,
  email: string | null,
  { now, client }: Visit,
): Promise<LoginResult> {
  const subject = email ?? "";
  await database.transaction(async (queries) => {
    const sql = "SELECT id FROM accounts WHERE email = $1";
    const accountId = (await first<{ id: string }>(queries, sql, subject))?.id ?? null;
    await recordAudit(queries, { at: now, accountId, event: "login-failed", subject, client });
  });
  return wrong();
}

function wrong(): LoginResult {
  const problem = error("login-wrong", "Incorrect email address or password.");
  return { kind: "refused", problem, retryAfterSeconds: null };
}

function locked(seconds: number): LoginResult {
  return { kind: "refused", problem: lockedOut(seconds), retryAfterSeconds: seconds };
}

/** Returns the error for a lock-out that ends in `seconds`. */
export function lockedOut(seconds: number): AccountDiagnostic {
  const wait = counted(Math.ceil(seconds / 60), "minute");
  return error("login-locked", `Too many wrong passwords. Try again in ${wait}.`);
}
