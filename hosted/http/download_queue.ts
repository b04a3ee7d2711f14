/** A fair queue of downloads: no account can crowd out the others. */

import { QueueFull } from "../../core/fair_queue.ts";
import { createFairSemaphore, type FairSemaphore } from "../../core/fair_semaphore.ts";
import { createShares } from "../../core/shares.ts";

/** Maximum number of downloads that are built at the same time, each for a different account. */
const AT_ONCE = 2;

/** Maximum number of waiting downloads. */
const MAX_WAITING = 64;

/** Maximum number of an account's downloads that wait, are built, or are being received. */
export const MAX_PER_ACCOUNT = 8;

/** Thrown when the account has too many downloads, or when the queue is full. */
export class DownloadsBusy extends Error {
  override readonly name = "DownloadsBusy";
}

/** The account and client of a download. */
export interface Downloader {
  readonly account: string;
  /** Aborts when the client disconnects. */
  readonly gone: AbortSignal;
  /** Calls back when the client has received the download, or has disconnected. */
  whenSent(done: () => void): void;
}

/**
 * Builds a download when its turn comes. Accounts take turns, and the queue builds only one download per
 * account at a time.
 *
 * @throws {DownloadsBusy} If the account has too many downloads, or the queue is full.
 * @throws The reason of `gone`, if the client disconnects while its download waits.
 */
export type DownloadQueue = <T>(downloader: Downloader, make: () => Promise<T>) => Promise<T>;

/** Creates the queue of a process. */
export function createDownloadQueue(): DownloadQueue {
  const accounts = createShares(MAX_PER_ACCOUNT);
  const slots = createFairSemaphore({
    permits: AT_ONCE,
    permitsPerSubject: 1,
    waiters: MAX_WAITING,
  });
  return async ({ account, gone, whenSent }, make) => {
    const leave = accounts.take(account);
    if (leave === null) throw new DownloadsBusy();
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
    throw problem instanceof QueueFull ? new DownloadsBusy() : problem;
  }
}
