import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { removeExpired } from "../../../hosted/accounts/remove_expired.ts";
import { DAY_MS } from "../../../hosted/accounts/limits.ts";
import { createMemoryRateLimit } from "../../../hosted/accounts/memory_rate_limit.ts";
import { createRateLimit } from "../../../hosted/accounts/rate_limit.ts";
import type { Policy, RateLimit } from "../../../http/standing.ts";
import type { Database } from "../../../hosted/storage/database.ts";
import { forEachDatabase, type TestedDatabase, withDatabase } from "../storage/on_both.ts";
import { fc, IS_FULL_TIER } from "../../tools/tier.ts";
import { rowsOf, twoServers } from "./made_accounts.ts";

/** Much longer than a test takes. */
const HOUR_MS = 3_600_000;

function policyOf(calls: number): Policy {
  return { name: "minute", calls, windowMs: HOUR_MS, bounds: "calls in an hour" };
}

/** Creates a clock for servers and their database, which a test advances. */
function testedTime(database: Database) {
  let passed = 0;
  return {
    now: () => passed,
    async pass(ms: number): Promise<void> {
      passed += ms;
      if (database.kind === "sqlite") return;
      const sql = "UPDATE rate_limits SET ends_at = ends_at - $1";
      await database.transaction((queries) => queries.all(sql, ms));
    },
  };
}

/** Counts concurrent calls and returns the number that are allowed. */
async function countAtOnce(rates: RateLimit, calls: number, subject = "key"): Promise<number> {
  const counting = Array.from({ length: calls }, () => rates.count(subject));
  return (await Promise.all(counting)).filter(({ isExceeded }) => !isExceeded).length;
}

/** Creates the rate limits of two servers on one Postgres. The clocks of the servers are years apart. */
async function twoLimits(database: Database, tested: TestedDatabase, calls: number) {
  const { now, pass } = testedTime(database);
  const [here, there] = await twoServers(database, tested);
  const policy = policyOf(calls);
  const rates = [
    createRateLimit({ database: here, now }, policy),
    createRateLimit({ database: there, now: () => now() + 1e11 }, policy),
  ] as const;
  return { rates, now, pass };
}

/** A database that counts its transactions, and fails on request. */
function watched(all: Database) {
  let queries = 0;
  let fails = false;
  const database: Database = {
    kind: all.kind,
    all: (sql, ...values) => all.all(sql, ...values),
    transaction(work) {
      queries++;
      return fails ? Promise.reject(new Error("Lost")) : all.transaction(work);
    },
    close: () => all.close(),
  };
  return { database, queries: () => queries, fail: (value: boolean) => void (fails = value) };
}

interface Delays {
  /** Delay of queries in milliseconds. */
  readonly before: number;
  /** Delay of answers in milliseconds. */
  readonly after: number;
}

function lateDatabase(
  all: Database,
  { pass }: ReturnType<typeof testedTime>,
  delays: Delays,
): Database {
  return {
    ...watched(all).database,
    async transaction(work) {
      await pass(delays.before);
      const result = await all.transaction(work);
      await pass(delays.after);
      return result;
    },
  };
}

Deno.test("a window ends when a database's clock that was ahead is right again", () =>
  withDatabase("postgres", async (database) => {
    const rates = () => createRateLimit({ database, now: () => 0 }, policyOf(2));
    equal(await countAtOnce(rates(), 3), 2);
    equal(await countAtOnce(rates(), 3), 0);
    await database.transaction((queries) =>
      queries.all("UPDATE rate_limits SET ends_at = ends_at + $1", 1e11)
    );
    equal(await countAtOnce(rates(), 3), 2);
    equal(await countAtOnce(rates(), 3), 0);
  }));

forEachDatabase("a single server grants exactly the limit", async (database) => {
  const { now } = testedTime(database);
  for (const limit of [1, 2, 3, 4, 5, 8, 9, 49, 50, 51, 99, 600]) {
    const rates = createRateLimit({ database, now }, policyOf(limit));
    equal(await countAtOnce(rates, limit + 20, `at once ${limit}`), limit);
    const each = [];
    while (each.length < limit + 2) each.push((await rates.count(`each ${limit}`)).isExceeded);
    deepEqual(each, [...Array(limit).fill(false), true, true]);
  }
});

forEachDatabase("calls are available again only when the window ends", async (database) => {
  const { now, pass } = testedTime(database);
  const rates = createRateLimit({ database, now }, policyOf(3));
  equal(await countAtOnce(rates, 2), 2);
  await pass(HOUR_MS / 2);
  equal(await countAtOnce(rates, 5), 1);
  const { isExceeded, left, resetSeconds } = await rates.count("key");
  deepEqual([isExceeded, left], [true, 0]);
  ok(resetSeconds >= 1790 && resetSeconds <= 1800, String(resetSeconds));
  await pass(resetSeconds * 1000 - 20_000);
  equal(await countAtOnce(rates, 5), 0);
  await pass(20_000);
  equal(await countAtOnce(rates, 5), 3);
});

forEachDatabase("each subject has its own limit", async (database) => {
  const { now } = testedTime(database);
  const rates = createRateLimit({ database, now }, policyOf(4));
  const subjects = ["key_1", "key_2", "grant key_1", "session key_1", "'; DROP TABLE accounts; --"];
  const granted = await Promise.all(subjects.map((subject) => countAtOnce(rates, 9, subject)));
  deepEqual(granted, subjects.map(() => 4));
});

forEachDatabase("count() returns the remaining calls", async (database) => {
  const { now } = testedTime(database);
  const rates = createRateLimit({ database, now }, policyOf(30));
  for (let left = 29; left >= 0; left--) equal((await rates.count("key")).left, left);
});

Deno.test("most calls need no query, and neither do refused calls", () =>
  withDatabase("postgres", async (all) => {
    const { now } = testedTime(all);
    const { database, queries } = watched(all);
    const rates = createRateLimit({ database, now }, policyOf(600));
    equal(await countAtOnce(rates, 12), 12);
    equal(queries(), 1);
    for (let call = 12; call < 600; call++) await rates.count("key");
    ok(queries() <= 25, String(queries()));
    const before = queries();
    equal(await countAtOnce(rates, 1000), 0);
    equal(queries(), before);
  }));

Deno.test("two servers grant the limit together, except for unspent calls of a batch", () =>
  withDatabase("postgres", async (database, tested) => {
    const { rates: [here, there], pass } = await twoLimits(database, tested, 1000);
    equal(await countAtOnce(here, 1), 1);
    // The server `here` reserved 20 calls, a fiftieth of the limit.
    equal(await countAtOnce(there, 1010), 980);
    equal(await countAtOnce(here, 30), 19);
    // The unspent calls of a dead server are lost until the window ends.
    await pass(HOUR_MS);
    equal(await countAtOnce(here, 1), 1);
    await pass(HOUR_MS);
    equal(await countAtOnce(there, 1010), 1000);
  }));

Deno.test("a busy server starts the next window with a small batch again", () =>
  withDatabase("postgres", async (database, tested) => {
    const { rates: [here, there], pass } = await twoLimits(database, tested, 1000);
    equal(await countAtOnce(here, 500), 500);
    for (let call = 0; call < 100; call++) await here.count("key");
    await pass(HOUR_MS);
    equal(await countAtOnce(here, 1), 1);
    // The server `here` reserved a fiftieth again.
    equal(await countAtOnce(there, 1010), 980);
  }));

Deno.test("fifty concurrent calls on two servers get exactly the limit", () =>
  withDatabase("postgres", async (database, tested) => {
    for (const limit of [1, 2, 7, 30]) {
      const { rates } = await twoLimits(database, tested, limit);
      const subject = `key ${limit}`;
      const granted = await Promise.all(rates.map((each) => countAtOnce(each, 50, subject)));
      equal(granted.reduce((sum, each) => sum + each), limit);
    }
  }));

Deno.test("servers grant the limit together, in any order of calls", () =>
  withDatabase("postgres", async (database) => {
    const { now } = testedTime(database);
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 120 }),
        fc.array(fc.tuple(fc.nat(2), fc.integer({ min: 1, max: 30 })), { maxLength: 12 }),
        async (limit, schedule) => {
          const subject = `run ${++runs}`;
          const policy = policyOf(limit);
          const servers = [0, 1, 2].map(() => createRateLimit({ database, now }, policy));
          const ask = (server: number, calls: number) =>
            countAtOnce(servers[server] as RateLimit, calls, subject);
          let granted = 0;
          for (const [server, calls] of schedule) granted += await ask(server, calls);
          ok(granted <= limit);
          for (const server of servers.keys()) granted += await ask(server, limit + 1);
          equal(granted, limit);
        },
      ),
      { numRuns: IS_FULL_TIER ? 500 : 30 },
    );
  }));

type Step =
  | { readonly kind: "call"; readonly server: number; readonly calls: number }
  | { readonly kind: "pass"; readonly ms: number };

const STEPS: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant("call" as const),
      server: fc.nat(2),
      calls: fc.constantFrom(1, 2, 5, 100),
    }),
    fc.record({ kind: fc.constant("pass" as const), ms: fc.nat(HOUR_MS * 0.6) }),
  ),
  { minLength: 5, maxLength: 25 },
);

const DELAYS = fc.array(
  fc.record({ before: fc.nat(HOUR_MS / 4), after: fc.nat(HOUR_MS / 2) }),
  { minLength: 3, maxLength: 3 },
);

Deno.test("no window exceeds the limit, however late the database answers", () =>
  withDatabase("postgres", async (database) => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(1, 7, 60),
        DELAYS,
        STEPS,
        async (limit, delays, steps) => {
          const subject = `run ${++runs}`;
          const time = testedTime(database);
          const servers = delays.map((each, index) =>
            createRateLimit({
              now: () => time.now() + index * 1e11,
              database: lateDatabase(database, time, each),
            }, policyOf(limit))
          );
          const granted = new Map<number, number>();
          for (const step of steps) {
            if (step.kind === "pass") {
              await time.pass(step.ms);
              continue;
            }
            for (let call = 0; call < step.calls; call++) {
              const standing = await servers[step.server]?.count(subject);
              if (standing?.isExceeded !== false) break;
              const window = await windowOf(database, subject) + time.now();
              granted.set(window, (granted.get(window) ?? 0) + 1);
            }
          }
          for (const calls of granted.values()) ok(calls <= limit);
        },
      ),
      { numRuns: IS_FULL_TIER ? 300 : 12 },
    );
  }));

/** Returns the end of the window in the database. */
async function windowOf(database: Database, subject: string): Promise<number> {
  const sql = "SELECT ends_at FROM rate_limits WHERE subject = $1";
  const [row] = await database.all<{ ends_at: number }>(sql, subject);
  return row?.ends_at ?? 0;
}

Deno.test("a client that waits as told is not refused again, however late the database answers", () =>
  withDatabase("postgres", async (database) => {
    const time = testedTime(database);
    const late = { before: 400, after: 700 };
    const rates = createRateLimit(
      { ...time, database: lateDatabase(database, time, late) },
      policyOf(2),
    );
    equal(await countAtOnce(rates, 3), 2);
    await time.pass(123);
    const { resetSeconds } = await rates.count("key");
    await time.pass(resetSeconds * 1000);
    Object.assign(late, { before: 0, after: 0 });
    equal(await countAtOnce(rates, 3), 2);
  }));

Deno.test("a batch is not spent in the next window, however late the database answers", () =>
  withDatabase("postgres", async (database) => {
    const time = testedTime(database);
    const late = { before: 0, after: HOUR_MS / 2 };
    const slow = createRateLimit(
      { ...time, database: lateDatabase(database, time, late) },
      policyOf(1000),
    );
    const quick = createRateLimit({ ...time, database }, policyOf(1000));
    equal(await countAtOnce(slow, 1), 1);
    await time.pass(HOUR_MS / 2 + 1);
    equal(await countAtOnce(quick, 1010), 1000);
    equal(await countAtOnce(slow, 1), 0);
  }));

Deno.test("servers with different limits do not exceed their own", () =>
  withDatabase("postgres", async (database) => {
    const { now } = testedTime(database);
    const [old, young] = [100, 10].map((calls) =>
      createRateLimit({ database, now }, policyOf(calls))
    );
    if (old === undefined || young === undefined) throw new Error("There are no servers");
    equal(await countAtOnce(old, 50), 50);
    equal(await countAtOnce(young, 50), 0);
    equal(await countAtOnce(old, 100), 50);
  }));

Deno.test("an outage of the database affects only calls that need a batch", () =>
  withDatabase("postgres", async (all) => {
    const { now } = testedTime(all);
    const { database, fail } = watched(all);
    const rates = createRateLimit({ database, now }, policyOf(100));
    equal(await countAtOnce(rates, 1), 1);
    fail(true);
    // The server reserved two calls, and spent one.
    equal(await countAtOnce(rates, 1), 1);
    const lost = await Promise.allSettled([rates.count("key"), rates.count("key")]);
    deepEqual(lost.map(({ status }) => status), ["rejected", "rejected"]);
    await rejects(async () => await rates.count("other"), /Lost/);
    fail(false);
    equal(await countAtOnce(rates, 200), 98);
    equal(await countAtOnce(rates, 200, "other"), 100);
  }));

Deno.test("removeExpired() removes only counts of ended windows", () =>
  withDatabase("postgres", async (database) => {
    const { now, pass } = testedTime(database);
    const rates = createRateLimit({ database, now }, policyOf(2));
    equal(await countAtOnce(rates, 1, "old"), 1);
    await pass(DAY_MS + 2 * HOUR_MS);
    equal(await countAtOnce(rates, 3, "young"), 2);
    await removeExpired(database, Date.now());
    deepEqual(await database.all("SELECT subject FROM rate_limits"), [{ subject: "young" }]);
    equal(await countAtOnce(rates, 3, "young"), 0);
    equal(await countAtOnce(rates, 3, "old"), 2);
  }));

Deno.test("createMemoryRateLimit() counts like a plain model", () => {
  const call = fc.tuple(fc.nat(4), fc.nat(90_000));
  fc.assert(fc.property(fc.integer({ min: 1, max: 5 }), fc.array(call), (limit, calls) => {
    let now = 0;
    const rates = createMemoryRateLimit(() => now, { ...policyOf(limit), windowMs: 60_000 });
    const windows = new Map<number, { readonly endsAt: number; calls: number }>();
    for (const [subject, ms] of calls) {
      now += ms;
      const known = windows.get(subject);
      const isOver = known === undefined || known.endsAt <= now;
      const window = isOver ? { endsAt: now + 60_000, calls: 0 } : known;
      windows.set(subject, window);
      const isExceeded = window.calls === limit;
      if (!isExceeded) window.calls++;
      const standing = rates.count(String(subject));
      ok(!(standing instanceof Promise));
      const { policy: _, ...rest } = standing;
      const resetSeconds = Math.ceil((window.endsAt - now) / 1000);
      deepEqual(rest, { isExceeded, left: limit - window.calls, resetSeconds });
    }
  }));
});

forEachDatabase("a single server writes no counts", async (database) => {
  const { now } = testedTime(database);
  await countAtOnce(createRateLimit({ database, now }, policyOf(2)), 3);
  equal(await rowsOf(database, "rate_limits"), database.kind === "sqlite" ? 0 : 1);
});
