/** Who gets a thread, and when. */

import { deepEqual, equal, notEqual, rejects } from "node:assert/strict";
import type { ThreadHandle } from "../../../http/isolation/thread_starter.ts";
import { PoolBusy, ThreadPool } from "../../../http/isolation/thread_pool.ts";

function fakeThread(): ThreadHandle & { isOver: boolean } {
  return {
    listener: { hear() {}, over() {} },
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

/** A job that goes on until it is told to end. */
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

/** Waits until all that can happen at once has happened. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
}

async function hasBegun({ begun }: { readonly begun: Promise<ThreadHandle> }): Promise<boolean> {
  return await Promise.race([begun.then(() => true), settled().then(() => false)]);
}

Deno.test("a thread is used again, and one that is over is replaced", async () => {
  const { pool, started } = poolOf(2);
  const first = await pool.use("a", null, (thread) => Promise.resolve(thread));
  equal(await pool.use("b", null, (thread) => Promise.resolve(thread)), first);
  first.end();
  const second = await pool.use("a", null, (thread) => Promise.resolve(thread));
  notEqual(second, first);
  await rejects(pool.use("a", null, () => Promise.reject(new Error("failed"))), /failed/);
  equal(await pool.use("a", null, (thread) => Promise.resolve(thread)), second);
  equal(started.length, 2);
});

for (const [size, share] of [[2, 1], [3, 1], [4, 2], [8, 4]] as const) {
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

Deno.test("whoever waits first and may have a thread gets the next one", async () => {
  const { pool } = poolOf(2);
  const jobs = ["a", "b", "a", "c"].map((account) => ({ account, ...openJob() }));
  const ends = jobs.map(({ account, job }) => pool.use(account, null, job));
  const [a1, b, a2, c] = jobs;
  b?.end();
  deepEqual(await Promise.all([a1, a2, c].map((each) => each && hasBegun(each))), [
    true,
    false,
    true,
  ]);
  a1?.end();
  equal(a2 && await hasBegun(a2), true);
  for (const { end } of jobs) end();
  await Promise.all(ends);
});

Deno.test("an account that has too many jobs waiting is refused, others are not", async () => {
  const { pool } = poolOf(2);
  const jobs = Array.from({ length: 17 }, openJob);
  const ends = jobs.map(({ job }) => pool.use("greedy", null, job));
  await rejects(pool.use("greedy", null, () => Promise.resolve()), PoolBusy);
  equal(await pool.use("other", null, () => Promise.resolve("done")), "done");
  for (const { end } of jobs) end();
  await Promise.all(ends);
  equal(await pool.use("greedy", null, () => Promise.resolve("done")), "done");
});

Deno.test("all accounts together can have so many jobs waiting", async () => {
  const { pool } = poolOf(2);
  const jobs = Array.from({ length: 66 }, openJob);
  const ends = jobs.map(({ job }, index) => pool.use(`account ${index}`, null, job));
  await rejects(pool.use("one more", null, () => Promise.resolve()), PoolBusy);
  for (const { end } of jobs) end();
  await Promise.all(ends);
});

Deno.test("a job that is not wanted any more does not begin, and waits for nothing", async () => {
  const { pool } = poolOf(2);
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
