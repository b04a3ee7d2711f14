/** Checks that a server stays responsive during a test's work. */

import { deepEqual, ok } from "node:assert/strict";
import { IS_FULL_TIER } from "../tools/tier.ts";
import type { ProbeAnswer, ProbeTask } from "./health_probe_worker.ts";

/** Maximum response time of `/health`, in milliseconds. In the quick tier, every answer is in time. */
const MAX_MS = IS_FULL_TIER ? 250 : Infinity;

/** The addresses of the probe. */
export interface ProbeOptions {
  /** The local address; default `127.0.0.1`. The server sees another address as another client. */
  readonly from?: string;
  /** The server's process; by default the test's own. */
  readonly pid?: number;
}

/**
 * Runs work while requesting `/health` every 50 ms over new connections.
 *
 * The probe runs on its own thread. From each response time, the probe subtracts two delays that a
 * busy machine causes: the response time of a control server on that thread, and the time that the
 * server's threads waited for a processor. On an idle machine, both are close to zero.
 *
 * @param origin The origin of the server, such as `http://127.0.0.1:40001`.
 * @returns The work's result.
 * @throws {AssertionError} If a request failed, or took longer than 250 ms in the full tier.
 */
export async function staysResponsive<T>(
  origin: string,
  work: () => Promise<T>,
  { from = "127.0.0.1", pid = Deno.pid }: ProbeOptions = {},
): Promise<T> {
  const worker = new Worker(new URL("./health_probe_worker.ts", import.meta.url), {
    type: "module",
  });
  try {
    await told(worker, { origin, from, pid });
    const result = await work();
    const answers = await told(worker, "stop");
    deepEqual(answers.map(({ outcome }) => outcome).filter((outcome) => outcome !== 200), []);
    const late = answers.filter(({ ms, controlMs, waitedMs }) => ms > MAX_MS + controlMs + waitedMs)
      .map(({ ms, controlMs, waitedMs }) =>
        `${ms.toFixed()} ms (control: ${controlMs.toFixed()} ms, waited: ${waitedMs.toFixed()} ms)`
      );
    ok(late.length === 0, `/health took longer than ${MAX_MS} ms: ${late.join(", ")}`);
    return result;
  } finally {
    worker.terminate();
  }
}

/** Sends the worker a message, and returns its answer. */
function told(worker: Worker, message: ProbeTask | "stop"): Promise<readonly ProbeAnswer[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly ProbeAnswer[]>();
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = ({ message }) => reject(new Error(message));
  worker.postMessage(message);
  return promise;
}
