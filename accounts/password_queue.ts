/** The queue of password derivations, in which no account and no network crowds out the others. */

import { networkOf } from "../core/client_network.ts";
import { type Diagnostic, error } from "../core/diagnostic.ts";
import { createShares } from "../core/shares.ts";
import type { Visit } from "./visit.ts";

/** Maximum number of derivations at once in a process: each needs a processor, and its memory. */
export const AT_ONCE = 2;

/** Maximum number of waiting derivations: some seconds' worth. */
export const MOST_WAITING = 32;

/** Maximum number of running and waiting derivations for one account. */
export const MOST_PER_ACCOUNT = 4;

/** Who needs a derivation, as the queue shares its places. */
export interface Asker extends Pick<Visit, "client" | "gone"> {
  /** The account, or a text that stands for one: an email address or a code. */
  readonly account: string;
}

/** Runs work when its turn comes. It throws {@linkcode PasswordsBusy} if there is no place. */
export type PasswordQueue = <T>(asker: Asker, work: () => Promise<T>) => Promise<T>;

/** The queue has no place, or the client has gone while it waited. */
export class PasswordsBusy extends Error {
  override readonly name = "PasswordsBusy";
}

/** Describes {@linkcode PasswordsBusy} to the client. */
export function passwordsBusy(): Diagnostic {
  const message = "Too many logins at once.";
  return error("account-busy", message, { hint: "Try again in a few seconds" });
}

/** Creates the queue of a process. */
export function createPasswordQueue(): PasswordQueue {
  const accounts = createShares(MOST_PER_ACCOUNT);
  const waiting = createWaitingRoom();
  let running = 0;
  return async ({ account, client, gone }, work) => {
    const leave = accounts.take(account);
    if (leave === null) throw new PasswordsBusy("Too many passwords of one account wait");
    try {
      if (running < AT_ONCE) running++;
      else await waiting.turn(client === null ? "" : networkOf(client), gone);
      try {
        return await work();
      } finally {
        // The next in line takes over the lane, so that no newcomer can be faster.
        if (!waiting.callNext()) running--;
      }
    } finally {
      leave();
    }
  };
}

interface Waiter {
  enter(): void;
  refuse(): void;
}

interface WaitingRoom {
  /**
   * Waits for a turn.
   *
   * @throws {PasswordsBusy} If others need the place more, or the client has gone.
   */
  turn(network: string, gone: AbortSignal | undefined): Promise<void>;
  /** Gives the next waiter its turn; returns whether there was one. */
  callNext(): boolean;
}

/**
 * Creates the room in which {@linkcode MOST_WAITING} wait. Networks take turns. In a full room, the
 * network with the most waiters gives up its newest one, so that a network with fewer gets in.
 */
function createWaitingRoom(): WaitingRoom {
  // In the order of their turns; each has its waiters, the oldest first.
  const networks = new Map<string, Set<Waiter>>();
  let count = 0;
  const remove = (network: string, waiter: Waiter) => {
    const waiters = networks.get(network);
    if (!waiters?.delete(waiter)) return false;
    if (waiters.size === 0) networks.delete(network);
    count--;
    return true;
  };
  const makeRoom = (newcomer: string) => {
    let most = newcomer;
    for (const [network, { size }] of networks) {
      if (size > (networks.get(most)?.size ?? 0)) most = network;
    }
    [...networks.get(most) ?? []].at(-1)?.refuse();
  };
  return {
    turn(network, gone) {
      return new Promise((resolve, reject) => {
        const refuse = () => {
          if (remove(network, waiter)) reject(new PasswordsBusy("Too many passwords wait"));
        };
        const waiter = {
          enter() {
            if (remove(network, waiter)) resolve();
          },
          refuse,
        };
        networks.set(network, (networks.get(network) ?? new Set()).add(waiter));
        count++;
        if (gone?.aborted) refuse();
        else gone?.addEventListener("abort", refuse, { once: true });
        if (count > MOST_WAITING) makeRoom(network);
      });
    },
    callNext() {
      const [next] = networks;
      if (next === undefined) return false;
      const [network, waiters] = next;
      // Its other waiters come after those of all other networks.
      networks.delete(network);
      networks.set(network, waiters);
      const [waiter] = waiters;
      waiter?.enter();
      return waiter !== undefined;
    },
  };
}
