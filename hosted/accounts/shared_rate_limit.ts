/**
 * A rate limit that all servers on one Postgres share. A server takes calls from the database in batches
 * and spends them from memory, so most calls need no query. All batches of a window together never exceed
 * the limit. Calls that a server takes but does not spend, for example because it died, are lost until
 * the window ends. The first batch is therefore small. A later batch is as large as the number of calls
 * that the server has spent in the window or the number of calls that are waiting, whichever is larger.
 * No batch takes more than a quarter of the calls that are left, rounded up.
 *
 * Only the database's clock decides when a window ends, because the servers' clocks may differ. With each
 * batch, the database tells the server how much longer the window lasts. The server spends the batch only
 * until that much time has passed since it sent the query, and refuses calls until that much time has
 * passed since it received the answer. The database read its clock at some moment in between. So no batch
 * is spent in a later window, and a client that waits as long as it was told to is not too early.
 */

import { type Database, first } from "../storage/database.ts";
import type { Policy, RateLimit, Standing } from "../../http/standing.ts";

/** The database and clock of a rate limit. */
export interface RateLimitWorld {
  readonly database: Database;
  /** Returns the time of a monotonic clock, in milliseconds. */
  now(): number;
}

/** The calls that a server has for one subject. Times are those of the server's clock. */
interface Allowance {
  left: number;
  /** Calls that the database had left after the last batch. */
  beyond: number;
  /** Calls spent in this window. */
  spent: number;
  /** Time until which `left` may be spent. */
  goodUntil: number;
  /** Time from which the window has certainly ended. */
  endsAt: number;
  /** Number of calls that wait for the next batch. */
  waiting: number;
  refill: Promise<void> | null;
}

/** The part of the limit that the first batch takes. It is small: many keys make only a few calls. */
const FIRST_PART = 1 / 50;

/** Creates the rate limit of one server. All servers on the database count together. */
export function createSharedRateLimit(
  { database, now }: RateLimitWorld,
  policy: Policy,
): RateLimit {
  const allowances = new Map<string, Allowance>();
  const least = Math.max(1, Math.floor(policy.calls * FIRST_PART));

  function allowanceOf(subject: string): Allowance {
    const known = allowances.get(subject);
    if (known !== undefined) return known;
    const time = now();
    for (const [other, { endsAt, refill }] of allowances) {
      if (endsAt > time || refill !== null) break;
      allowances.delete(other);
    }
    const allowance = {
      left: 0,
      beyond: 0,
      spent: 0,
      goodUntil: time,
      endsAt: time,
      waiting: 0,
      refill: null,
    };
    allowances.set(subject, allowance);
    return allowance;
  }

  async function refill(allowance: Allowance, subject: string): Promise<void> {
    const asked = now();
    if (asked >= allowance.endsAt) allowance.spent = 0;
    const calls = Math.max(least, allowance.spent, allowance.waiting);
    const batch = await takeBatch(database, { subject, calls, policy });
    allowance.left = batch.granted;
    allowance.beyond = batch.beyond;
    allowance.goodUntil = asked + batch.ends_in;
    allowance.endsAt = now() + batch.ends_in;
    // Keeps the map roughly ordered by the windows' ends.
    allowances.delete(subject);
    allowances.set(subject, allowance);
  }

  /** Spends a call. Returns `null` if only the database knows whether any calls are left. */
  function spend(allowance: Allowance, time: number): Standing | null {
    const hasCalls = allowance.left > 0 && time < allowance.goodUntil;
    const isExceeded = !hasCalls && allowance.beyond === 0 && time < allowance.endsAt;
    if (!hasCalls && !isExceeded) return null;
    if (hasCalls) {
      allowance.left--;
      allowance.spent++;
    }
    const left = hasCalls ? allowance.left + allowance.beyond : 0;
    return { policy, isExceeded, left, resetSeconds: Math.ceil((allowance.endsAt - time) / 1000) };
  }

  async function count(subject: string): Promise<Standing> {
    const allowance = allowanceOf(subject);
    for (;;) {
      const standing = spend(allowance, now());
      if (standing !== null) return standing;
      allowance.waiting++;
      allowance.refill ??= refill(allowance, subject).finally(() => allowance.refill = null);
      try {
        await allowance.refill;
      } finally {
        allowance.waiting--;
      }
    }
  }

  return { count };
}

interface WantedBatch {
  readonly subject: string;
  readonly calls: number;
  readonly policy: Policy;
}

type Batch = {
  /** 0 if no calls are left. */
  readonly granted: number;
  /** Calls that are left after this batch. */
  readonly beyond: number;
  /** Milliseconds until the window ends, 1 or more. */
  readonly ends_in: number;
};

/** The time of the transaction, in milliseconds since 1970. */
const TIME = "CAST(EXTRACT(EPOCH FROM now()) * 1000 AS BIGINT)";

const IS_OVER = `rate_limits.ends_at <= ${TIME}`;

/** Size of a batch. Never negative, although servers may have different limits in a rolling restart. */
const MORE = "GREATEST(0, LEAST($2, ($4 - rate_limits.calls + 3) / 4))";

async function takeBatch(
  database: Database,
  { subject, calls, policy }: WantedBatch,
): Promise<Batch> {
  const batch = await database.transaction((queries) =>
    first<Batch>(
      queries,
      `INSERT INTO rate_limits (subject, ends_at, calls, granted)
       SELECT $1, ${TIME} + CAST($3 AS BIGINT), part, part
         FROM (SELECT LEAST(CAST($2 AS BIGINT), (CAST($4 AS BIGINT) + 3) / 4) AS part) AS parts
       ON CONFLICT (subject) DO UPDATE SET
         ends_at = CASE WHEN ${IS_OVER} THEN EXCLUDED.ends_at ELSE rate_limits.ends_at END,
         granted = CASE WHEN ${IS_OVER} THEN EXCLUDED.granted ELSE ${MORE} END,
         calls = CASE WHEN ${IS_OVER} THEN EXCLUDED.calls ELSE rate_limits.calls + ${MORE} END
       RETURNING granted, GREATEST(0, $4 - calls) AS beyond, ends_at - ${TIME} AS ends_in`,
      subject,
      calls,
      policy.windowMs,
      policy.calls,
    )
  );
  if (batch === null) throw new Error("The database counted no call");
  return batch;
}
