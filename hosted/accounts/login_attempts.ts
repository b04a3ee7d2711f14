/**
 * Attempts, to log in, or to have the authorization server remember something, counted in the database: a lock-out holds on all servers,
 * and over restarts.
 *
 * A count ends when for a lock-out's time nothing was added to it. So there are never more attempts
 * than allowed within that time, at whatever moment it is taken to start; a count that starts anew at
 * fixed times would allow twice as many around these.
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

/** What is counted. */
export interface AttemptCounter {
  /** What people typed is not kept: it may be a password. */
  readonly subjectHash: string;
  readonly most: number;
  /** For how long nothing may be added until the count ends. */
  readonly lasts: Lifetime;
}

/** The counter of an email address, whether or not it has an account. */
export function emailCounter(email: string): AttemptCounter {
  return counter(`email ${email}`, LOGIN_LIMITS.perEmail, LIFETIMES.lockOut);
}

/** The counter of an email address as one client tries it. */
export function guesserCounter(email: string, client: string | null): AttemptCounter {
  const network = client === null ? "" : networkOf(client);
  return counter(`guesser ${network} ${email}`, LOGIN_LIMITS.perGuesser, LIFETIMES.lockOut);
}

/** The counter of an address that attempts come from. */
export function clientCounter(client: string): AttemptCounter {
  return counter(`client ${networkOf(client)}`, LOGIN_LIMITS.perClient, LIFETIMES.lockOut);
}

/** The counter of the current password, as somebody types it who is logged in. */
export function passwordCounter(accountId: string): AttemptCounter {
  return counter(`password ${accountId}`, LOGIN_LIMITS.perGuesser, LIFETIMES.lockOut);
}

/** The counter of apps that register from an address. */
export function registrationCounter(client: string): AttemptCounter {
  return counter(`register ${networkOf(client)}`, REGISTRATION_LIMIT, LIFETIMES.registrations);
}

/** The counter of questions that the authorization server remembers until somebody answers them. */
export function authorizationCounter(client: string): AttemptCounter {
  return counter(`authorize ${networkOf(client)}`, AUTHORIZATION_LIMIT, LIFETIMES.lockOut);
}

/** The counter of documents that apps have fetched. */
export function documentCounter(client: string): AttemptCounter {
  return counter(`document ${networkOf(client)}`, AUTHORIZATION_LIMIT, LIFETIMES.lockOut);
}

/** The counter of devices' codes that somebody types. */
export function deviceCounter(client: string): AttemptCounter {
  return counter(`device ${networkOf(client)}`, LOGIN_LIMITS.perClient, LIFETIMES.lockOut);
}

function counter(subject: string, most: number, lasts: Lifetime): AttemptCounter {
  return { subjectHash: hashOfSecret(subject), most, lasts };
}

/**
 * Counts an attempt before it is made: many at once are no more than one after the other.
 *
 * @returns `null` if it may be made; otherwise in how many seconds another may, and it is not counted.
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
         attempts = CASE WHEN login_attempts.expires_at <= $3 THEN 1
           ELSE login_attempts.attempts + 1 END,
         expires_at = $2
       WHERE login_attempts.expires_at <= $3 OR login_attempts.attempts < $4
       RETURNING attempts`,
      subjectHash,
      now + milliseconds(lasts),
      now,
      most,
    );
    if (counted !== null) return null;
    const sql = "SELECT expires_at FROM login_attempts WHERE subject_hash = $1";
    const until = await first<{ expires_at: number }>(queries, sql, subjectHash);
    return Math.max(1, Math.ceil(((until?.expires_at ?? now) - now) / 1000));
  });
}

/** Takes back one attempt, which was none of a wrong password. */
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

/** Forgets all attempts. */
export async function clearAttempts(
  queries: Queries,
  { subjectHash }: AttemptCounter,
): Promise<void> {
  await queries.all("DELETE FROM login_attempts WHERE subject_hash = $1", subjectHash);
}
