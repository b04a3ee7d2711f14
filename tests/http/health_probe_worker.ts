/**
 * Asks for `/health` from a thread of its own, so that a busy test does not count as a busy server.
 * Each time it also asks a control, a server on the same thread that does nothing else, and reads how
 * long the system kept the server waiting for a processor. Both show a busy machine.
 */

const EVERY_MS = 50;

/** Ends an ask of a server that would never answer. */
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

/** One ask of both servers. */
export interface ProbeAnswer {
  /** The server's HTTP status, or the reason that there was none. */
  readonly outcome: number | string;
  readonly ms: number;
  readonly controlMs: number;
  /** The longest that a thread of the server was ready and had no processor. */
  readonly waitedMs: number;
}

/** What the worker calls and hears; the library of the browser's window does not declare it. */
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
  // A stranger has no connection from before.
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
  // The first ask loads code here and there.
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

/** Milliseconds that each thread of a process has waited for a processor (`schedstat` of Linux). */
function waits(pid: number): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { name } of Deno.readDirSync(`/proc/${pid}/task`)) {
    const [, ns] = textOf(`/proc/${pid}/task/${name}/schedstat`).split(" ");
    if (ns !== undefined) found.set(name, Number(ns) / 1e6);
  }
  return found;
}

/** The text of a file; none if the thread that it tells of has ended. */
function textOf(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return "";
  }
}
