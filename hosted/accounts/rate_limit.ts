/** Rate limits: in memory for one server, in Postgres for several. */

import { createMemoryRateLimit } from "./memory_rate_limit.ts";
import { createSharedRateLimit, type RateLimitWorld } from "./shared_rate_limit.ts";
import type { Policy, RateLimit } from "../../http/standing.ts";

/**
 * Creates a rate limit. With Postgres, all servers on the database share the limit. With SQLite, there is
 * only one server, which counts in memory.
 *
 * @example
 * ```ts
 * import { openSqlite } from "../storage/sqlite_database.ts";
 * import { createRateLimit } from "./rate_limit.ts";
 * import { equal } from "node:assert/strict";
 *
 * const folder = await Deno.makeTempDir();
 * const database = await openSqlite(`${folder}/layerwright.db`);
 * const policy = { name: "minute", calls: 1, windowMs: 60_000, bounds: "a minute" } as const;
 * const rates = createRateLimit({ database, now: () => performance.now() }, policy);
 * equal((await rates.count("key_1")).isExceeded, false);
 * equal((await rates.count("key_1")).isExceeded, true);
 * equal((await rates.count("key_2")).isExceeded, false);
 * await database.close();
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export function createRateLimit({ database, now }: RateLimitWorld, policy: Policy): RateLimit {
  return database.kind === "sqlite"
    ? createMemoryRateLimit(now, policy)
    : createSharedRateLimit({ database, now }, policy);
}
