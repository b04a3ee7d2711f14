/** Serves with the runtime's own HTTP server, which starts ten times as fast as Node's. */

import type { Diagnostic } from "../core/diagnostic.ts";
import { exitCodeAfter, stopSignal } from "../mcp/stop_signal.ts";
import { systemReason } from "../workspace/system_calls.ts";
import { addressProblem, cannotListen, shownHost, UNKNOWN_HOST } from "./address.ts";
import type { Connections } from "./connections.ts";

/**
 * A server for one person. The number of connections is unlimited while the runtime serves, because it cannot
 * limit it.
 */
export interface QuickListener {
  readonly host: string;
  /** The port; 0 for any free one. */
  readonly port: number;
  /** The hint to show if the port is taken. */
  readonly portHint: string;
  /**
   * Whether a response can have the status 205. The runtime sends that status without a length, and clients wait
   * for more, so Node's server has to serve.
   */
  readonly canReset: boolean;
  readonly fetch: (request: Request) => Promise<Response>;
  /**
   * Announces that the server listens at an address on this computer.
   *
   * @param allowReset Lets Node's server serve from then on. Call it before a response can have the status 205.
   */
  announce(origin: string, allowReset: () => Promise<void>): void;
  /** Called when a signal stops the server. */
  stopping(): void;
}

/**
 * Serves until a signal, then completes the requests in flight.
 *
 * @returns The exit code (130 after SIGINT, 0 after SIGTERM), or why the server could not listen.
 */
export async function listenQuickly(listener: QuickListener): Promise<number | Diagnostic> {
  const { host, port, portHint, canReset, announce, stopping } = listener;
  // Waits for the signal from here on, because it may come right after the announcement.
  const stopped = stopSignal();
  const isWanted = Promise.withResolvers<void>();
  const isDone = Promise.withResolvers<void>();
  if (canReset) isDone.resolve();
  let server = await start(listener);
  if (typeof server === "string") return cannotListen({ host, port }, server, portHint);
  announce(`http://${shownHost(host)}:${server.port}`, () => {
    isWanted.resolve();
    return isDone.promise;
  });
  const isReset = isWanted.promise.then(() => true);
  if (!canReset && await Promise.race([isReset, stopped.then(() => false)])) {
    const { port } = server;
    await server.shutdown();
    server = await start({ ...listener, port, canReset: true });
    if (typeof server === "string") return cannotListen({ host, port }, server, portHint);
    isDone.resolve();
  }
  const signal = await stopped;
  stopping();
  // A second signal ends the wait.
  await Promise.race([server.shutdown(), stopSignal()]);
  return exitCodeAfter(signal);
}

/** A server that listens. */
type Listening = Pick<Connections, "port" | "shutdown">;

/** Starts listening. If the system refuses the address, returns the system's reason. */
async function start(listener: QuickListener): Promise<Listening | string> {
  try {
    return listener.canReset ? await startNode(listener) : startRuntime(listener);
  } catch (problem) {
    const reason = systemReason(problem) ?? addressProblem(problem) ?? lookupProblem(problem);
    if (reason === null) throw problem;
    return reason;
  }
}

function startRuntime({ host, port, fetch }: QuickListener): Listening {
  const server = Deno.serve({ hostname: host, port, onListen: () => {} }, fetch);
  return { port: server.addr.port, shutdown: () => server.shutdown() };
}

async function startNode({ host, port, fetch }: QuickListener): Promise<Listening> {
  const { acceptConnections } = await import("./connections.ts");
  const app = { fetch, inFlight: () => 0 };
  return await acceptConnections({ app, host, port, isTrusted: () => true, telemetry: null });
}

/**
 * Returns the reason if a host's name has no address; `null` for other problems. Recognizes the error by its
 * message, because it has no code.
 */
function lookupProblem(problem: unknown): string | null {
  const isUnknown = problem instanceof Error && /^failed to lookup address/.test(problem.message);
  return isUnknown ? UNKNOWN_HOST : null;
}
