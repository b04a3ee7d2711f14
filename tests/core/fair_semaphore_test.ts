import { deepEqual, equal, rejects } from "node:assert/strict";
import { QueueFull } from "../../core/fair_queue.ts";
import { createFairSemaphore } from "../../core/fair_semaphore.ts";

Deno.test("a semaphore gives out its permits, and then makes subjects wait for a release", async () => {
  const semaphore = createFairSemaphore({ permits: 2, waiters: 8 });
  const release = await semaphore.acquire("a");
  await semaphore.acquire("a");
  equal(semaphore.isFree("b"), false);
  const waiting = semaphore.acquire("b");
  release();
  equal(semaphore.isFree("c"), false, "the released permit is the waiter's");
  (await waiting)();
  equal(semaphore.isFree("c"), true);
});

Deno.test("a semaphore gives released permits to subjects in turns", async () => {
  const semaphore = createFairSemaphore({ permits: 1, waiters: 8 });
  const first = await semaphore.acquire("x");
  const order: string[] = [];
  const all = ["a", "a", "b", "a", "c"].map(async (subject) => {
    const release = await semaphore.acquire(subject);
    order.push(subject);
    release();
  });
  first();
  await Promise.all(all);
  deepEqual(order, ["a", "b", "c", "a", "a"]);
});

Deno.test("a subject waits at its own limit while others get permits", async () => {
  const semaphore = createFairSemaphore({ permits: 3, permitsPerSubject: 1, waiters: 8 });
  const release = await semaphore.acquire("a");
  const waiting = semaphore.acquire("a");
  const other = await semaphore.acquire("b");
  other();
  equal(semaphore.isFree("a"), false, "a release of another subject changes nothing");
  release();
  (await waiting)();
  equal(semaphore.isFree("a"), true);
});

Deno.test("a waiter that leaves takes no permit", async () => {
  const semaphore = createFairSemaphore({ permits: 1, waiters: 8 });
  const release = await semaphore.acquire("a");
  const gone = new AbortController();
  const waiting = semaphore.acquire("b", gone.signal);
  gone.abort(new Error("left"));
  await rejects(waiting, /left/);
  release();
  equal(semaphore.isFree("b"), true);
  await rejects(semaphore.acquire("b", gone.signal), /left/);
  equal(semaphore.isFree("b"), true);
});

Deno.test("a semaphore with too many waiters rejects the next one", async () => {
  const semaphore = createFairSemaphore({ permits: 1, waiters: 1 });
  await semaphore.acquire("a");
  void semaphore.acquire("a");
  await rejects(semaphore.acquire("a"), QueueFull);
});

Deno.test("a permit is released once", async () => {
  const semaphore = createFairSemaphore({ permits: 2, waiters: 8 });
  const release = await semaphore.acquire("a");
  await semaphore.acquire("b");
  release();
  release();
  await semaphore.acquire("c");
  equal(semaphore.isFree("d"), false);
});
