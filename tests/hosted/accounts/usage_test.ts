import { deepEqual, equal, ok } from "node:assert/strict";
import { DAY_MS } from "../../../hosted/accounts/limits.ts";
import { createUsage, type Usage } from "../../../hosted/accounts/usage.ts";
import type { Database } from "../../../hosted/storage/database.ts";
import { forEachDatabase } from "../storage/on_both.ts";
import { makeMember, makeOwner, NOON, twoServers } from "./made_accounts.ts";

interface Spending {
  readonly calls: number;
  /** Number of the day, from the first day on. */
  readonly day?: number;
}

/** Spends calls concurrently, distributed over several servers, and returns the number that succeeded. */
async function spendAtOnce(
  servers: readonly Usage[],
  accountId: string,
  { calls, day = 0 }: Spending,
): Promise<number> {
  const results = await Promise.all(
    Array.from(
      { length: calls },
      (_, index) => servers[index % servers.length]?.spend(accountId, NOON + day * DAY_MS),
    ),
  );
  return results.filter((result) => result?.isExceeded === false).length;
}

/** A database that counts its queries and transactions. */
function counted(database: Database): { readonly database: Database; queries(): number } {
  let queries = 0;
  return {
    database: {
      kind: database.kind,
      all: (sql, ...values) => (queries++, database.all(sql, ...values)),
      transaction: (work) => (queries++, database.transaction(work)),
      close: () => database.close(),
    },
    queries: () => queries,
  };
}

forEachDatabase(
  "a server spends exactly the limit with concurrent calls",
  async (database) => {
    const { id } = await makeOwner(database);
    for (const [day, limit] of [1, 9, 99, 101, 199, 200, 250, 399, 1234].entries()) {
      const servers = [createUsage(database, limit)];
      equal(await spendAtOnce(servers, id, { calls: limit + 10, day }), limit);
    }
  },
);

forEachDatabase(
  "ten concurrent calls on two servers do not exceed the limit",
  async (database, tested) => {
    const { id } = await makeOwner(database);
    const [one, other] = await twoServers(database, tested);
    const servers = [createUsage(one, 7), createUsage(other, 7)];
    equal(await spendAtOnce(servers, id, { calls: 3 }), 3);
    equal(await spendAtOnce(servers, id, { calls: 10 }), 4);
    equal(await spendAtOnce(servers, id, { calls: 10 }), 0);
  },
);

forEachDatabase(
  "two servers spend the limit together, except for unspent calls of a block",
  async (database, tested) => {
    const { id } = await makeOwner(database);
    const [one, other] = await twoServers(database, tested);
    const servers = [createUsage(one, 1000), createUsage(other, 1000)];
    // The first server keeps the unspent calls of its last block of ten.
    equal(await spendAtOnce(servers.slice(0, 1), id, { calls: 105 }), 105);
    const byOther = await spendAtOnce(servers.slice(1), id, { calls: 1010 });
    ok(byOther < 895 && byOther > 885, `${byOther}`);
    equal(await spendAtOnce(servers.slice(0, 1), id, { calls: 20 }), 895 - byOther);
  },
);

forEachDatabase(
  "spend() returns the remaining calls, wherever their blocks are",
  async (database, tested) => {
    const { id } = await makeOwner(database);
    const [one, other] = await twoServers(database, tested);
    const [here, there] = [createUsage(one, 1000), createUsage(other, 1000)];
    const lefts = [];
    // A server takes its first calls one by one, so that the displayed number counts only real calls.
    for (const server of [here, there]) lefts.push((await server.spend(id, NOON)).left);
    deepEqual(lefts, [999, 998]);
    await spendAtOnce([here], id, { calls: 19 });
    for (const server of [here, there, here]) lefts.push((await server.spend(id, NOON)).left);
    deepEqual(lefts.slice(2), [978, 976, 977]);
  },
);

forEachDatabase("the calls of an account renew at 00:00 UTC", async (database) => {
  const { id } = await makeOwner(database);
  const usage = createUsage(database, 1);
  const midnight = (Math.floor(NOON / DAY_MS) + 1) * DAY_MS;
  const spent = async (now: number) => {
    const { policy, ...standing } = await usage.spend(id, now);
    equal(policy.calls, 1);
    return standing;
  };
  deepEqual(await spent(NOON), { isExceeded: false, left: 0, resetSeconds: 43_200 });
  deepEqual(await spent(NOON), { isExceeded: true, left: 0, resetSeconds: 43_200 });
  deepEqual(await spent(midnight - 1), { isExceeded: true, left: 0, resetSeconds: 1 });
  deepEqual(await spent(midnight), { isExceeded: false, left: 0, resetSeconds: 86_400 });
  deepEqual(await spent(midnight), { isExceeded: true, left: 0, resetSeconds: 86_400 });
});

forEachDatabase(
  "each account has its own calls, and a removed account has none",
  async (database) => {
    const owner = await makeOwner(database);
    const member = await makeMember(database, owner, "ada@example.org");
    const usage = createUsage(database, 1);
    ok(!(await usage.spend(owner.id, NOON)).isExceeded);
    ok((await usage.spend(owner.id, NOON)).isExceeded);
    ok(!(await usage.spend(member.id, NOON)).isExceeded);
    ok((await usage.spend("acc_none", NOON)).isExceeded);
  },
);

forEachDatabase(
  "a restarted server continues with the calls that the database has left",
  async (database) => {
    const { id } = await makeOwner(database);
    equal(await spendAtOnce([createUsage(database, 5)], id, { calls: 3 }), 3);
    equal(await spendAtOnce([createUsage(database, 5)], id, { calls: 3 }), 2);
  },
);

forEachDatabase(
  "calls of a large limit, and refused calls, rarely need a query",
  async (all) => {
    const { id } = await makeOwner(all);
    const { database, queries } = counted(all);
    const usage = createUsage(database, 10_000);
    equal(await spendAtOnce([usage], id, { calls: 1000 }), 1000);
    equal(queries(), 53);
    const small = createUsage(database, 1);
    const before = queries();
    equal(await spendAtOnce([small], id, { calls: 1000 }), 0);
    equal(queries(), before + 1);
  },
);

forEachDatabase("calls continue after an outage of the database", async (all) => {
  const { id } = await makeOwner(all);
  let fails = true;
  const usage = createUsage({
    ...counted(all).database,
    transaction: (work) => fails ? Promise.reject(new Error("Lost")) : all.transaction(work),
  }, 10);
  const results = await Promise.allSettled([usage.spend(id, NOON), usage.spend(id, NOON)]);
  deepEqual(results.map(({ status }) => status), ["rejected", "rejected"]);
  fails = false;
  equal((await usage.spend(id, NOON)).isExceeded, false);
});
