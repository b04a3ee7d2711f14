/** A fair queue of password derivations: no account and no network can crowd out the others. */

import { networkOf } from "../../core/client_network.ts";
import { error } from "../../core/diagnostic.ts";
import { createFairSemaphore, type FairSemaphore } from "../../core/fair_semaphore.ts";
import { createShares } from "../../core/shares.ts";
import type { AccountDiagnostic } from "./diagnostic.ts";
import type { Visit } from "./visit.ts";

/**
 * Maximum number of concurrent derivations in a process. Each derivation occupies a processor and 32 MiB of
 * memory.
 */
export const AT_ONCE = 2;

/** Maximum number of waiting derivations: a few seconds of work. */
export const MAX_WAITING = 32;

/** Maximum number of running and waiting derivations for one account. */
export const MAX_PER_ACCOUNT = 4;

/** The client and account that need a derivation. */
export interface Requester extends Pick<Visit, "client" | "gone"> {
  /** The account's email address, or the code that creates it. */
  readonly account: string;
}

/** Runs work when its turn comes. May throw {@linkcode PasswordsBusy}. */
export type PasswordQueue = <T>(requester: Requester, work: () => Promise<T>) => Promise<T>;

/**
 * Thrown when the queue is full, when too many passwords of one account are waiting, or when the client
 * disconnects while it waits.
 */
export class PasswordsBusy extends Error {
  override readonly name = "PasswordsBusy";
}

/** Describes {@linkcode PasswordsBusy} to the client. */
export function passwordsBusy(): AccountDiagnostic {
  const message = "Too many logins at once.";
  return error("account-busy", message, { hint: "Try again in a few seconds" });
}

/** Creates the queue of a process. */
export function createPasswordQueue(): PasswordQueue {
  const accounts = createShares(MAX_PER_ACCOUNT);
  const slots = createFairSemaphore({ permits: AT_ONCE, waiters: MAX_WAITING });
  return async ({ account, client, gone }, work) => {
    const leave = accounts.take(account);
    if (leave === null) throw new PasswordsBusy("Too many passwords are waiting for one account");
    try {
      const release = await acquire(slots, client === null ? "" : networkOf(client), gone);
      try {
        return await work();
      } finally {
        release();
      }
    } finally {
      leave();
    }
  };
}

async function acquire(
  slots: FairSemaphore,
  network: string,
  gone: Visit["gone"],
): Promise<() => void> {
  try {
    return await slots.acquire(network, gone);
  } catch {
    throw new PasswordsBusy("Too many passwords are waiting, or the client has disconnected");
  }
}
