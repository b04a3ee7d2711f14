/** Clients that send incomplete requests. */

import { connect, type Socket } from "node:net";
import { inTime } from "./in_time.ts";

/** Incomplete requests. */
export interface HalfRequests {
  /** Waits for a number of answers. @returns The start of each answer, beginning with the status line. */
  answers(count: number): Promise<readonly string[]>;
  close(): void;
}

/**
 * Begins requests on separate connections, and never sends their bodies.
 *
 * @param lines The request line and the headers.
 * @param from The local address that the connections come from.
 */
export async function beginRequests(
  port: number,
  count: number,
  lines: (number: number) => readonly string[],
  from = "127.0.0.1",
): Promise<HalfRequests> {
  const received: string[] = [];
  let wanted = Infinity;
  const { promise, resolve } = Promise.withResolvers<void>();
  const sockets = await Promise.all(Array.from({ length: count }, async (_, number) => {
    const socket = await connected(port, from);
    socket.on("error", () => {});
    socket.once("data", (bytes) => {
      received.push(String(bytes));
      if (received.length >= wanted) resolve();
    });
    socket.write([...lines(number), "Host: localhost", "Content-Length: 100", "", ""].join("\r\n"));
    return socket;
  }));
  return {
    async answers(count) {
      wanted = count;
      if (received.length < count) await inTime(`${count} answers`, promise);
      return received;
    },
    close: () => sockets.forEach((socket) => socket.destroy()),
  };
}

/** Opens connections and sends nothing. The server may have closed some of them. */
export async function openSilent(
  port: number,
  count: number,
  from: string,
): Promise<readonly Socket[]> {
  const sockets: Socket[] = [];
  // Sequentially, so that the accept queue does not overflow.
  for (let number = 0; number < count; number++) {
    const socket = await connected(port, from);
    socket.on("error", () => {});
    // Only a read detects the end of a connection.
    sockets.push(socket.resume());
  }
  return sockets;
}

/**
 * Sends a text over a connection, and waits until the server closes the connection.
 *
 * @param from The local address that the connection comes from.
 * @returns The start of the response; empty if there was none.
 */
export async function sendRaw(port: number, text: string, from: string): Promise<string> {
  const socket = await connected(port, from);
  socket.on("error", () => {});
  let answer = "";
  socket.on("data", (bytes) => answer = (answer + bytes).slice(0, 1_000));
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  socket.write(text);
  await inTime("the end of the connection", closed);
  return answer;
}

function connected(port: number, localAddress: string): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = connect({ host: "127.0.0.1", port, localAddress }, () => resolve(socket));
  socket.once("error", reject);
  return promise;
}
