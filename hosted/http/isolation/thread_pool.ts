/** A pool of a few threads. Accounts take turns in using them. */

import { QueueFull } from "../../../core/fair_queue.ts";
import { createFairSemaphore, type FairSemaphore } from "../../../core/fair_semaphore.ts";
import { createShares } from "../../../core/shares.ts";
import type { ThreadHandle } from "./thread_starter.ts";

/** Maximum number of waiting jobs of one account, and of all accounts. */
const MAX_WAITING = 16;
const MAX_WAITING_OF_ALL = 64;

/** Thrown when too many jobs wait for a thread. */
export class PoolBusy extends Error {}

/** The options of a pool. */
export interface ThreadPoolOptions {
  /** Maximum number of threads, 3 or more. Two accounts together can never occupy all threads. */
  readonly size: number;
  start(): Promise<ThreadHandle>;
}

/** Runs jobs on threads. Threads start on demand, and ended threads are replaced. */
export class ThreadPool {
  readonly #start: () => Promise<ThreadHandle>;
  readonly #idle = new Set<ThreadHandle>();
  readonly #waitingShares = createShares(MAX_WAITING);
  readonly #threads: FairSemaphore;

  constructor({ size, start }: ThreadPoolOptions) {
    this.#threads = createFairSemaphore({
      permits: size,
      permitsPerSubject: Math.max(1, Math.floor((size - 1) / 2)),
      waiters: MAX_WAITING_OF_ALL,
    });
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
    const release = await this.#acquire(account, signal);
    try {
      return await this.#run(job);
    } finally {
      release();
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

  async #acquire(account: string, signal: AbortSignal | null): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#threads.isFree(account)) return await this.#threads.acquire(account);
    const leave = this.#waitingShares.take(account);
    if (leave === null) throw new PoolBusy();
    try {
      return await this.#threads.acquire(account, signal);
    } catch (problem) {
      throw problem instanceof QueueFull ? new PoolBusy() : problem;
    } finally {
      leave();
    }
  }
}
