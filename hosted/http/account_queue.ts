/** A fair queue of requests: no account can crowd out the others. */

import { QueueFull } from "../../core/fair_queue.ts";
import { createFairSemaphore, type FairSemaphore } from "../../core/fair_semaphore.ts";
import { createShares } from "../../core/shares.ts";

/** The limits of a queue. */
export interface AccountQueueLimits {
  /** Maximum number of answers that are made at the same time. */
  readonly atOnce: number;
  /** Maximum number of an account's answers that are made at the same time. */
  readonly atOncePerAccount: number;
  /** Maximum number of waiting requests. */
  readonly waiting: number;
  /** Maximum number of an account's requests that wait, are answered, or whose answer is being received. */
  readonly perAccount: number;
}

/** Thrown when the account has too many requests, or when the queue is full. */
export class AccountBusy extends Error {
  override readonly name = "AccountBusy";
}

/** The account and client of a request. */
export interface Asker {
  readonly account: string;
  /** Aborts when the client disconnects. */
  readonly gone: AbortSignal;
  /** Calls back when the client has received the answer, or has disconnected. */
  whenSent(done: () => void): void;
}

/**
 * Makes an answer when its turn comes. Accounts take turns.
 *
 * @throws {AccountBusy} If the account has too many requests, or the queue is full.
 * @throws The reason of `gone`, if the client disconnects while its request waits.
 */
export type AccountQueue = <T>(asker: Asker, make: () => Promise<T>) => Promise<T>;

/** Creates the queue of a process. */
export function createAccountQueue(
  { atOnce, atOncePerAccount, waiting, perAccount }: AccountQueueLimits,
): AccountQueue {
  const accounts = createShares(perAccount);
  const slots = createFairSemaphore({
    permits: atOnce,
    permitsPerSubject: atOncePerAccount,
    waiters: waiting,
  });
  return async ({ account, gone, whenSent }, make) => {
    const leave = accounts.take(account);
    if (leave === null) throw new AccountBusy();
    whenSent(leave);
    const release = await acquire(slots, account, gone);
    try {
      return await make();
    } finally {
      release();
    }
  };
}

async function acquire(
  slots: FairSemaphore,
  account: string,
  gone: AbortSignal,
): Promise<() => void> {
  try {
    return await slots.acquire(account, gone);
  } catch (problem) {
    throw problem instanceof QueueFull ? new AccountBusy() : problem;
  }
}
