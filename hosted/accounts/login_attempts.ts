/**
 * Counters of attempts to log in, and of requests that the authorization server stores. The counters are
 * in the database, so a lock-out applies on all servers and after restarts.
 *
 * A counter resets after a full lock-out period without an attempt. No period of that length can therefore
 * have more than the allowed number of attempts, wherever it starts. If counters reset at fixed times, a
 * client could make twice as many attempts around each reset.
 */

import { networkOf } from "../../core/client_network.ts";
import { type Database, first, type Queries } from "../storage/database.ts";
import {
  AUTHORIZATION_LIMIT,
  type Lifetime,
  LIFETIMES,
  LOGIN_LIMITS,
  milliseconds,
  REGISTRATION_LIMIT,
} from "./limits.ts";
import { hashOfSecret } from "./secret_text.ts";

/** A counter and its limit. */
export interface AttemptCounter {
  /**
   * Hash of the counted subject, because an entered email address may be a password typed by
   * mistake.
   */
  readonly subjectHash: string;
  readonly most: number;
  /** The counter resets after this time without an attempt. */
  readonly lasts: Lifetime;
}

/** Returns the counter of logins with an email address, whether or not an account has this address. */
export function emailCounter(email: string): AttemptCounter {
  return counter(`email ${email}`, LOGIN_LIMITS.perEmail, LIFETIMES.lockOut);
}

/** Returns the counter of logins with an email address from a client's network. */
export function guesserCounter(email: string, client: string | null): AttemptCounter {
  const network = client === null ? "" : networkOf(client);
  return counter(`guesser ${network} ${email}`, LOGIN_LIMITS.perGuesser, LIFETIMES.lockOut);
}

/** Returns the counter of logins from a client's network. */
export function clientCounter(client: string): AttemptCounter {
  return counter(`client ${networkOf(client)}`, LOGIN_LIMITS.perClient, LIFETIMES.lockOut);
}

/** Returns the counter of attempts to change an account's password. */
export function passwordCounter(accountId: string): AttemptCounter {
  return counter(`password ${accountId}`, LOGIN_LIMITS.perGuesser, LIFETIMES.lockOut);
}

/** Returns the counter of apps that register from a client's network. */
export function registrationCounter(client: string): AttemptCounter {
  return counter(`register ${networkOf(client)}`, REGISTRATION_LIMIT, LIFETIMES.registrations);
}

/**
 * Returns the counter of authorization requests from a client's network. The server stores each request
 * until someone answers it.
 */
export function authorizationCounter(client: string): AttemptCounter {
  return counter(`authorize ${networkOf(client)}`, AUTHORIZATION_LIMIT, LIFETIMES.lockOut);
}

/** Returns the counter of app metadata documents that the server fetches for a client's network. */
export function documentCounter(client: string): AttemptCounter {
  return counter(`document ${networkOf(client)}`, AUTHORIZATION_LIMIT, LIFETIMES.lockOut);
}

/** Returns the counter of wrong device codes that people enter from a client's network. */
export function deviceCounter(client: string): AttemptCounter {
  return counter(`device ${networkOf(client)}`, LOGIN_LIMITS.perClient, LIFETIMES.lockOut);
}

function counter(subject: string, most: number, lasts: Lifetime): AttemptCounter {
  return { subjectHash: hashOfSecret(subject), most, lasts };
}

/**
 * The condition for a counter that has reached its end. No right clock counts on one that ends much later than
 * its lifetime: a clock was ahead when it was written. Without this, a lock-out of that time could last for
 * years.
 */
const IS_OVER = "(login_attempts.expires_at <= $3 OR login_attempts.expires_at > $5)";

/**
 * Counts an attempt before it is made, so that concurrent attempts cannot exceed the limit.
 *
 * @returns `null` if the attempt is allowed. Otherwise, the attempt is not counted, and the result is the
 * number of seconds until an attempt is allowed.
 */
export async function countAttempt(
  database: Database,
  { subjectHash, most, lasts }: AttemptCounter,
  now: number,
): Promise<number | null> {
  return await database.transaction(async (queries) => {
    const counted = await first(
      queries,
      `INSERT INTO login_attempts (subject_hash, attempts, expires_at) VALUES ($1, 1, $2)
       ON CONFLICT (subject_hash) DO UPDATE SET
         attempts = CASE WHEN ${IS_OVER} THEN 1 ELSE login_attempts.attempts + 1 END,
         expires_at = $2
       WHERE ${IS_OVER} OR login_attempts.attempts < $4
       RETURNING attempts`,
      subjectHash,
      now + milliseconds(lasts),
      now,
      most,
      // Clocks of servers may differ by up to one lifetime.
      now + 2 * milliseconds(lasts),
    );
    if (counted !== null) return null;
    const sql = "SELECT expires_at FROM login_attempts WHERE subject_hash = $1";
    const until = await first<{ expires_at: number }>(queries, sql, subjectHash);
    return Math.max(1, Math.ceil(((until?.expires_at ?? now) - now) / 1000));
  });
}

/** Takes back the count of an attempt, for example because its password was correct. */
export async function uncountAttempt(
  database: Database,
  { subjectHash }: AttemptCounter,
): Promise<void> {
  await database.transaction((queries) =>
    queries.all(
      `UPDATE login_attempts SET attempts = attempts - 1
       WHERE subject_hash = $1 AND attempts > 0`,
      subjectHash,
    )
  );
}

/** Resets a counter. */
export async function clearAttempts(
  queries: Queries,
  { subjectHash }: AttemptCounter,
): Promise<void> {
  await queries.all("DELETE FROM login_attempts WHERE subject_hash = $1", subjectHash);
}
