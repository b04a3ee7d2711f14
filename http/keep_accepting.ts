/**
 * Recovery from running out of descriptors. The runtime fails to accept a connection once, and then
 * accepts no others, though it goes on listening and reports no error.
 */

import { connect, type Server, type Socket } from "node:net";

/** A server, and how it listens. */
export interface AcceptingServer {
  readonly server: Server;
  /** The address to listen at, as the operator named it. */
  readonly host: string;
  readonly port: number;
  /** Listens at the same address again. */
  listen(): void;
}

/**
 * Listens again whenever the server accepts nothing any more, not even a connection of its own.
 *
 * @param everyMs Time between two checks, in milliseconds. The second one that finds nothing acts.
 * @returns Ends the checks.
 */
export function keepAccepting(
  { server, host, port, listen }: AcceptingServer,
  everyMs: number,
): () => void {
  let hasAccepted = false;
  let own: Socket | null = null;
  server.on("connection", () => hasAccepted = true);
  // Another process may have taken the port meanwhile: the next check tries again.
  server.on("error", () => {});
  const check = () => {
    const isDeaf = own !== null && !hasAccepted;
    own?.destroy();
    own = hasAccepted || isDeaf ? null : connect({ host: reachable(host), port });
    own?.on("error", () => {});
    hasAccepted = false;
    if (!isDeaf) return;
    server.close();
    listen();
  };
  const timer = setInterval(check, everyMs);
  return () => {
    clearInterval(timer);
    own?.destroy();
  };
}

/** A host that means every interface is reached by the loopback. */
function reachable(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  return host === "::" ? "::1" : host;
}
