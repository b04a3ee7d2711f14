/** The queue of downloads, in which no account crowds out the others. */

import { createFairQueue, QueueFull } from "../../core/fair_queue.ts";
import { createShares } from "../../core/shares.ts";

/** Maximum downloads that are made at once, each for another account: an archive holds all its files. */
const AT_ONCE = 2;

/** Maximum downloads that wait to be made. */
const MOST_WAITING = 64;

/** Maximum downloads of one account that wait, are made, or are still being received. */
export const MOST_PER_ACCOUNT = 8;

/** The queue has no place for the account. */
export class DownloadsBusy extends Error {
  override readonly name = "DownloadsBusy";
}

/** Who downloads something. */
export interface Downloader {
  readonly account: string;
  /** Aborted when the client goes. */
  readonly gone: AbortSignal;
  /** Calls back once the client has received the download, or has gone. */
  whenSent(done: () => void): void;
}

/**
 * Makes a download when its turn comes: accounts take turns, and each has one made at a time.
 *
 * @throws {DownloadsBusy} If there is no place.
 * @throws The signal's reason, if the client goes while it waits.
 */
export type DownloadQueue = <T>(downloader: Downloader, make: () => Promise<T>) => Promise<T>;

/** Creates the queue of a process. */
export function createDownloadQueue(): DownloadQueue {
  const accounts = createShares(MOST_PER_ACCOUNT);
  const waiting = createFairQueue(MOST_WAITING);
  const served = new Set<string>();
  const isNotServed = (account: string) => !served.has(account);
  const turn = async (account: string, gone: AbortSignal) => {
    if (served.size < AT_ONCE && isNotServed(account)) served.add(account);
    else await waiting.turn(account, gone);
  };
  const pass = (account: string) => {
    served.delete(account);
    const next = waiting.callNext(isNotServed);
    if (next !== null) served.add(next);
  };
  return async ({ account, gone, whenSent }, make) => {
    const leave = accounts.take(account);
    if (leave === null) throw new DownloadsBusy();
    whenSent(leave);
    try {
      await turn(account, gone);
    } catch (problem) {
      throw problem instanceof QueueFull ? new DownloadsBusy() : problem;
    }
    try {
      return await make();
    } finally {
      pass(account);
    }
  };
}
