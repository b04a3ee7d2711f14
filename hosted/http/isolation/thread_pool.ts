/** A pool of a few threads, which accounts use in turn. */

import { createFairQueue, type FairQueue, QueueFull } from "../../../core/fair_queue.ts";
import { createShares } from "../../../core/shares.ts";
import type { ThreadHandle } from "./thread_starter.ts";

/** Maximum number of waiting jobs of one account, and of all accounts. */
const MOST_WAITING = 16;
const MOST_WAITING_OF_ALL = 64;

/** Too many jobs wait for a thread. */
export class PoolBusy extends Error {}

/** The options of a pool. */
export interface ThreadPoolOptions {
  /** Maximum number of threads, 3 or more. Two accounts cannot have them all. */
  readonly size: number;
  start(): Promise<ThreadHandle>;
}

/** Runs jobs on threads. Threads start on demand, and ended threads are replaced. */
export class ThreadPool {
  readonly #size: number;
  readonly #share: number;
  readonly #start: () => Promise<ThreadHandle>;
  readonly #idle = new Set<ThreadHandle>();
  readonly #taken = new Map<string, number>();
  readonly #waitingShares = createShares(MOST_WAITING);
  readonly #waiting: FairQueue = createFairQueue(MOST_WAITING_OF_ALL);

  constructor({ size, start }: ThreadPoolOptions) {
    this.#size = size;
    this.#share = Math.max(1, Math.floor((size - 1) / 2));
    this.#start = start;
  }

  /**
   * Runs a job on a thread when one is free.
   *
   * @param account The account of the job.
   * @param signal Aborts if the caller gives up. A waiting job then does not start.
   * @throws {PoolBusy} If too many jobs wait.
   */
  async use<T>(
    account: string,
    signal: AbortSignal | null,
    job: (thread: ThreadHandle) => Promise<T>,
  ): Promise<T> {
    await this.#turn(account, signal);
    try {
      return await this.#run(job);
    } finally {
      this.#release(account);
    }
  }

  async #run<T>(job: (thread: ThreadHandle) => Promise<T>): Promise<T> {
    const thread = this.#takeIdle() ?? await this.#start();
    try {
      return await job(thread);
    } finally {
      if (!thread.isOver) this.#idle.add(thread);
    }
  }

  /** Removes an idle thread that still runs, and returns it. */
  #takeIdle(): ThreadHandle | undefined {
    for (const thread of this.#idle) {
      this.#idle.delete(thread);
      if (!thread.isOver) return thread;
    }
    return undefined;
  }

  async #turn(account: string, signal: AbortSignal | null): Promise<void> {
    signal?.throwIfAborted();
    if (this.#isFreeFor(account)) return this.#take(account);
    const leave = this.#waitingShares.take(account);
    if (leave === null) throw new PoolBusy();
    try {
      await this.#waiting.turn(account, signal);
    } catch (problem) {
      throw problem instanceof QueueFull ? new PoolBusy() : problem;
    } finally {
      leave();
    }
  }

  #isFreeFor(account: string): boolean {
    const taken = [...this.#taken.values()].reduce((sum, each) => sum + each, 0);
    return taken < this.#size && (this.#taken.get(account) ?? 0) < this.#share;
  }

  #take(account: string): void {
    this.#taken.set(account, (this.#taken.get(account) ?? 0) + 1);
  }

  /** Frees a thread for the account whose turn it is. */
  #release(account: string): void {
    const left = (this.#taken.get(account) ?? 0) - 1;
    if (left > 0) this.#taken.set(account, left);
    else this.#taken.delete(account);
    const next = this.#waiting.callNext((each) => this.#isFreeFor(each));
    if (next !== null) this.#take(next);
  }
}
