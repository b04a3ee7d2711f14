/** The past usage of accounts: calls per day, and storage. */

import { type Database, first } from "../storage/database.ts";
import { DAY_MS } from "./limits.ts";

/** The calls of a UTC day. */
export interface CallsOfDay {
  /** Start of the day, in milliseconds since 1970. */
  readonly at: number;
  readonly calls: number;
}

/** Returns an account's calls for each of the last days, ending with today. Includes days without calls. */
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

/** The storage that an account's projects use. */
export type StorageUsage = {
  readonly projects: number;
  /** Bytes of all paths and file contents in the projects. */
  readonly bytes: number;
};

/** Returns the storage that an account's projects use. */
export async function storageUsage(database: Database, accountId: string): Promise<StorageUsage> {
  const sql = "SELECT projects, bytes FROM accounts WHERE id = $1";
  return await first<StorageUsage>(database, sql, accountId) ?? { projects: 0, bytes: 0 };
}
