/** The queue of accounts: turns and limits. */

import { deepEqual, equal, rejects } from "node:assert/strict";
import { sleep } from "../../../core/sleep.ts";
import { AccountBusy, createAccountQueue } from "../../../hosted/http/account_queue.ts";

/** Waits until all pending tasks have run. */
const settled = () => sleep(0);

/** The limits of downloads. */
const LIMITS = { atOnce: 2, atOncePerAccount: 1, waiting: 64, perAccount: 8 };

const NEVER = new AbortController().signal;

/** A queue whose answers finish when the test says so. */
function heldQueue() {
  const queue = createAccountQueue(LIMITS);
  const making: string[] = [];
  const made: string[] = [];
  const finishers = new Map<string, () => void>();
  const sent: (() => void)[] = [];
  return {
    making,
    made,
    /** Marks downloads as received, or their clients as disconnected. */
    send: () => sent.splice(0).forEach((done) => done()),
    ask: (name: string, account: string, gone = NEVER) => {
      const whenSent = (done: () => void) => void sent.push(done);
      return queue({ account, gone, whenSent }, async () => {
        making.push(name);
        await new Promise<void>((resolve) => finishers.set(name, resolve));
        made.push(name);
        return name;
      });
    },
    finish: async (name: string) => {
      await settled();
      finishers.get(name)?.();
      await settled();
    },
  };
}

Deno.test("accounts take turns, each with one download at a time", async () => {
  const { ask, finish, making } = heldQueue();
  const asked = [ask("a1", "a"), ask("a2", "a"), ask("a3", "a"), ask("b1", "b"), ask("c1", "c")];
  await settled();
  deepEqual(making, ["a1", "b1"]);
  await finish("a1");
  deepEqual(making, ["a1", "b1", "a2"]);
  await finish("a2");
  deepEqual(making, ["a1", "b1", "a2", "c1"]);
  await finish("b1");
  deepEqual(making, ["a1", "b1", "a2", "c1", "a3"]);
  await finish("c1");
  await finish("a3");
  deepEqual(await Promise.all(asked), ["a1", "a2", "a3", "b1", "c1"]);
});

Deno.test("an account's downloads are limited until its clients have received them", async () => {
  const { ask, finish, send } = heldQueue();
  const names = Array.from({ length: LIMITS.perAccount }, (_, index) => `a${index}`);
  const asked = names.map((name) => ask(name, "a"));
  await rejects(ask("too many", "a"), AccountBusy);
  for (const name of names) await finish(name);
  deepEqual(await Promise.all(asked), names);
  await rejects(ask("unread", "a"), AccountBusy);
  send();
  const again = ask("again", "a");
  await finish("again");
  equal(await again, "again");
});

Deno.test("a waiting download is dropped when its client disconnects", async () => {
  const { ask, finish, made } = heldQueue();
  const client = new AbortController();
  const first = ask("first", "a");
  const gone = ask("gone", "a", client.signal);
  const last = ask("last", "a");
  client.abort(new Error("The client has gone"));
  await rejects(gone, /The client has gone/);
  await finish("first");
  await finish("last");
  await Promise.all([first, last]);
  deepEqual(made, ["first", "last"]);
});

Deno.test("at most 64 downloads wait in total", async () => {
  const { ask, finish, making, send } = heldQueue();
  const accounts = Array.from({ length: 2 + 64 }, (_, index) => `a${index}`);
  const asked = accounts.map((account) => ask(account, account));
  await settled();
  deepEqual(making, ["a0", "a1"]);
  await rejects(ask("too many", "other"), AccountBusy);
  for (const account of accounts) await finish(account);
  deepEqual(await Promise.all(asked), accounts);
  send();
});
