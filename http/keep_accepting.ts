/**
 * Recovers a server that has run out of file descriptors. After a failure to accept a connection, the runtime
 * accepts no more connections, but keeps listening and reports no error.
 */

import { connect, type Server, type Socket } from "node:net";

/** A listening server. */
export interface AcceptingServer {
  readonly server: Server;
  /** The address on which the server listens, as configured. */
  readonly host: string;
  readonly port: number;
  /** Listens on the same address again. */
  listen(): void;
}

/**
 * Number of timers that make up an interval. Each timer runs late on a busy event loop, so a busy server gets
 * more time to accept.
 */
const STEPS = 5;

/**
 * Checks at intervals whether the server accepts connections. If no client has connected since the last
 * check, the check opens a connection itself. If the server has not accepted that connection by the next
 * check, the check makes the server listen again.
 *
 * @param everyMs Interval of the checks in milliseconds.
 * @returns A function that stops the checks.
 */
export function keepAccepting(
  { server, host, port, listen }: AcceptingServer,
  everyMs: number,
): () => void {
  // Older runtimes emit no `connection` events, so a server that has never emitted one may still accept
  // connections.
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
