/** The queue of password derivations, in which no account and no network crowds out the others. */

import { networkOf } from "../../core/client_network.ts";
import { type Diagnostic, error } from "../../core/diagnostic.ts";
import { createFairQueue, type FairQueue } from "../../core/fair_queue.ts";
import { createShares } from "../../core/shares.ts";
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
  const waiting = createFairQueue(MOST_WAITING);
  let running = 0;
  return async ({ account, client, gone }, work) => {
    const leave = accounts.take(account);
    if (leave === null) throw new PasswordsBusy("Too many passwords of one account wait");
    try {
      if (running < AT_ONCE) running++;
      else await turn(waiting, client === null ? "" : networkOf(client), gone);
      try {
        return await work();
      } finally {
        // The next in line takes over the lane, so that no newcomer can be faster.
        if (waiting.callNext() === null) running--;
      }
    } finally {
      leave();
    }
  };
}

async function turn(queue: FairQueue, network: string, gone: Visit["gone"]): Promise<void> {
  try {
    await queue.turn(network, gone);
  } catch {
    throw new PasswordsBusy("Too many passwords wait, or the client has gone");
  }
}
