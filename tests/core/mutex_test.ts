import { deepEqual, equal, rejects } from "node:assert/strict";
import { createMutex } from "../../core/mutex.ts";

Deno.test("a mutex runs work one at a time, in order", async () => {
  const mutex = createMutex();
  const order: string[] = [];
  const work = (name: string) => async () => {
    order.push(`${name} starts`);
    await Promise.resolve();
    order.push(`${name} ends`);
  };
  await Promise.all(["a", "b"].map((name) => mutex(work(name))));
  deepEqual(order, ["a starts", "a ends", "b starts", "b ends"]);
});

Deno.test("a mutex runs further work after a failure", async () => {
  const mutex = createMutex();
  const failure = mutex(() => Promise.reject(new Error("failed")));
  const next = mutex(() => Promise.resolve(1));
  await rejects(failure, /failed/);
  equal(await next, 1);
});
