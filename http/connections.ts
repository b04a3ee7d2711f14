/**
 * The connections of a server. It accepts so many, ends those that are slow or idle, and answers all
 * requests that it has let in before it stops.
 */

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
  /** Connections at once. */
  readonly most: number;
  /** Connections at once of one network. */
  readonly mostPerNetwork: number;
  /** Requests of a connection that wait for their answers at once. */
  readonly mostUnanswered: number;
  /** Connections that wait to be accepted. */
  readonly mostWaiting: number;
  /** For the head of a request, and for a new connection that sends nothing. */
  readonly headMs: number;
  /** For a whole request. */
  readonly requestMs: number;
  /** For a connection between two requests. */
  readonly idleMs: number;
  /** For an answer to be received, besides the time that its bytes have. */
  readonly receiveMs: number;
  /** The slowest pace at which a client may receive answers, in bytes a second. */
  readonly slowestPace: number;
  /** Between two looks at the times above. */
  readonly checkMs: number;
  /** Between two looks at whether the server still accepts connections. */
  readonly deafMs: number;
}

/** Maximum connections, where the system allows that many. */
export const MOST_CONNECTIONS = 1024;

/** In bytes a second: a line of 128 kbit/s gets 10 MB, in 11 minutes. */
export const SLOWEST_PACE = 16 * 1024;

/** Clients wait for an answer before they ask again; a few may pipeline. */
export const MOST_UNANSWERED = 8;

/**
 * Maximum connections that wait. The system drops what comes beyond, and whoever is dropped tries again
 * after a second.
 */
const MOST_WAITING = 2048;

/**
 * The share of the process's descriptors that connections may take, and those that wait as much again: the
 * runtime accepts all that wait before the server can refuse one. Files need some as well.
 */
const DESCRIPTOR_SHARE = 0.4;

/** Returns the limits of a server. */
export function connectionLimits(): ConnectionLimits {
  const share = Math.floor(descriptorLimit() * DESCRIPTOR_SHARE);
  const most = Math.min(MOST_CONNECTIONS, share);
  return {
    most,
    mostPerNetwork: Math.ceil(most / 4),
    mostUnanswered: MOST_UNANSWERED,
    mostWaiting: Math.min(MOST_WAITING, share),
    headMs: 10_000,
    // Longer than any route waits for a body.
    requestMs: 75_000,
    // Longer than the minute for which proxies keep theirs.
    idleMs: 75_000,
    receiveMs: 60_000,
    slowestPace: SLOWEST_PACE,
    checkMs: 1_000,
    deafMs: 5_000,
  };
}

/** Maximum bytes of a request's head. */
const LONGEST_HEAD = 16 * 1024;

/** Where to accept connections, and what answers. */
export interface ConnectionOptions {
  readonly app: App;
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  /** Reports whether a peer, such as a proxy, may hold any number of connections. */
  isTrusted(peer: string): boolean;
  readonly telemetry: Telemetry | null;
}

/** A server that accepts connections. */
export interface Connections {
  readonly port: number;
  /** Stops accepting, ends idle connections at once, and waits until all requests are answered. */
  shutdown(): Promise<void>;
}

/**
 * Starts to accept connections.
 *
 * @throws {Error} If the system refuses the address; `code` says why.
 */
export async function acceptConnections(
  { app, host, port, isTrusted, telemetry }: ConnectionOptions,
  limits: ConnectionLimits = connectionLimits(),
): Promise<Connections> {
  await needNetwork(host, port);
  const { most, mostPerNetwork, mostWaiting } = limits;
  const networks = createShares(mostPerNetwork);
  // A connection may be unused nearly as long as it is kept, and then begin to send a head.
  const unusedMs = limits.idleMs + limits.headMs;
  const open = createOpenConnections({ ...limits, unusedMs });
  const server = createServer({
    IncomingMessage: BoundedRequest,
    headersTimeout: limits.headMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.idleMs,
    connectionsCheckingInterval: limits.checkMs,
    maxHeaderSize: LONGEST_HEAD,
  });
  server.on("connection", (socket: Socket) => {
    if (open.count() >= most) return void socket.destroy();
    const { remoteAddress: peer = "" } = socket;
    const leave = isTrusted(peer) ? () => {} : networks.take(networkOf(peer));
    if (leave === null) return void socket.destroy();
    open.add(socket);
    socket.once("close", leave);
  });
  // This replaces the global Request and Response by quicker ones, which have no `bytes()`.
  const answer = getRequestListener((request, { incoming, outgoing }) => {
    // The parser takes a line without a version for HTTP/0.9.
    if ((incoming as IncomingMessage).httpVersionMajor === 0) return wrongVersion();
    const { socket } = incoming as IncomingMessage;
    const whenSent = (done: () => void) => open.whenSent(socket, outgoing as ServerResponse, done);
    const fetched = () => app.fetch(request, socket.remoteAddress ?? "", whenSent);
    return telemetry === null ? fetched() : telemetry.inRequest(outgoing, fetched);
  });
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    if (open.begin(request, response)) void answer(request, response);
  });
  server.listen(port, host, mostWaiting);
  await once(server, "listening");
  const bound = (server.address() as AddressInfo).port;
  const listen = () => void server.listen(bound, host, mostWaiting);
  const slow = setInterval(() => open.endSlow(performance.now()), limits.checkMs);
  const stopChecks = keepAccepting({ server, host, port: bound, listen }, limits.deafMs);
  return {
    port: bound,
    async shutdown() {
      stopChecks();
      const closed = once(server, "close");
      server.close();
      open.endIdle();
      await closed;
      clearInterval(slow);
    },
  };
}

/** Asks for what `node:net` would fail for where nothing catches it. */
async function needNetwork(host: string, port: number): Promise<void> {
  const place = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  const { state } = await Deno.permissions.request({ name: "net", host: place });
  if (state === "granted") return;
  throw new Deno.errors.NotCapable(`Requires net access to "${place}", run with --allow-net`);
}

function wrongVersion(): Response {
  return new Response("Use HTTP/1.1", { status: 505, headers: { Connection: "close" } });
}

/** Returns how many files and connections the system lets this process open; infinity if unknown. */
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
