/**
 * Requests `/health` from its own thread, so that a busy test does not count as a busy server. With
 * each request, it also measures a control server on the same thread, and reads how long the server's
 * threads waited for a processor. Both values are high on a busy machine.
 */

const EVERY_MS = 50;

/** Timeout of a request, in milliseconds. */
const GIVE_UP_MS = 30_000;

/** The message that starts the worker. */
export interface ProbeTask {
  /** The origin of the server, such as `http://127.0.0.1:40001`. */
  readonly origin: string;
  /** The local address that requests come from. */
  readonly from: string;
  /** The server's process. */
  readonly pid: number;
}

/** The results of a request to the server and of one to the control server. */
export interface ProbeAnswer {
  /** The server's HTTP status, or the reason for a failure. */
  readonly outcome: number | string;
  readonly ms: number;
  readonly controlMs: number;
  /** Longest time that a server's thread was runnable without a processor. */
  readonly waitedMs: number;
}

/** The part of a worker's globals that we use. */
interface WorkerScope {
  postMessage(answers: readonly ProbeAnswer[]): void;
  addEventListener(
    type: "message",
    listener: (event: MessageEvent<ProbeTask | "stop">) => void,
  ): void;
}

const scope = globalThis as unknown as WorkerScope;
const control = Deno.serve(
  { hostname: "127.0.0.1", port: 0, onListen() {} },
  () => new Response(),
);
const controlUrl = `http://127.0.0.1:${control.addr.port}/`;
const asks: Promise<ProbeAnswer>[] = [];
let stop: () => void;

scope.addEventListener("message", async ({ data }) => {
  if (data !== "stop") return await begin(data);
  stop();
  scope.postMessage(await Promise.all(asks));
});

async function begin({ origin, from, pid }: ProbeTask): Promise<void> {
  // A new client has no open connection.
  const client = Deno.createHttpClient({ localAddress: from, poolMaxIdlePerHost: 0 });
  const controlClient = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
  const ask = async (): Promise<ProbeAnswer> => {
    const before = waits(pid);
    const [server, { ms: controlMs }] = await Promise.all([
      timed(`${origin}/health`, client),
      timed(controlUrl, controlClient),
    ]);
    const waited = [...waits(pid)].map(([task, ms]) => ms - (before.get(task) ?? ms));
    return { ...server, controlMs, waitedMs: Math.max(0, ...waited) };
  };
  // The first request loads code.
  await ask();
  const timer = setInterval(() => asks.push(ask()), EVERY_MS);
  stop = () => {
    clearInterval(timer);
    asks.push(ask());
  };
  scope.postMessage([]);
}

async function timed(url: string, client: Deno.HttpClient) {
  const start = performance.now();
  const outcome = await statusOf(url, client);
  return { outcome, ms: performance.now() - start };
}

async function statusOf(url: string, client: Deno.HttpClient): Promise<number | string> {
  try {
    const response = await fetch(url, { client, signal: AbortSignal.timeout(GIVE_UP_MS) });
    await response.body?.cancel();
    return response.status;
  } catch (problem) {
    return String(problem);
  }
}

/** Returns the milliseconds that each thread has waited for a processor (Linux' `schedstat`). */
function waits(pid: number): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { name } of Deno.readDirSync(`/proc/${pid}/task`)) {
    const [, ns] = textOf(`/proc/${pid}/task/${name}/schedstat`).split(" ");
    if (ns !== undefined) found.set(name, Number(ns) / 1e6);
  }
  return found;
}

/** Reads a file of a thread; empty if the thread has ended. */
function textOf(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return "";
  }
}
