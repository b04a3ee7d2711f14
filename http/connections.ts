/** Accepts a limited number of connections, closes slow and idle ones, and drains requests on shutdown. */

import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { networkOf } from "../core/client_network.ts";
import { createShares } from "../core/shares.ts";
import type { App } from "./base_app.ts";
import { BoundedRequest } from "./bounded_request.ts";
import { keepAccepting } from "./keep_accepting.ts";
import { createOpenConnections } from "./open_connections.ts";
import type { Telemetry } from "./telemetry.ts";

/** The limits of connections. Times are in milliseconds. */
export interface ConnectionLimits {
  /** Maximum number of connections. */
  readonly most: number;
  /** Maximum number of connections from one network. */
  readonly maxPerNetwork: number;
  /** Maximum number of unanswered requests on one connection. */
  readonly maxUnanswered: number;
  /** Maximum number of connections in the system's accept queue. */
  readonly maxWaiting: number;
  /** Timeout of a request's head, and of a new connection that sends nothing. */
  readonly headMs: number;
  /** Timeout of a whole request. */
  readonly requestMs: number;
  /** Timeout of a connection between requests. */
  readonly idleMs: number;
  /** Timeout for a client to receive a response, in addition to the time for its bytes. */
  readonly receiveMs: number;
  /** Minimum speed at which a client must receive responses, in bytes a second. */
  readonly minBytesPerSecond: number;
  /** Interval of checks of the timeouts above. */
  readonly checkMs: number;
  /** Interval of checks that the server still accepts connections. */
  readonly deafMs: number;
}

/** Maximum number of connections, if the system allows that many. */
export const MAX_CONNECTIONS = 1024;

/** Minimum speed of clients in bytes a second. This is 128 kbit/s: 10 MB take 11 minutes. */
export const MIN_BYTES_PER_SECOND = 16 * 1024;

/** Maximum number of unanswered requests on one connection. Few clients pipeline at all. */
export const MAX_UNANSWERED = 8;

/** Length of the accept queue. While the queue is full, the system drops new connections, and clients retry. */
const MAX_WAITING = 2048;

/**
 * The share of the process's file descriptors for open connections. The accept queue gets the same share,
 * because the runtime accepts the whole queue before the server can refuse any of its connections. The
 * remaining descriptors are for files.
 */
const DESCRIPTOR_SHARE = 0.4;

/** Returns the limits for this process. */
export function connectionLimits(): ConnectionLimits {
  const share = Math.floor(descriptorLimit() * DESCRIPTOR_SHARE);
  const most = Math.min(MAX_CONNECTIONS, share);
  return {
    most,
    maxPerNetwork: Math.ceil(most / 4),
    maxUnanswered: MAX_UNANSWERED,
    maxWaiting: Math.min(MAX_WAITING, share),
    headMs: 10_000,
    // This timeout is longer than the timeout of any route for a body.
    requestMs: 75_000,
    // Proxies keep idle connections for a minute, so the server must keep them for longer.
    idleMs: 75_000,
    receiveMs: 60_000,
    minBytesPerSecond: MIN_BYTES_PER_SECOND,
    checkMs: 1_000,
    deafMs: 5_000,
  };
}

/** Maximum size of a request's head, in bytes. */
const MAX_HEAD_BYTES = 16 * 1024;

/** The app to serve, and the address to listen on. */
export interface ConnectionOptions {
  readonly app: App;
  readonly host: string;
  /** The port; 0 for any free one. */
  readonly port: number;
  /** Reports whether a peer, such as a trusted proxy, is exempt from the limit per network. */
  isTrusted(peer: string): boolean;
  readonly telemetry: Telemetry | null;
}

/** A server that accepts connections. */
export interface Connections {
  readonly port: number;
  /** Stops accepting, closes idle connections, and waits for all requests in flight. */
  shutdown(): Promise<void>;
}

/**
 * Starts accepting connections.
 *
 * @throws {Error} If the system refuses the address. The error's `code` identifies the reason.
 */
export async function acceptConnections(
  { app, host, port, isTrusted, telemetry }: ConnectionOptions,
  limits: ConnectionLimits = connectionLimits(),
): Promise<Connections> {
  await needNetwork(host, port);
  const { most, maxPerNetwork, maxWaiting } = limits;
  const networks = createShares(maxPerNetwork);
  // A connection that is idle may begin to send a request's head just before its idle timeout.
  const unusedMs = limits.idleMs + limits.headMs;
  const open = createOpenConnections({ ...limits, unusedMs });
  const server = createServer({
    IncomingMessage: BoundedRequest,
    headersTimeout: limits.headMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.idleMs,
    connectionsCheckingInterval: limits.checkMs,
    maxHeaderSize: MAX_HEAD_BYTES,
  });
  server.on("connection", (socket: Socket) => {
    if (open.count() >= most) return void socket.destroy();
    const { remoteAddress: peer = "" } = socket;
    const leave = isTrusted(peer) ? () => {} : networks.take(networkOf(peer));
    if (leave === null) return void socket.destroy();
    open.add(socket);
    socket.once("close", leave);
  });
  // `getRequestListener` replaces the global Request and Response with faster classes that have no `bytes()`.
  const answer = getRequestListener((request, { incoming, outgoing }) => {
    // The parser takes a request line without a version for HTTP/0.9.
    if ((incoming as IncomingMessage).httpVersionMajor === 0) return wrongVersion();
    const { socket } = incoming as IncomingMessage;
    const whenSent = (done: () => void) => open.whenSent(socket, outgoing as ServerResponse, done);
    const fetched = () => app.fetch(request, socket.remoteAddress ?? "", whenSent);
    return telemetry === null ? fetched() : telemetry.inRequest(outgoing, fetched);
  });
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    if (open.begin(request, response)) void answer(request, response);
  });
  server.listen(port, host, maxWaiting);
  await once(server, "listening");
  const bound = (server.address() as AddressInfo).port;
  const listen = () => void server.listen(bound, host, maxWaiting);
  const slow = setInterval(() => open.endSlow(performance.now()), limits.checkMs);
  const stopChecks = keepAccepting({ server, host, port: bound, listen }, limits.deafMs);
  return {
    port: bound,
    async shutdown() {
      stopChecks();
      // A server that is not listening, because it is about to listen again, emits no `close` event.
      const closed = server.listening ? once(server, "close") : null;
      server.close();
      open.endIdle();
      await closed;
      clearInterval(slow);
    },
  };
}

/** Asks Deno for net access. If it were missing, `node:net` would throw an error that no handler can catch. */
async function needNetwork(host: string, port: number): Promise<void> {
  const place = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  const { state } = await Deno.permissions.request({ name: "net", host: place });
  if (state === "granted") return;
  throw new Deno.errors.NotCapable(`Requires net access to "${place}", run with --allow-net`);
}

function wrongVersion(): Response {
  return new Response("Use HTTP/1.1", { status: 505, headers: { Connection: "close" } });
}

/** Returns the maximum number of file descriptors of the process; infinity if the number is unknown. */
function descriptorLimit(): number {
  if (Deno.build.os !== "linux") return Infinity;
  try {
    const limits = Deno.readTextFileSync("/proc/self/limits");
    return Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Infinity);
  } catch (problem) {
    if (problem instanceof Deno.errors.NotCapable) return Infinity;
    throw problem;
  }
}
