/** The pool of threads: fairness and limits. */

import { deepEqual, equal, notEqual, ok, rejects } from "node:assert/strict";
import { sleep } from "../../../../core/sleep.ts";
import type { ThreadHandle } from "../../../../hosted/http/isolation/thread_starter.ts";
import { PoolBusy, ThreadPool } from "../../../../hosted/http/isolation/thread_pool.ts";

function fakeThread(): ThreadHandle & { isOver: boolean } {
  return {
    listener: { onMessage() {}, onEnd() {} },
    isOver: false,
    send() {},
    end() {
      this.isOver = true;
    },
  };
}

function poolOf(size: number) {
  const started: ThreadHandle[] = [];
  const start = () => {
    const thread = fakeThread();
    started.push(thread);
    return Promise.resolve(thread);
  };
  return { pool: new ThreadPool({ size, start }), started };
}

/** A job that runs until the test ends it. */
function openJob() {
  const begun = Promise.withResolvers<ThreadHandle>();
  const end = Promise.withResolvers<void>();
  return {
    begun: begun.promise,
    end: () => end.resolve(),
    job: async (thread: ThreadHandle) => {
      begun.resolve(thread);
      await end.promise;
      return thread;
    },
  };
}

/** Waits until all pending tasks have run. */
async function settled(): Promise<void> {
  await sleep(0);
}

async function hasBegun({ begun }: { readonly begun: Promise<ThreadHandle> }): Promise<boolean> {
  return await Promise.race([begun.then(() => true), settled().then(() => false)]);
}

Deno.test("a thread is reused, and an ended thread is replaced", async () => {
  const { pool, started } = poolOf(3);
  const first = await pool.use("a", null, (thread) => Promise.resolve(thread));
  equal(await pool.use("b", null, (thread) => Promise.resolve(thread)), first);
  first.end();
  const second = await pool.use("a", null, (thread) => Promise.resolve(thread));
  notEqual(second, first);
  await rejects(pool.use("a", null, () => Promise.reject(new Error("failed"))), /failed/);
  equal(await pool.use("a", null, (thread) => Promise.resolve(thread)), second);
  equal(started.length, 2);
});

for (const [size, share] of [[3, 1], [4, 1], [5, 2], [9, 4]] as const) {
  Deno.test(`of ${size} threads an account gets ${share}, others get the rest`, async () => {
    const { pool } = poolOf(size);
    const mine = Array.from({ length: share + 1 }, openJob);
    const ends = mine.map(({ job }) => pool.use("greedy", null, job));
    const theirs = Array.from({ length: size - share }, openJob);
    const otherEnds = theirs.map(({ job }, index) => pool.use(`other ${index}`, null, job));
    const begun = await Promise.all([...mine, ...theirs].map(hasBegun));
    deepEqual(begun, [...mine.map((_, index) => index < share), ...theirs.map(() => true)]);
    for (const { end } of [...mine, ...theirs]) end();
    await Promise.all([...ends, ...otherEnds]);
  });
}

for (const size of [3, 5, 9]) {
  Deno.test(`two accounts cannot have all of ${size} threads`, async () => {
    const { pool } = poolOf(size);
    const greedy = ["a", "b"].flatMap((account) =>
      Array.from({ length: 16 }, () => ({ account, ...openJob() }))
    );
    const ends = greedy.map(({ account, job }) => pool.use(account, null, job));
    equal(await pool.use("c", null, () => Promise.resolve("done")), "done");
    for (const { end } of greedy) end();
    await Promise.all(ends);
  });
}

Deno.test("accounts take turns, each with its oldest job first", async () => {
  const { pool } = poolOf(3);
  const begun: string[] = [];
  const running: PromiseWithResolvers<void>[] = [];
  const use = (account: string) =>
    pool.use(account, null, () => {
      const job = Promise.withResolvers<void>();
      begun.push(account);
      running.push(job);
      return job.promise;
    });
  const ends = [..."aaaabbbbccccd"].map(use);
  await settled();
  for (let job; (job = running.shift()) !== undefined; await settled()) job.resolve();
  await Promise.all(ends);
  equal(begun.join(""), "abcabcdabcabc");
});

Deno.test("an account with too many waiting jobs is refused, others are not", async () => {
  const { pool } = poolOf(3);
  const jobs = Array.from({ length: 17 }, openJob);
  const ends = jobs.map(({ job }) => pool.use("greedy", null, job));
  await rejects(pool.use("greedy", null, () => Promise.resolve()), PoolBusy);
  equal(await pool.use("other", null, () => Promise.resolve("done")), "done");
  for (const { end } of jobs) end();
  await Promise.all(ends);
  equal(await pool.use("greedy", null, () => Promise.resolve("done")), "done");
});

Deno.test("the total number of waiting jobs is limited", async () => {
  const { pool } = poolOf(3);
  const jobs = Array.from({ length: 67 }, openJob);
  const ends = jobs.map(({ job }, index) => pool.use(`account ${index}`, null, job));
  await rejects(pool.use("one more", null, () => Promise.resolve()), PoolBusy);
  for (const { end } of jobs) end();
  await Promise.all(ends);
});

Deno.test("an account with few waiting jobs is accepted when others fill the queue", async () => {
  const { pool } = poolOf(3);
  const jobs = [..."abcdef"].flatMap((account) =>
    Array.from({ length: 14 }, () => ({ account, ...openJob() }))
  );
  const outcomes = jobs.map(({ account, job }) =>
    pool.use(account, null, job).then(() => "done", (problem) => problem)
  );
  const late = pool.use("late", null, () => Promise.resolve("done"));
  for (const { end } of jobs) end();
  equal(await late, "done");
  const refused = (await Promise.all(outcomes)).filter((outcome) => outcome !== "done");
  ok(refused.length > 0 && refused.every((problem) => problem instanceof PoolBusy));
});

Deno.test("an aborted job does not start and leaves the queue", async () => {
  const { pool } = poolOf(3);
  const running = openJob();
  const ended = pool.use("a", null, running.job);
  const given = new AbortController();
  const waiting = openJob();
  const refused = rejects(pool.use("a", given.signal, waiting.job), /unwanted/);
  given.abort(new Error("unwanted"));
  await refused;
  await rejects(pool.use("b", given.signal, waiting.job), /unwanted/);
  running.end();
  await ended;
  equal(await hasBegun(waiting), false);
  equal(await pool.use("a", null, () => Promise.resolve("done")), "done");
});
