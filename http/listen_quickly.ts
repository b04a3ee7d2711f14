/** Serves with the runtime's own HTTP server, which starts ten times as fast as Node's. */

import type { Diagnostic } from "../core/diagnostic.ts";
import { exitCodeAfter, stopSignal } from "../mcp/stop_signal.ts";
import { systemReason } from "../workspace/system_calls.ts";
import { cannotListen, shownHost, UNKNOWN_HOST } from "./address.ts";

/** A server for one person. The number of connections is unlimited, because the runtime cannot limit it. */
export interface QuickListener {
  readonly host: string;
  /** The port; 0 for any free one. */
  readonly port: number;
  /** The hint to show if the port is taken. */
  readonly portHint: string;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Announces that the server listens at an address on this computer. */
  announce(origin: string): void;
  /** Called when a signal stops the server. */
  stopping(): void;
}

/**
 * Serves until a signal, then completes the requests in flight.
 *
 * @returns The exit code (130 after SIGINT, 0 after SIGTERM), or why the server could not start.
 */
export async function listenQuickly(listener: QuickListener): Promise<number | Diagnostic> {
  const { host, port, portHint, announce, stopping } = listener;
  // Waits for the signal from here on, because it may come right after the announcement.
  const stopped = stopSignal();
  const server = start(listener);
  if (typeof server === "string") return cannotListen({ host, port }, server, portHint);
  announce(`http://${shownHost(host)}:${server.addr.port}`);
  const signal = await stopped;
  stopping();
  // A second signal ends the wait.
  await Promise.race([server.shutdown(), stopSignal()]);
  return exitCodeAfter(signal);
}

/** Starts listening. If the system refuses the address, returns the system's reason. */
function start({ host, port, fetch }: QuickListener): Deno.HttpServer<Deno.NetAddr> | string {
  try {
    return Deno.serve({ hostname: host, port, onListen: () => {} }, fetch);
  } catch (problem) {
    const reason = systemReason(problem) ?? lookupProblem(problem);
    if (reason === null) throw problem;
    return reason;
  }
}

/**
 * Returns the reason if a host's name has no address; `null` for other problems. Recognizes the error by its
 * message, because it has no code.
 */
function lookupProblem(problem: unknown): string | null {
  const isUnknown = problem instanceof Error && /^failed to lookup address/.test(problem.message);
  return isUnknown ? UNKNOWN_HOST : null;
}
