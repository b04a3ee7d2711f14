/** The open connections of a server, and what each has asked for. */

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

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
  /** Ends connections as soon as all that they asked for is answered. */
  endIdle(): void;
}

/** @param most Maximum number of unanswered requests of a connection. */
export function createOpenConnections(most: number): OpenConnections {
  const unanswered = new Map<Socket, number>();
  let isEnding = false;
  const answered = (socket: Socket) => {
    const before = unanswered.get(socket);
    // A connection that closes takes its unanswered requests along.
    if (before === undefined) return;
    unanswered.set(socket, before - 1);
    if (isEnding && before === 1) socket.destroySoon();
  };
  return {
    count: () => unanswered.size,
    add(socket) {
      unanswered.set(socket, 0);
      socket.once("close", () => unanswered.delete(socket));
    },
    begin(request, response) {
      const { socket } = request;
      const begun = (unanswered.get(socket) ?? 0) + 1;
      if (begun > most) socket.destroy();
      // The parser goes on with all that it has received, also after the connection was ended.
      if (socket.destroyed) {
        // Otherwise, the runtime destroys each with an error, whose stack takes long to describe.
        request.destroy();
        return false;
      }
      unanswered.set(socket, begun);
      response.once("close", () => answered(socket));
      return true;
    },
    endIdle() {
      isEnding = true;
      for (const [socket, count] of unanswered) if (count === 0) socket.destroy();
    },
  };
}
