/**
 * The module of the thread that starts and ends worker threads. A thread that starts another one is blocked
 * until the new thread runs, which takes half a second on a busy machine. The server's thread therefore never
 * starts worker threads itself.
 */

import { parentPort, Worker, workerData } from "node:worker_threads";
import type { FromStarter, StarterData, ThreadData, ThreadEnd, ToStarter } from "./messages.ts";

const { module } = workerData as StarterData;
const threads = new Map<number, Worker>();

parentPort?.on("message", (message: ToStarter) => {
  if (message.kind === "start") return start(message);
  void threads.get(message.id)?.terminate();
});

function start({ id, port, sent, megabytes }: Extract<ToStarter, { readonly kind: "start" }>) {
  const data: ThreadData = { role: "thread", port, sent };
  const thread = new Worker(new URL(module), {
    workerData: data,
    transferList: [port],
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  });
  threads.set(id, thread);
  const over = (end: ThreadEnd) => {
    if (!threads.delete(id)) return;
    parentPort?.postMessage({ id, end } satisfies FromStarter);
  };
  thread.on("error", (problem) => over(isOutOfMemory(problem) ? "memory" : "crash"));
  thread.on("exit", () => over("crash"));
}

function isOutOfMemory(problem: unknown): boolean {
  return Object(problem).code === "ERR_WORKER_OUT_OF_MEMORY";
}
