/** Runs one job on a thread: answers the thread's questions, limits its time, and ends it. */

import type { CallHost } from "./call_host.ts";
import { WorkThrew } from "./call_host.ts";
import type { FromThread, Question, ToThread } from "./messages.ts";
import type { ThreadHandle, ThreadListener } from "./thread_starter.ts";

/** The reason why a job was ended: a limit, or the failure of its thread. */
export type JobLimit = "time" | "memory" | "crash";

/** Thrown when a job is ended before it has a result. */
export class JobEnded extends Error {
  readonly reason: JobLimit;

  constructor(reason: JobLimit) {
    super(`The job was ended (${reason})`);
    this.reason = reason;
  }
}

/** The limits and the host of a job. */
export interface JobOptions {
  /** Maximum computing time of the thread in milliseconds. Waiting does not count. */
  readonly computingMs: number;
  /** Answers the job's questions; `null` for a job without questions. */
  readonly host: CallHost | null;
  progress(message: string): void;
}

/**
 * Runs a job on a thread.
 *
 * @returns The job's result.
 * @throws {JobEnded} If the job exceeded a limit or its thread failed. The thread is ended, too.
 */
export async function runJob(
  thread: ThreadHandle,
  job: ToThread,
  options: JobOptions,
): Promise<unknown> {
  return await new Conversation(thread, options).run(job);
}

class Conversation {
  readonly #thread: ThreadHandle;
  readonly #options: JobOptions;
  readonly #result = Promise.withResolvers<unknown>();
  readonly #works = new Map<number, PromiseWithResolvers<void>>();
  #msLeft: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #since = 0;
  /** Number of questions whose answers the thread waits for. The clock runs only while there are none. */
  #asked = 0;

  constructor(thread: ThreadHandle, options: JobOptions) {
    this.#thread = thread;
    this.#options = options;
    this.#msLeft = options.computingMs;
  }

  async run(job: ToThread): Promise<unknown> {
    if (this.#thread.isOver) throw new JobEnded("crash");
    this.#thread.listener = {
      onMessage: (message) => this.#receive(message),
      onEnd: (end) => this.#end(end === "memory" ? "memory" : "crash"),
    };
    this.#startClock();
    this.#thread.send(job);
    try {
      return await this.#result.promise;
    } finally {
      this.#stopClock();
      this.#thread.listener = NO_LISTENER;
    }
  }

  #receive(message: FromThread): void {
    switch (message.kind) {
      case "result":
        return this.#result.resolve(message.value);
      case "threw":
        return this.#result.reject(this.#options.host?.problem(message.number));
      case "bug": {
        const bug = new Error(message.message);
        bug.stack = message.stack;
        return this.#result.reject(bug);
      }
      case "progress":
        return this.#options.progress(message.message);
      case "ask":
        return void this.#answer(message.id, message.question);
      case "worked": {
        this.#waits();
        const work = this.#works.get(message.id);
        return message.threw ? work?.reject(new WorkThrew()) : work?.resolve();
      }
    }
  }

  async #answer(id: number, question: Question): Promise<void> {
    const { host } = this.#options;
    if (host === null) return;
    this.#waits();
    try {
      const value = await host.answer(question, () => this.#work(id));
      this.#reply({ kind: "answer", id, value });
    } catch (problem) {
      this.#reply({ kind: "problem", id, problem: host.keep(problem) });
    }
  }

  #reply(message: ToThread): void {
    if (this.#thread.isOver) return;
    this.#thread.send(message);
    this.#computes();
  }

  /** Tells the thread to run the work of a `begin` question, possibly again. */
  #work(id: number): Promise<void> {
    const work = Promise.withResolvers<void>();
    if (this.#thread.isOver) throw new JobEnded("crash");
    this.#works.set(id, work);
    this.#reply({ kind: "work", id });
    return work.promise;
  }

  #waits(): void {
    if (this.#asked++ === 0) this.#stopClock();
  }

  #computes(): void {
    if (--this.#asked === 0) this.#startClock();
  }

  #startClock(): void {
    this.#since = performance.now();
    this.#timer = setTimeout(() => this.#end("time"), this.#msLeft);
  }

  #stopClock(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#msLeft = Math.max(0, this.#msLeft - (performance.now() - this.#since));
  }

  /** Ends the job and its thread. Work under a project's lock fails, but changes that it has applied stay. */
  #end(reason: JobLimit): void {
    const ended = new JobEnded(reason);
    this.#result.reject(ended);
    for (const work of this.#works.values()) work.reject(ended);
    this.#thread.end();
  }
}

/** The listener of a thread without a job. */
const NO_LISTENER: ThreadListener = { onMessage() {}, onEnd() {} };
