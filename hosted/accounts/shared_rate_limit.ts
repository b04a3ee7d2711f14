/**
 * A limit that all servers of a Postgres share, though most calls ask it nothing: a server takes calls
 * for somebody in batches, and spends them from memory. All batches of a window together are never more
 * than the limit. What a server took and did not spend, for whatever reason it did not, is lost until
 * the window ends: so a batch is small at first, then as large as what the server has spent in the
 * window so far, or as what waits for it, but never more than a quarter of what is left, which is one
 * call in the end.
 *
 * The database's clock alone says when a window ends; those of servers may differ. A server learns only
 * how long it lasts, spends nothing after that time counted from when it asked, and refuses until that
 * time counted from when it heard: wherever in between the database looked at its clock, no batch is
 * spent in another window, and nobody comes back too early who waited as told.
 */

import { type Database, first } from "../storage/database.ts";
import type { Policy, RateLimit, Standing } from "../../http/standing.ts";

/** The parts of the server that a limit uses. */
export interface RateLimitWorld {
  readonly database: Database;
  /** Returns the milliseconds since a fixed time; never goes back. */
  now(): number;
}

/** What a server has for somebody. Times are those of its own clock. */
interface Purse {
  left: number;
  /** What the database had besides when it was asked last. */
  beyond: number;
  /** In this window. */
  spent: number;
  /** Until when what is left is good. */
  goodUntil: number;
  /** When the database has more for certain. */
  endsAt: number;
  /** Calls that wait for the next batch. */
  waiting: number;
  refill: Promise<void> | null;
}

/** A limit's part that a server takes at first: many keys are used for a few calls. */
const FIRST_PART = 1 / 50;

/** Makes a server's part of a limit. */
export function createSharedRateLimit(
  { database, now }: RateLimitWorld,
  policy: Policy,
): RateLimit {
  const purses = new Map<string, Purse>();
  const least = Math.max(1, Math.floor(policy.calls * FIRST_PART));

  function purseOf(subject: string): Purse {
    const known = purses.get(subject);
    if (known !== undefined) return known;
    const time = now();
    for (const [other, { endsAt, refill }] of purses) {
      if (endsAt > time || refill !== null) break;
      purses.delete(other);
    }
    const purse = {
      left: 0,
      beyond: 0,
      spent: 0,
      goodUntil: time,
      endsAt: time,
      waiting: 0,
      refill: null,
    };
    purses.set(subject, purse);
    return purse;
  }

  async function refill(purse: Purse, subject: string): Promise<void> {
    const asked = now();
    if (asked >= purse.endsAt) purse.spent = 0;
    const calls = Math.max(least, purse.spent, purse.waiting);
    const batch = await takeBatch(database, { subject, calls, policy });
    purse.left = batch.granted;
    purse.beyond = batch.beyond;
    purse.goodUntil = asked + batch.ends_in;
    purse.endsAt = now() + batch.ends_in;
    // Those that end first come first, give or take a window.
    purses.delete(subject);
    purses.set(subject, purse);
  }

  /** Spends a call; `null` if only the database can say whether there is one. */
  function spend(purse: Purse, time: number): Standing | null {
    const hasCalls = purse.left > 0 && time < purse.goodUntil;
    const isExceeded = !hasCalls && purse.beyond === 0 && time < purse.endsAt;
    if (!hasCalls && !isExceeded) return null;
    if (hasCalls) {
      purse.left--;
      purse.spent++;
    }
    const left = hasCalls ? purse.left + purse.beyond : 0;
    return { policy, isExceeded, left, resetSeconds: Math.ceil((purse.endsAt - time) / 1000) };
  }

  async function count(subject: string): Promise<Standing> {
    const purse = purseOf(subject);
    for (;;) {
      const standing = spend(purse, now());
      if (standing !== null) return standing;
      purse.waiting++;
      purse.refill ??= refill(purse, subject).finally(() => purse.refill = null);
      try {
        await purse.refill;
      } finally {
        purse.waiting--;
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
  /** 0 if there are none left. */
  readonly granted: number;
  /** Calls that are left after these. */
  readonly beyond: number;
  /** In how many milliseconds the window ends, 1 or more. */
  readonly ends_in: number;
};

/** The same moment in all of a transaction. */
const TIME = "CAST(EXTRACT(EPOCH FROM now()) * 1000 AS BIGINT)";

const IS_OVER = `rate_limits.ends_at <= ${TIME}`;

/** Servers that are started anew one by one may differ in their limits for a while. */
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
