/**
 * A rate limit that all servers on one Postgres share. A server takes calls from the database in batches and
 * spends them from memory, so most calls need no query. All batches of a window together never exceed the
 * limit. If a server takes calls but does not spend them, for example because it died, these calls are lost
 * until the window ends. Batches are therefore small at first. A batch has as many calls as the server has
 * spent in the window, or as are waiting, whichever is more, but at least the {@linkcode FIRST_PART} of the
 * limit. No batch takes more than a quarter of the calls that are left, rounded up.
 *
 * Only the database's clock decides when a window ends, because the servers' clocks may differ. With each
 * batch, the database sends the time that is left in the window. The database read its clock between the
 * server's query and its own answer, but the server does not know when. So the server counts the time in two
 * ways. It spends the batch only until that time has passed since the query, so that no batch is spent in a
 * later window. It refuses calls until that time has passed since the answer, so that no client is told to
 * try again too early.
 */

import { type Database, first } from "../storage/database.ts";
import type { Policy, RateLimit, Standing } from "../../http/standing.ts";

/** The database and clock of a rate limit. */
export interface RateLimitWorld {
  readonly database: Database;
  /** Returns the time of a monotonic clock, in milliseconds. */
  now(): number;
}

/** The calls that a server may spend for one subject. All times are of the server's own clock. */
interface Allowance {
  left: number;
  /** Calls that were left in the database after the last batch. */
  beyond: number;
  /** Calls spent in this window. */
  spent: number;
  /** The time until which the server may spend the calls in `left`. */
  goodUntil: number;
  /** The time by which the window has certainly ended. */
  endsAt: number;
  /** Number of calls that wait for the next batch. */
  waiting: number;
  refill: Promise<void> | null;
}

/** Minimum size of a batch, as a part of the limit. This part is small, because many keys make only a few calls. */
const FIRST_PART = 1 / 50;

/** Creates the rate limit of one server, which shares its counts with all other servers on the database. */
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
    // Moves the subject to the end of the map, which keeps the map roughly ordered by the ends of windows.
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

/**
 * A window that ends much later than its length allows was written while the database's clock was ahead. It
 * counts as over, because it could refuse calls for years.
 */
const IS_OVER = `(rate_limits.ends_at <= ${TIME} OR rate_limits.ends_at > ${TIME} + 2 * $3)`;

/**
 * Size of a batch. `GREATEST` prevents a negative size: during a rolling restart, servers can have different
 * limits.
 */
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
