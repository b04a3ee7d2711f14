/**
 * Recovers a server that has run out of file descriptors. After one failure to accept a connection, the
 * runtime accepts no others, but keeps listening and reports no error.
 */

import { connect, type Server, type Socket } from "node:net";
import { sleep } from "../core/sleep.ts";

/** A listening server. */
export interface AcceptingServer {
  readonly server: Server;
  /** The address on which the server listens, as configured. */
  readonly host: string;
  readonly port: number;
  /** Starts listening on the same address again. */
  listen(): void;
}

/** Number of turns of the event loop that a busy server gets to accept a connection that is waiting. */
const TURNS = 20;

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
  let hasAccepted = false;
  let own: Socket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  server.on("connection", () => hasAccepted = true);
  // If another process has taken the port, the next check tries again.
  server.on("error", () => {});
  const check = async () => {
    const started = timer;
    for (let turns = 0; own !== null && !hasAccepted && turns < TURNS; turns++) {
      await sleep(0);
    }
    if (timer !== started) return;
    const isDeaf = own !== null && !hasAccepted;
    own?.destroy();
    own = hasAccepted || isDeaf ? null : connect({ host: reachable(host), port });
    own?.on("error", () => {});
    hasAccepted = false;
    if (isDeaf) {
      server.close();
      listen();
    }
    timer = setTimeout(check, everyMs);
  };
  timer = setTimeout(check, everyMs);
  return () => {
    clearTimeout(timer);
    timer = undefined;
    own?.destroy();
  };
}

/** Returns a loopback address for a host that means every interface. */
function reachable(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  return host === "::" ? "::1" : host;
}
