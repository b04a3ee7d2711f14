/** Tracks a server's open connections and the unanswered requests on each. */

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** The limits of each connection. Times are in milliseconds. */
export interface OpenLimits {
  /** Maximum number of unanswered requests. */
  readonly maxUnanswered: number;
  /** Timeout of a connection without a request, even if some bytes have arrived. */
  readonly unusedMs: number;
  /** Timeout for a client to receive a response, in addition to the time for its bytes. */
  readonly receiveMs: number;
  /** Minimum speed at which a client must receive responses, in bytes a second. */
  readonly minBytesPerSecond: number;
}

/** The open connections of a server. */
export interface OpenConnections {
  count(): number;
  /** Tracks a connection until it closes. */
  add(socket: Socket): void;
  /**
   * Registers a new request.
   *
   * @returns `false` if the connection was closed because it had too many unanswered requests.
   */
  begin(request: IncomingMessage, response: ServerResponse): boolean;
  /** Calls back when the client has received the response, or has disconnected. */
  whenSent(socket: Socket, response: ServerResponse, done: () => void): void;
  /**
   * Closes connections that are unused, or whose clients receive too slowly.
   *
   * @param now Milliseconds since a fixed time.
   */
  endSlow(now: number): void;
  /** Closes each connection as soon as it has no unanswered requests. */
  endIdle(): void;
}

interface Connection {
  /** The responses that are not sent yet, each with the callbacks that wait for it. */
  readonly unanswered: Map<ServerResponse, (() => void)[]>;
  /**
   * Time of the first check that found the connection without a request; `null` if there was no such check
   * since the last request.
   */
  unusedSince: number | null;
  /** Time of the first check that found unsent bytes, and the number of bytes that were sent before that check. */
  sending: { readonly since: number; readonly received: number } | null;
}

/** Creates the tracker of a server's connections. */
export function createOpenConnections(limits: OpenLimits): OpenConnections {
  const open = new Map<Socket, Connection>();
  let isEnding = false;
  const sent = (socket: Socket, response: ServerResponse) => {
    const unanswered = open.get(socket)?.unanswered;
    const callbacks = unanswered?.get(response);
    // If the connection was closed, its `close` handler has already run the callbacks.
    if (unanswered === undefined || callbacks === undefined) return;
    unanswered.delete(response);
    for (const done of callbacks) done();
    if (isEnding && unanswered.size === 0) socket.destroySoon();
  };
  return {
    count: () => open.size,
    add(socket) {
      const unanswered: Connection["unanswered"] = new Map();
      open.set(socket, { unanswered, unusedSince: null, sending: null });
      socket.once("close", () => {
        open.delete(socket);
        // A response that waits behind another response on the connection emits no `close` event itself.
        for (const callbacks of unanswered.values()) for (const done of callbacks) done();
      });
    },
    begin(request, response) {
      const { socket } = request;
      const connection = open.get(socket);
      if (connection !== undefined && connection.unanswered.size >= limits.maxUnanswered) {
        socket.destroy();
      }
      // The parser still reports requests in bytes that arrived before the connection was closed.
      if (socket.destroyed) {
        // Without this call, the runtime would destroy each request with an error, whose stack is slow to
        // create.
        request.destroy();
        return false;
      }
      // Before Deno 2.8, a request's socket is not the one that the `connection` event passed.
      if (connection === undefined) return true;
      connection.unanswered.set(response, []);
      connection.unusedSince = null;
      response.once("close", () => sent(socket, response));
      return true;
    },
    whenSent(socket, response, done) {
      const callbacks = open.get(socket)?.unanswered.get(response);
      if (callbacks === undefined) done();
      else callbacks.push(done);
    },
    endSlow(now) {
      for (const [socket, connection] of open) {
        if (isUnused(connection, limits, now) || isTooSlow(socket, connection, limits, now)) {
          socket.destroy();
        }
      }
    },
    endIdle() {
      isEnding = true;
      for (const [socket, { unanswered }] of open) if (unanswered.size === 0) socket.destroy();
    },
  };
}

function isUnused(connection: Connection, { unusedMs }: OpenLimits, now: number): boolean {
  if (connection.unanswered.size > 0) return false;
  connection.unusedSince ??= now;
  return now - connection.unusedSince > unusedMs;
}

function isTooSlow(
  { bytesWritten, writableLength }: Socket,
  connection: Connection,
  { receiveMs, minBytesPerSecond }: OpenLimits,
  now: number,
): boolean {
  if (writableLength === 0) {
    connection.sending = null;
    return false;
  }
  connection.sending ??= { since: now, received: bytesWritten - writableLength };
  const { since, received } = connection.sending;
  const bytes = bytesWritten - received;
  return now - since > receiveMs + bytes / minBytesPerSecond * 1_000;
}
