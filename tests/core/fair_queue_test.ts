/** The order of turns in a queue, and rejections by a full queue. */

import { deepEqual, equal } from "node:assert/strict";
import { createFairQueue } from "../../core/fair_queue.ts";

/** Adds waiters in an order, and records what happens to each. */
function queueOf(most: number, subjects: string) {
  const queue = createFairQueue(most);
  const ends: string[] = [];
  const come = (subject: string, gone?: AbortSignal) =>
    queue.turn(subject, gone).then(
      () => void ends.push(`${subject} enters`),
      (problem) => void ends.push(`${subject}: ${problem.name}`),
    );
  const waiters = [...subjects].map((subject) => come(subject));
  return { queue, ends, come, waiters };
}

for (
  const [subjects, may, called] of [
    ["", "abc", ""],
    ["aaab", "abc", "abaa"],
    ["aabbc", "abc", "abcab"],
    ["abab", "b", "bb"],
    ["aabbcc", "bc", "bcbc"],
    ["aab", "", ""],
  ] as const
) {
  Deno.test(`the queue '${subjects}' calls '${called}' if '${may}' may have turns`, async () => {
    const { queue, waiters } = queueOf(10, subjects);
    const order = [...subjects, "end"].map(() =>
      queue.callNext((subject) => may.includes(subject))
    );
    deepEqual(order, [...called, ...Array(subjects.length + 1 - called.length).fill(null)]);
    for (const _ of subjects) queue.callNext();
    await Promise.all(waiters);
    equal(queue.callNext(), null);
  });
}

for (
  const [subjects, newcomer, refused] of [
    ["aab", "b", "b"],
    ["aab", "c", "a"],
    ["aab", "a", "a"],
    ["abc", "d", "d"],
    ["abb", "a", "a"],
    ["aaa", "b", "a"],
  ] as const
) {
  Deno.test(`the full queue '${subjects}' rejects '${refused}' when '${newcomer}' enters`, async () => {
    const { queue, ends, come, waiters } = queueOf(3, subjects);
    const last = come(newcomer);
    for (let calls = 0; calls < 4; calls++) queue.callNext();
    await Promise.all([...waiters, last]);
    deepEqual(ends.filter((end) => !end.endsWith("enters")), [`${refused}: QueueFull`]);
    equal(ends.length, 4);
  });
}

Deno.test("an aborted waiter leaves the queue and gets no turn", async () => {
  const { queue, ends, come, waiters } = queueOf(3, "ab");
  const gone = new AbortController();
  const third = come("c", gone.signal);
  gone.abort();
  await third;
  deepEqual(ends, ["c: AbortError"]);
  waiters.push(come("d"));
  deepEqual([1, 2, 3, 4].map(() => queue.callNext()), ["a", "b", "d", null]);
  await Promise.all([...waiters, come("e", gone.signal)]);
  deepEqual(ends.slice(1).sort(), ["a enters", "b enters", "d enters", "e: AbortError"]);
  equal(queue.callNext(), null);
});
