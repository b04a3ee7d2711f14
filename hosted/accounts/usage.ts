/**
 * Daily call counts of accounts. A server takes calls from the database in blocks and spends them from
 * memory, so most calls need no query. Calls that a server has taken count as used, even if the server stops
 * before it spends them. Blocks are therefore small at first. The size of a block grows with the number of
 * calls that the server has spent, up to a hundredth of the daily limit.
 */

import { type Database, first } from "../storage/database.ts";
import { DAY_MS, dayPolicy } from "./limits.ts";
import type { Standing } from "../../http/standing.ts";

/** A server's calls for one account today. */
interface Allowance {
  left: number;
  /** Calls that this server has spent today. */
  spent: number;
  /** Calls that were left in the database after the last block; `null` before the first block. */
  beyond: number | null;
  refill: Promise<void> | null;
}

/**
 * Size of a block, relative to the calls already spent. Blocks are small, so that few unused calls count as
 * used.
 */
const BLOCK_PART = 1 / 8;

/** Maximum size of a block, relative to the daily limit. */
const MAX_BLOCK_SHARE = 1 / 100;

/** Counts tool calls. */
export interface Usage {
  /**
   * Spends a call of an account, unless the account has none left until the next UTC day.
   *
   * @param now Milliseconds since 1970.
   */
  spend(accountId: string, now: number): Promise<Standing>;
}

/**
 * Creates a server's counter.
 *
 * @param limit Maximum number of calls per account and UTC day.
 */
export function createUsage(database: Database, limit: number): Usage {
  const policy = dayPolicy({ callsPerDay: limit });
  const largest = Math.max(1, Math.floor(limit * MAX_BLOCK_SHARE));
  let today = 0;
  let allowances = new Map<string, Allowance>();

  function allowanceOf(accountId: string, day: number): Allowance {
    if (day !== today) {
      today = day;
      allowances = new Map();
    }
    const known = allowances.get(accountId);
    if (known !== undefined) return known;
    const allowance: Allowance = { left: 0, spent: 0, beyond: null, refill: null };
    allowances.set(accountId, allowance);
    return allowance;
  }

  async function refill(allowance: Allowance, accountId: string, day: number): Promise<void> {
    const wanted = { accountId, day, limit };
    const block = Math.min(largest, Math.max(1, Math.floor(allowance.spent * BLOCK_PART)));
    // If the database has fewer calls left than a block, takes only one call.
    const taken = await takeCalls(database, { ...wanted, calls: block }) ??
      (block > 1 ? await takeCalls(database, { ...wanted, calls: 1 }) : null);
    allowance.left = taken?.calls ?? 0;
    allowance.beyond = taken?.beyond ?? 0;
  }

  async function spend(accountId: string, now: number): Promise<Standing> {
    const day = Math.floor(now / DAY_MS);
    const allowance = allowanceOf(accountId, day);
    while (allowance.left === 0 && allowance.beyond !== 0) {
      allowance.refill ??= refill(allowance, accountId, day).finally(() => allowance.refill = null);
      await allowance.refill;
    }
    const isExceeded = allowance.left === 0;
    if (!isExceeded) {
      allowance.left--;
      allowance.spent++;
    }
    const left = allowance.left + (allowance.beyond ?? 0);
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
  /** Calls that are left after this block. */
  readonly beyond: number;
}

/** @returns `null` if the database has fewer calls left than requested. */
async function takeCalls(
  database: Database,
  { accountId, day, calls, limit }: WantedCalls,
): Promise<TakenCalls | null> {
  const counted = await database.transaction((queries) =>
    first<{ calls: number }>(
      queries,
      // The row to insert comes from `accounts`, so that a removed account gets no calls.
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
