/** Starts and ends worker threads, and exchanges messages with them. */

import { MessageChannel, Worker } from "node:worker_threads";
import type {
  FromStarter,
  FromThread,
  StarterData,
  ThreadEnd,
  ToStarter,
  ToThread,
} from "./messages.ts";

/** Timeout for the start of a thread, in milliseconds. */
const START_MS = 60_000;

/** Receives the messages of a thread. */
export interface ThreadListener {
  onMessage(message: FromThread): void;
  /** Receives the reason why the thread ended. */
  onEnd(end: ThreadEnd): void;
}

/** A thread that does one job at a time. */
export interface ThreadHandle {
  listener: ThreadListener;
  readonly isOver: boolean;
  send(message: ToThread): void;
  /** Ends the thread at once. */
  end(): void;
}

/** Starts threads. */
export interface ThreadStarter {
  /** Starts a thread. @returns The thread, which is ready for a job or has already ended. */
  start(): Promise<ThreadHandle>;
  /** Ends all threads. */
  close(): Promise<void>;
}

/**
 * Creates a starter, which is a thread itself.
 *
 * @param module The module that all threads run. This module must load `role.ts`.
 * @param megabytes Memory limit of each thread in MiB, which the engine checks during garbage collection.
 */
export function createThreadStarter(module: string, megabytes: number): ThreadStarter {
  const workerData: StarterData = { role: "starter", module };
  const starter = new Worker(new URL(module), { workerData });
  const threads = new Map<number, Thread>();
  const tell = (message: ToStarter) => starter.postMessage(message);
  let lastId = 0;
  starter.on("message", ({ id, end }: FromStarter) => {
    threads.get(id)?.settle(end);
    threads.delete(id);
  });
  return {
    async start() {
      const { port1, port2 } = new MessageChannel();
      const sent = new SharedArrayBuffer(4);
      const id = ++lastId;
      const thread = new Thread(port1, sent, () => tell({ kind: "end", id }));
      threads.set(id, thread);
      starter.postMessage({ kind: "start", id, port: port2, sent, megabytes } satisfies ToStarter, [
        port2,
      ]);
      await thread.isReady(START_MS);
      return thread;
    },
    async close() {
      for (const thread of threads.values()) thread.settle("ended");
      await starter.terminate();
    },
  };
}

type Port = InstanceType<typeof MessageChannel>["port1"];

class Thread implements ThreadHandle {
  readonly #port: Port;
  readonly #sent: Int32Array;
  readonly #terminate: () => void;
  readonly #ready = Promise.withResolvers<void>();
  listener: ThreadListener;
  isOver = false;

  constructor(port: Port, sent: SharedArrayBuffer, terminate: () => void) {
    this.#port = port;
    this.#sent = new Int32Array(sent);
    this.#terminate = terminate;
    // The first message means that the thread is ready.
    this.listener = { onMessage: () => this.#ready.resolve(), onEnd: () => this.#ready.resolve() };
    port.on("message", (message: FromThread) => this.listener.onMessage(message));
  }

  async isReady(withinMs: number): Promise<void> {
    const late = setTimeout(() => this.end(), withinMs);
    await this.#ready.promise;
    clearTimeout(late);
  }

  send(message: ToThread): void {
    this.#port.postMessage(message);
    Atomics.add(this.#sent, 0, 1);
    Atomics.notify(this.#sent, 0);
  }

  end(): void {
    this.settle("ended");
    this.#terminate();
  }

  settle(end: ThreadEnd): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#port.close();
    this.listener.onEnd(end);
  }
}
