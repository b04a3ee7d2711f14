/** The queue of password derivations, and its fairness. */

import { deepEqual, equal, ok } from "node:assert/strict";
import {
  createPasswordQueue,
  PasswordsBusy,
  type Requester,
} from "../../../hosted/accounts/password_queue.ts";
import { fc } from "../../tools/tier.ts";

/** The outcome of queued work. */
type Outcome = "done" | "busy";

/** A queue whose work runs until the test ends it. */
function heldQueue() {
  const queue = createPasswordQueue();
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const started: string[] = [];
  let running = 0;
  let maxRunning = 0;
  const ask = async (account: string, client: string, gone?: AbortSignal): Promise<Outcome> => {
    const requester: Requester = { account, client, ...(gone !== undefined && { gone }) };
    return await queue(requester, async () => {
      started.push(`${account} at ${client}`);
      maxRunning = Math.max(maxRunning, ++running);
      await held;
      running--;
      return "done" as const;
    }).catch((problem) => {
      ok(problem instanceof PasswordsBusy);
      return "busy" as const;
    });
  };
  return { ask, letGo, started, maxRunning: () => maxRunning };
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

// These limits must equal those in the documentation of hosted servers.
const AT_ONCE = 2;
const MAX_WAITING = 32;
const MAX_PER_ACCOUNT = 4;

const ALL = AT_ONCE + MAX_WAITING;

function countOf(outcomes: readonly Outcome[], outcome: Outcome): number {
  return outcomes.filter((each) => each === outcome).length;
}

Deno.test("the queue limits an account, no matter how many networks it uses", async () => {
  const { ask, letGo } = heldQueue();
  const attacker = times(45, (index) => ask("mallory@example.org", `198.51.100.${index % 9}`));
  const others = times(
    ALL - MAX_PER_ACCOUNT,
    (index) => ask(`person${index}`, `192.0.2.${index}`),
  );
  letGo();
  equal(countOf(await Promise.all(attacker), "done"), MAX_PER_ACCOUNT);
  equal(countOf(await Promise.all(others), "busy"), 0);
  equal(await ask("mallory@example.org", "198.51.100.1"), "done");
});

Deno.test("the queue gives one network all places that no other network wants", async () => {
  const { ask, letGo } = heldQueue();
  const office = times(ALL + 1, (index) => ask(`person${index}`, "192.0.2.1"));
  letGo();
  const outcomes = await Promise.all(office);
  equal(countOf(outcomes, "done"), ALL);
  equal(outcomes.at(-1), "busy");
});

Deno.test("the network with the most waiters loses its newest to another network", async () => {
  const { ask, letGo } = heldQueue();
  const attacker = times(ALL, (index) => ask(`account${index}`, `2001:db8::${index}`));
  const others = times(MAX_WAITING / 2, (index) => ask(`person${index}`, "192.0.2.1"));
  const late = ask("late", "192.0.2.1");
  equal(await late, "busy", "by then, both networks have as many");
  letGo();
  equal(countOf(await Promise.all(others), "busy"), 0);
  const kept = ALL - others.length;
  deepEqual(
    await Promise.all(attacker),
    times(ALL, (index) => index < kept ? "done" : "busy"),
  );
});

Deno.test("networks take turns, and each network is first in, first out", async () => {
  const { ask, letGo, started } = heldQueue();
  const asked = [
    ...times(5, (index) => ask(`m${index}`, "198.51.100.1")),
    ...times(2, (index) => ask(`a${index}`, "192.0.2.1")),
    ask("b0", "192.0.2.2"),
  ];
  letGo();
  await Promise.all(asked);
  const [m, a, b] = ["198.51.100.1", "192.0.2.1", "192.0.2.2"];
  deepEqual(started, [
    `m0 at ${m}`,
    `m1 at ${m}`,
    `m2 at ${m}`,
    `a0 at ${a}`,
    `b0 at ${b}`,
    `m3 at ${m}`,
    `a1 at ${a}`,
    `m4 at ${m}`,
  ]);
});

Deno.test("the queue drops only work whose client disconnects while it waits", async () => {
  const { ask, letGo, started } = heldQueue();
  const gone = new AbortController();
  const running = ask("running", "192.0.2.1", gone.signal);
  const other = ask("other", "192.0.2.1");
  const waiting = ask("waiting", "192.0.2.1", gone.signal);
  const next = ask("next", "192.0.2.1");
  gone.abort();
  equal(await waiting, "busy");
  equal(await ask("too late", "192.0.2.1", gone.signal), "busy");
  letGo();
  deepEqual(await Promise.all([running, other, next]), ["done", "done", "done"]);
  deepEqual(started, ["running", "other", "next"].map((name) => `${name} at 192.0.2.1`));
});

Deno.test("the queue settles all work, in any order of arrivals and departures", async () => {
  await fc.assert(fc.asyncProperty(
    fc.array(
      fc.record({ account: fc.nat(20), network: fc.nat(9), goes: fc.boolean() }),
      { maxLength: 80 },
    ),
    async (people) => {
      const { ask, letGo, maxRunning } = heldQueue();
      const asked = people.map(({ account, network, goes }) => {
        const gone = new AbortController();
        const outcome = ask(`${account}`, `192.0.2.${network}`, gone.signal);
        if (goes) gone.abort();
        return outcome;
      });
      letGo();
      const outcomes = await Promise.all(asked);
      equal(outcomes.length, people.length);
      ok(maxRunning() <= AT_ONCE);
      // All places are free again.
      const after = times(ALL, (index) => ask(`${index}`, "192.0.2.1"));
      equal(countOf(await Promise.all(after), "busy"), 0);
    },
  ));
});
