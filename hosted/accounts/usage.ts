/**
 * Calls of accounts, counted by the day. A server takes calls from the database in blocks and spends
 * them from memory, so that most calls cost no query. What it took and did not spend yet counts as
 * spent, for good if it stops: so blocks grow with what it spent, up to a hundredth of the day's calls.
 */

import { type Database, first } from "../storage/database.ts";
import { DAY_MS, dayPolicy } from "./limits.ts";
import type { Standing } from "../../http/standing.ts";

/** What an account may still spend today. */
interface Purse {
  left: number;
  /** Today, by this server. */
  spent: number;
  /** What the database had besides when it was asked last; `null` if it never was. */
  beyond: number | null;
  refill: Promise<void> | null;
}

/** Of what a server spent, how much it takes at once: people see few calls that nobody made. */
const BLOCK_PART = 1 / 8;

/** Of a day's calls, how much it takes at once at most. */
const LARGEST_PART = 1 / 100;

/** Counts calls. */
export interface Usage {
  /** Spends a call of an account's, unless it has none left until the next UTC day. */
  spend(accountId: string, now: number): Promise<Standing>;
}

/**
 * Makes a server's count.
 *
 * @param limit Calls of an account in a day.
 */
export function createUsage(database: Database, limit: number): Usage {
  const policy = dayPolicy({ callsPerDay: limit });
  const largest = Math.max(1, Math.floor(limit * LARGEST_PART));
  let today = 0;
  let purses = new Map<string, Purse>();

  function purseOf(accountId: string, day: number): Purse {
    if (day !== today) {
      today = day;
      purses = new Map();
    }
    const known = purses.get(accountId);
    if (known !== undefined) return known;
    const purse: Purse = { left: 0, spent: 0, beyond: null, refill: null };
    purses.set(accountId, purse);
    return purse;
  }

  async function refill(purse: Purse, accountId: string, day: number): Promise<void> {
    const wanted = { accountId, day, limit };
    const block = Math.min(largest, Math.max(1, Math.floor(purse.spent * BLOCK_PART)));
    // The last calls may be fewer than a block.
    const taken = await takeCalls(database, { ...wanted, calls: block }) ??
      (block > 1 ? await takeCalls(database, { ...wanted, calls: 1 }) : null);
    purse.left = taken?.calls ?? 0;
    purse.beyond = taken?.beyond ?? 0;
  }

  async function spend(accountId: string, now: number): Promise<Standing> {
    const day = Math.floor(now / DAY_MS);
    const purse = purseOf(accountId, day);
    while (purse.left === 0 && purse.beyond !== 0) {
      purse.refill ??= refill(purse, accountId, day).finally(() => purse.refill = null);
      await purse.refill;
    }
    const isExceeded = purse.left === 0;
    if (!isExceeded) {
      purse.left--;
      purse.spent++;
    }
    const left = purse.left + (purse.beyond ?? 0);
    const resetSeconds = Math.ceil(((day + 1) * DAY_MS - now) / 1000);
    return { policy, isExceeded, left, resetSeconds };
  }

  return { spend };
}

interface WantedCalls {
  readonly accountId: string;
  readonly day: number;
  readonly calls: number;
  readonly limit: number;
}

interface TakenCalls {
  readonly calls: number;
  /** Calls that are left after these. */
  readonly beyond: number;
}

/** @returns `null` if there are not as many. */
async function takeCalls(
  database: Database,
  { accountId, day, calls, limit }: WantedCalls,
): Promise<TakenCalls | null> {
  const counted = await database.transaction((queries) =>
    first<{ calls: number }>(
      queries,
      // An account that was removed has none.
      `INSERT INTO usage (account_id, day, calls)
       SELECT id, CAST($2 AS BIGINT), CAST($3 AS BIGINT) FROM accounts WHERE id = $1
       ON CONFLICT (account_id, day) DO UPDATE SET calls = usage.calls + $3
       WHERE usage.calls + $3 <= $4
       RETURNING calls`,
      accountId,
      day,
      calls,
      limit,
    )
  );
  return counted === null ? null : { calls, beyond: limit - counted.calls };
}
