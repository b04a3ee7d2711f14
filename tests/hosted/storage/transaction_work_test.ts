/** Queries of one transaction: in turn, until its end or the first failure. */

import { deepEqual, equal, rejects } from "node:assert/strict";
import type { Queries, Row } from "../../../hosted/storage/database.ts";
import { runWork } from "../../../hosted/storage/transaction_work.ts";

const FAILURE = new Error("Refused");

/** A database that notes which statements it ran, and refuses one of them. */
function testedQueries(): Queries & { readonly ran: string[] } {
  const ran: string[] = [];
  return {
    ran,
    async all<Found extends Row>(sql: string): Promise<readonly Found[]> {
      // Without turns, one that comes later would be done sooner.
      for (let turn = sql.length; turn < 9; turn++) await Promise.resolve();
      ran.push(sql);
      if (sql === "refused") throw FAILURE;
      return [{ sql }] as unknown as readonly Found[];
    },
  };
}

Deno.test("queries run one after the other, and the work's result is returned", async () => {
  const queries = testedQueries();
  const results = await runWork(queries, (work) => Promise.all(["a", "bbbb", "cc"].map(all(work))));
  deepEqual(results, [[{ sql: "a" }], [{ sql: "bbbb" }], [{ sql: "cc" }]]);
  deepEqual(queries.ran, ["a", "bbbb", "cc"]);
});

Deno.test("queries that the work does not wait for belong to it", async () => {
  const queries = testedQueries();
  const result = await runWork(queries, (work) => {
    for (const sql of ["a", "b"]) all(work)(sql);
    return Promise.resolve("done");
  });
  equal(result, "done");
  deepEqual(queries.ran, ["a", "b"]);
});

Deno.test("after a failure nothing runs, and the work fails even if it goes on", async () => {
  const queries = testedQueries();
  const heard: unknown[] = [];
  const work = runWork(queries, async (work) => {
    await all(work)("before");
    for (const sql of ["refused", "after"]) {
      await all(work)(sql).catch((problem) => heard.push(problem));
    }
    return "done";
  });
  await rejects(work, FAILURE);
  deepEqual(heard, [FAILURE, FAILURE]);
  deepEqual(queries.ran, ["before", "refused"]);
});

Deno.test("a failure that the work did not wait for fails it, too", async () => {
  const work = runWork(testedQueries(), (work) => {
    all(work)("refused").catch(() => {});
    return Promise.resolve("done");
  });
  await rejects(work, FAILURE);
});

Deno.test("a query that comes after the end is refused", async () => {
  const queries = testedQueries();
  const ended = await runWork(queries, (work) => Promise.resolve({ work }));
  await rejects(all(ended.work)("late"), new Error("The transaction of this query is over"));
  deepEqual(queries.ran, []);
});

function all(queries: Queries): (sql: string) => Promise<readonly Row[]> {
  return (sql) => queries.all(sql);
}
