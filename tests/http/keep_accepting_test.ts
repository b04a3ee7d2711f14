/** Detects that the runtime accepts no more connections. */

import { equal } from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, Socket } from "node:net";
import { keepAccepting } from "../../http/keep_accepting.ts";
import { sleep } from "../../core/sleep.ts";

const EVERY_MS = 20;
const HOST = "127.0.0.1";

/** Keeps the event loop busy. */
function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end) { /* Nothing else runs. */ }
}

Deno.test("keepAccepting() does not take a busy event loop for a server that accepts nothing", async () => {
  const server = createServer().listen(0, HOST);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  let listened = 0;
  const stop = keepAccepting({ server, host: HOST, port, listen: () => listened++ }, EVERY_MS);
  for (let times = 0; times < 40; times++) {
    block(3 * EVERY_MS);
    await sleep(0);
  }
  equal(listened, 0);
  stop();
  const closed = once(server, "close");
  server.close();
  await closed;
});

Deno.test("keepAccepting() listens again on a server that accepts nothing", async () => {
  const server = createServer();
  const other = createServer().listen(0, HOST);
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const listened = Promise.withResolvers<void>();
  const stop = keepAccepting({ server, host: HOST, port, listen: listened.resolve }, EVERY_MS);
  // The event makes the first server believe that it accepts connections, although all reach the
  // other server.
  server.emit("connection", new Socket());
  await listened.promise;
  stop();
  const closed = once(other, "close");
  other.close();
  await closed;
});

Deno.test("keepAccepting() ignores a server whose runtime does not report connections", async () => {
  const server = createServer();
  const other = createServer((_, response) => void response.end()).listen(0, HOST);
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  let listened = 0;
  const stop = keepAccepting({ server, host: HOST, port, listen: () => listened++ }, EVERY_MS);
  // The checks open connections until the server accepts one.
  for (let times = 0; times < 5; times++) await once(other, "connection");
  equal(listened, 0);
  stop();
  const closed = once(other, "close");
  other.close();
  await closed;
});
