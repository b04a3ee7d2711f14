/** The open connections of a server, and the requests on each that wait for their answers. */

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** The limits of each connection. Times are in milliseconds. */
export interface OpenLimits {
  /** Requests that wait for their answers at once. */
  readonly mostUnanswered: number;
  /** For a connection without a request, whatever else arrives on it. */
  readonly unusedMs: number;
  /** For an answer to be received, besides the time that its bytes have. */
  readonly receiveMs: number;
  /** The slowest pace at which a client may receive answers, in bytes a second. */
  readonly slowestPace: number;
}

/** The connections of a server. */
export interface OpenConnections {
  count(): number;
  /** Adds a connection until it closes. */
  add(socket: Socket): void;
  /**
   * Notes that a request has begun.
   *
   * @returns `false` if the connection was ended: it has begun too many requests without waiting for
   *   their answers.
   */
  begin(request: IncomingMessage, response: ServerResponse): boolean;
  /** Calls back once the client has received an answer, or has gone. */
  whenSent(socket: Socket, response: ServerResponse, done: () => void): void;
  /**
   * Ends connections that are unused, or whose clients receive too slowly.
   *
   * @param now Milliseconds since a fixed time.
   */
  endSlow(now: number): void;
  /** Ends connections as soon as all that they asked for is answered. */
  endIdle(): void;
}

interface Connection {
  /** What to call when each response is sent. */
  readonly unanswered: Map<ServerResponse, (() => void)[]>;
  /** When the connection was first seen without a request; `null` if it has had one since. */
  unusedSince: number | null;
  /** When bytes were first seen to wait for the client, and how many it had received by then. */
  sending: { readonly since: number; readonly received: number } | null;
}

export function createOpenConnections(limits: OpenLimits): OpenConnections {
  const open = new Map<Socket, Connection>();
  let isEnding = false;
  const sent = (socket: Socket, response: ServerResponse) => {
    const unanswered = open.get(socket)?.unanswered;
    const callbacks = unanswered?.get(response);
    // A connection that closes takes its responses along.
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
        // Responses that wait for others on the connection do not close themselves.
        for (const callbacks of unanswered.values()) for (const done of callbacks) done();
      });
    },
    begin(request, response) {
      const { socket } = request;
      const connection = open.get(socket);
      if (connection !== undefined && connection.unanswered.size >= limits.mostUnanswered) {
        socket.destroy();
      }
      // The parser goes on with all that it has received, also after the connection was ended.
      if (socket.destroyed) {
        // Otherwise, the runtime destroys each with an error, whose stack takes long to describe.
        request.destroy();
        return false;
      }
      // Runtimes before Deno 2.8 give requests other sockets than connections.
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
  { receiveMs, slowestPace }: OpenLimits,
  now: number,
): boolean {
  if (writableLength === 0) {
    connection.sending = null;
    return false;
  }
  connection.sending ??= { since: now, received: bytesWritten - writableLength };
  const { since, received } = connection.sending;
  const bytes = bytesWritten - received;
  return now - since > receiveMs + bytes / slowestPace * 1_000;
}
