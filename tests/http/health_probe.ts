/** Holds that a server answers others quickly, whatever a test does to it. */

import { deepEqual, ok } from "node:assert/strict";
import type { ProbeAnswer, ProbeTask } from "./health_probe_worker.ts";

/** How long `/health` may take at any moment, in milliseconds. */
const LONGEST_MS = 250;

/** Where the probe's requests come from, and go to. */
export interface ProbeOptions {
  /** The local address; `127.0.0.1` if left out. Another one is another client to the server. */
  readonly from?: string;
  /** The server's process; the test's own if left out. */
  readonly pid?: number;
}

/**
 * Does some work while `/health` is asked every 50 ms, each time over a new connection.
 *
 * The probe runs on a thread of its own. Two shares of the machine are not held against the server: what
 * a control server on that thread takes, and how long the server's threads waited for a processor. On a
 * machine that does nothing else, both are next to nothing.
 *
 * @param origin The origin of the server, such as `http://127.0.0.1:40001`.
 * @returns What the work returned.
 * @throws {AssertionError} If an ask failed, or took longer than 250 ms.
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
    const late = answers.filter(({ ms, controlMs, waitedMs }) =>
      ms > LONGEST_MS + controlMs + waitedMs
    ).map(({ ms, controlMs, waitedMs }) =>
      `${ms.toFixed()} ms (control: ${controlMs.toFixed()} ms, waited: ${waitedMs.toFixed()} ms)`
    );
    ok(late.length === 0, `/health took longer than ${LONGEST_MS} ms: ${late.join(", ")}`);
    return result;
  } finally {
    worker.terminate();
  }
}

/** Sends the worker a message and returns what it answers. */
function told(worker: Worker, message: ProbeTask | "stop"): Promise<readonly ProbeAnswer[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly ProbeAnswer[]>();
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = ({ message }) => reject(new Error(message));
  worker.postMessage(message);
  return promise;
}
