/**
 * Recovers a server that has run out of file descriptors. After one failure to accept a connection, the
 * runtime accepts no others, but keeps listening and reports no error.
 */

import { connect, type Server, type Socket } from "node:net";

/** A listening server. */
export interface AcceptingServer {
  readonly server: Server;
  /** The address on which the server listens, as configured. */
  readonly host: string;
  readonly port: number;
  /** Starts listening on the same address again. */
  listen(): void;
}

/** Number of steps in an interval. A busy event loop takes fewer steps, so that a busy server has more time. */
const STEPS = 5;

/**
 * Checks at intervals that the server accepts connections, and listens again if it does not. If no client
 * has connected since the last check, the check opens a connection itself. If the server has not accepted
 * that connection by the next check, it listens again.
 *
 * @param everyMs Interval of the checks in milliseconds.
 * @returns A function that stops the checks.
 */
export function keepAccepting(
  { server, host, port, listen }: AcceptingServer,
  everyMs: number,
): () => void {
  // Older runtimes emit no `connection` events, so a server that has emitted none may accept all the same.
  let hasEvents = false;
  let hasAccepted = false;
  let own: Socket | null = null;
  let steps = 0;
  server.on("connection", () => {
    hasEvents = true;
    hasAccepted = true;
  });
  // If another process has taken the port, the next check tries again.
  server.on("error", () => {});
  const check = () => {
    const isDeaf = hasEvents && own !== null && !hasAccepted;
    own?.destroy();
    own = hasAccepted || isDeaf ? null : connect({ host: reachable(host), port });
    own?.on("error", () => {});
    hasAccepted = false;
    if (!isDeaf) return;
    server.close();
    listen();
  };
  const step = () => {
    steps = (steps + 1) % STEPS;
    if (steps === 0) check();
    timer = setTimeout(step, everyMs / STEPS);
  };
  let timer = setTimeout(step, everyMs / STEPS);
  return () => {
    clearTimeout(timer);
    own?.destroy();
  };
}

/** Returns a loopback address for a host that means every interface. */
function reachable(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  return host === "::" ? "::1" : host;
}
