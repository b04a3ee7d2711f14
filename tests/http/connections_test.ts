/** Idle connections close, and no network can take all connections. */

import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { sleep } from "../../core/sleep.ts";
import { inTime, untilSo } from "./in_time.ts";
import { serveApp } from "./served.ts";

const app = { fetch: async (request: Request) => new Response(await request.text()) };

const QUICK = { headMs: 200, requestMs: 400, idleMs: 300, checkMs: 50 };

const GET = "GET / HTTP/1.1\r\nHost: localhost\r\n";

const HEAD = "POST / HTTP/1.1\r\nHost: localhost\r\n";

async function opened(port: number, localAddress = "127.0.0.1"): Promise<Socket> {
  const socket = connect({ host: "127.0.0.1", port, localAddress });
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

/** Reads until the server closes the connection. */
async function readUntilClosed(socket: Socket): Promise<string> {
  let said = "";
  socket.on("data", (bytes) => said += bytes);
  if (!socket.closed) await inTime("the end of the connection", once(socket, "close"));
  return said;
}

const UNUSED: Readonly<Record<string, { readonly sent: string; readonly answer: RegExp }>> = {
  "sends nothing": { sent: "", answer: /^$|^HTTP\/1\.1 408 / },
  "sends half a head": { sent: HEAD, answer: /^$|^HTTP\/1\.1 408 / },
  "sends half a body": {
    sent: `${HEAD}Content-Length: 9\r\n\r\nhalf`,
    answer: /^$|^HTTP\/1\.1 408 /,
  },
  "is idle after an answer": {
    sent: `${HEAD}Content-Length: 4\r\n\r\nping`,
    answer: /^HTTP\/1\.1 200 [^]*ping$/,
  },
};

for (const [what, { sent, answer }] of Object.entries(UNUSED)) {
  Deno.test(`acceptConnections closes a connection that ${what}`, async () => {
    const server = await serveApp(app, { limits: QUICK });
    const socket = await opened(server.port);
    socket.write(sent);
    match(await readUntilClosed(socket), answer);
    equal(await (await fetch(`http://127.0.0.1:${server.port}`)).text(), "");
    await inTime("the server's end", server.shutdown());
  });
}

const DRIPPING: Readonly<Record<string, { readonly sent: string; readonly drip: string }>> = {
  "empty lines after an answer": { sent: `${GET}\r\n`, drip: "\r\n" },
  "a body byte by byte after its answer": {
    sent: `${GET}Content-Length: 1000\r\n\r\n`,
    drip: "a",
  },
};

for (const [what, { sent, drip }] of Object.entries(DRIPPING)) {
  Deno.test(`acceptConnections closes a connection that sends ${what}`, async () => {
    const server = await serveApp({ fetch: () => new Response("answer") }, { limits: QUICK });
    const socket = await opened(server.port);
    socket.write(sent);
    const dripping = setInterval(() => socket.write(drip), 50);
    try {
      const closed = once(socket.resume(), "close");
      await inTime("the end of the connection", closed, 5_000);
    } finally {
      clearInterval(dripping);
      socket.destroy();
    }
    await server.shutdown();
  });
}

/** More bytes than the system buffers for a client that does not read. */
const LARGE = new Uint8Array(16_000_000);

Deno.test("acceptConnections calls back when a client has received a response or has disconnected", async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const never = Promise.withResolvers<Response>().promise;
  const sent: string[] = [];
  const server = await serveApp({
    fetch({ url }, _, whenSent) {
      const { pathname } = new URL(url);
      whenSent?.(() => sent.push(pathname));
      if (pathname !== "/never") return new Response(LARGE);
      arrive();
      return never;
    },
  });
  const reader = await opened(server.port);
  reader.pause();
  reader.write("GET /read HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const leaver = await opened(server.port);
  leaver.pause();
  // The second request gets no answer before the first one does.
  for (const path of ["/left", "/never"]) {
    leaver.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  }
  await arrived;
  equal(sent.length, 0);
  leaver.destroy();
  await untilSo("that the client has gone", () => sent.length === 2);
  deepEqual(sent, ["/left", "/never"]);
  reader.resume();
  await untilSo("that the answer is read", () => sent.includes("/read"));
  reader.destroy();
  await inTime("the server's end", server.shutdown());
});

Deno.test("acceptConnections closes a connection only if its client receives too slowly", async () => {
  const pace = { receiveMs: 200, minBytesPerSecond: 5_000_000 };
  let isOver = false;
  const server = await serveApp({
    fetch(_, __, whenSent) {
      isOver = false;
      whenSent?.(() => isOver = true);
      return new Response(LARGE);
    },
  }, { limits: { ...QUICK, ...pace } });
  const received = async (pauseMs: number) => {
    const socket = await opened(server.port);
    let length = 0;
    socket.on("data", (bytes) => {
      length += bytes.length;
      socket.pause();
      setTimeout(() => socket.resume(), isOver ? 0 : pauseMs);
    });
    const start = performance.now();
    socket.write(`${GET}Connection: close\r\n\r\n`);
    await inTime("the end of the connection", once(socket, "close"));
    return { isWhole: length > LARGE.length, ms: performance.now() - start };
  };
  const slow = await received(2);
  equal(slow.isWhole, true);
  ok(slow.ms > pace.receiveMs, String(slow.ms));
  const tooSlow = await received(100);
  equal(tooSlow.isWhole, false);
  await server.shutdown();
});

Deno.test("acceptConnections closes a connection whose client does not read", async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const endless = () => {
    arrive();
    return new Response(
      new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(65_536)) }),
    );
  };
  const server = await serveApp({ fetch: endless }, {
    limits: { ...QUICK, receiveMs: 300, minBytesPerSecond: Infinity },
  });
  const socket = await opened(server.port);
  socket.pause();
  socket.write(`${GET}\r\n`);
  await arrived;
  await inTime("the server's end", server.shutdown());
  socket.destroy();
});

Deno.test("acceptConnections keeps an active connection", async () => {
  const server = await serveApp(app, { limits: QUICK });
  const socket = await opened(server.port);
  for (let round = 0; round < 4; round++) {
    socket.write(`${HEAD}Content-Length: 4\r\n\r\n`);
    // Four times, the connection is idle for half of the timeout.
    await sleep(150);
    socket.write("ping");
    const [answer] = await inTime("an answer", once(socket, "data"));
    match(String(answer), /^HTTP\/1\.1 200 /);
  }
  socket.destroy();
  await server.shutdown();
});

/** Counts the connections on which the server still answers. */
async function kept(sockets: readonly Socket[]): Promise<number> {
  const answers = sockets.map(async (socket) => {
    socket.write(`${HEAD}Content-Length: 0\r\n\r\n`);
    const ended = once(socket, "close").then(() => 0);
    return await Promise.race([ended, once(socket, "data").then(() => 1)]);
  });
  const all = await inTime("answers or ends", Promise.all(answers));
  return all.filter((each) => each === 1).length;
}

async function untilKept(open: () => Promise<readonly Socket[]>, count: number): Promise<void> {
  for (;;) {
    const sockets = await open();
    const found = await kept(sockets);
    for (const socket of sockets) socket.destroy();
    if (found === count) return;
  }
}

Deno.test("acceptConnections limits connections from one network and in total", async () => {
  const server = await serveApp(app, {
    limits: { most: 10, maxPerNetwork: 4 },
    isTrusted: (peer) => peer === "127.0.0.9",
  });
  const from = (address: string, count: number) =>
    Promise.all(Array.from({ length: count }, () => opened(server.port, address)));
  const first = await from("127.0.0.1", 6);
  equal(await kept(first), 4);
  // A trusted proxy may have many connections, because it serves many clients.
  const proxied = await from("127.0.0.9", 5);
  equal(await kept(proxied), 5);
  const second = await from("127.0.0.2", 2);
  equal(await kept(second), 1);
  for (const socket of [...first, ...proxied, ...second]) socket.destroy();
  await inTime("places that come back", untilKept(() => from("127.0.0.1", 4), 4));
  await server.shutdown();
});

Deno.test("acceptConnections closes a connection with too many unanswered requests", async () => {
  const { promise: answer, resolve: reply } = Promise.withResolvers<void>();
  let begun = 0;
  const held = async () => {
    begun++;
    await answer;
    return new Response("answer");
  };
  const server = await serveApp({ fetch: held }, { limits: { maxUnanswered: 3 } });
  const patient = await opened(server.port);
  patient.write(`${GET}\r\n${GET}\r\n${GET}Connection: close\r\n\r\n`);
  const impatient = await opened(server.port);
  impatient.write(`${GET}\r\n`.repeat(1_000));
  equal(await readUntilClosed(impatient), "");
  const answered = readUntilClosed(patient);
  reply();
  equal((await answered).match(/HTTP\/1\.1 200 /g)?.length, 3);
  equal(begun, 6);
  await inTime("the server's end", server.shutdown());
});

Deno.test("shutdown answers requests in flight, and does not wait for idle connections", async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const { promise: answer, resolve: reply } = Promise.withResolvers<Response>();
  const server = await serveApp({
    fetch() {
      arrive();
      return answer;
    },
  });
  const silent = await opened(server.port);
  const half = await opened(server.port);
  half.write(HEAD);
  const asked = fetch(`http://127.0.0.1:${server.port}`);
  await arrived;
  const stopped = server.shutdown();
  deepEqual(await Promise.all([silent, half].map(readUntilClosed)), ["", ""]);
  await rejects(fetch(`http://127.0.0.1:${server.port}`));
  reply(new Response("done"));
  equal(await (await asked).text(), "done");
  await inTime("the server's end", stopped);
});

const BODIES: Readonly<Record<string, () => Response | Promise<Response>>> = {
  "a text": () => new Response("body"),
  "bytes": () => new Response(new TextEncoder().encode("body")),
  "a blob": () => new Response(new Blob(["body"])),
  "a stream": () => new Response(new Blob(["body"]).stream()),
  "a compressed stream": async () => {
    const packed = new Blob(["body"]).stream().pipeThrough(new CompressionStream("gzip"));
    const bytes = await new Response(packed).arrayBuffer();
    return new Response(bytes, { headers: { "Content-Encoding": "gzip" } });
  },
  "an answer from elsewhere": () => fetch("data:text/plain,body"),
  "a copy": () => new Response("body").clone(),
};

for (const [what, answer] of Object.entries(BODIES)) {
  Deno.test(`acceptConnections sends ${what}, and a header that was added later`, async () => {
    const server = await serveApp({
      async fetch() {
        const made = await answer();
        const response = new Response(made.body, made);
        response.headers.set("X-Added", "later");
        return response;
      },
    });
    const response = await fetch(`http://127.0.0.1:${server.port}`);
    deepEqual([await response.text(), response.headers.get("x-added")], ["body", "later"]);
    await server.shutdown();
  });
}
