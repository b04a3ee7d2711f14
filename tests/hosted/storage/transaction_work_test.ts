/** Queries of a transaction run in turn, until its end or its first failure. */

import { deepEqual, equal, rejects } from "node:assert/strict";
import type { Queries, Row } from "../../../hosted/storage/database.ts";
import { runWork } from "../../../hosted/storage/transaction_work.ts";

const FAILURE = new Error("Refused");

/** Creates queries that record each statement and reject the statement `refused`. */
function testedQueries(): Queries & { readonly ran: string[] } {
  const ran: string[] = [];
  return {
    ran,
    async all<Found extends Row>(sql: string): Promise<readonly Found[]> {
      // Without turns, a longer statement would overtake a shorter one.
      for (let turn = sql.length; turn < 9; turn++) await Promise.resolve();
      ran.push(sql);
      if (sql === "refused") throw FAILURE;
      return [{ sql }] as unknown as readonly Found[];
    },
  };
}

Deno.test("runWork() runs queries in turn and returns the work's result", async () => {
  const queries = testedQueries();
  const results = await runWork(queries, (work) => Promise.all(["a", "bbbb", "cc"].map(all(work))));
  deepEqual(results, [[{ sql: "a" }], [{ sql: "bbbb" }], [{ sql: "cc" }]]);
  deepEqual(queries.ran, ["a", "bbbb", "cc"]);
});

Deno.test("runWork() waits for queries that the work did not await", async () => {
  const queries = testedQueries();
  const result = await runWork(queries, (work) => {
    for (const sql of ["a", "b"]) all(work)(sql);
    return Promise.resolve("done");
  });
  equal(result, "done");
  deepEqual(queries.ran, ["a", "b"]);
});

Deno.test("runWork() runs nothing after a failed query and fails", async () => {
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

Deno.test("runWork() fails if a query failed that the work did not await", async () => {
  const work = runWork(testedQueries(), (work) => {
    all(work)("refused").catch(() => {});
    return Promise.resolve("done");
  });
  await rejects(work, FAILURE);
});

Deno.test("a query fails after the end of its work", async () => {
  const queries = testedQueries();
  const ended = await runWork(queries, (work) => Promise.resolve({ work }));
  await rejects(all(ended.work)("late"), new Error("The transaction of this query has ended"));
  deepEqual(queries.ran, []);
});

function all(queries: Queries): (sql: string) => Promise<readonly Row[]> {
  return (sql) => queries.all(sql);
}
