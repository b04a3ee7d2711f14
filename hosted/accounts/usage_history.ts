/** What accounts used of what they may. */

import { type Database, first } from "../storage/database.ts";
import { DAY_MS } from "./limits.ts";

/** Calls in a UTC day. */
export interface CallsOfDay {
  /** When the day begins, in milliseconds since 1970. */
  readonly at: number;
  readonly calls: number;
}

/** The calls of an account in the last days, today's last; days without any are there as well. */
export async function callsByDay(
  database: Database,
  accountId: string,
  { now, days }: { readonly now: number; readonly days: number },
): Promise<readonly CallsOfDay[]> {
  const today = Math.floor(now / DAY_MS);
  const from = today - days + 1;
  const rows = await database.all<{ day: number; calls: number }>(
    "SELECT day, calls FROM usage WHERE account_id = $1 AND day >= $2 AND day <= $3",
    accountId,
    from,
    today,
  );
  const calls = new Map(rows.map((row) => [row.day, row.calls]));
  return Array.from({ length: days }, (_, index) => {
    const day = from + index;
    return { at: day * DAY_MS, calls: calls.get(day) ?? 0 };
  });
}

/** Room that an account's projects take. */
export type TakenRoom = {
  readonly projects: number;
  /** Of all their texts. */
  readonly bytes: number;
};

/** The room that an account's projects take. */
export async function takenRoom(database: Database, accountId: string): Promise<TakenRoom> {
  const sql = "SELECT projects, bytes FROM accounts WHERE id = $1";
  return await first<TakenRoom>(database, sql, accountId) ?? { projects: 0, bytes: 0 };
}
