/** Malformed bytes over a real connection: the server rejects them, and writes nothing. */

import { deepEqual, equal, match } from "node:assert/strict";
import type { Facts } from "../../http/log.ts";
import { inHostileFolder } from "./hostile_folder.ts";
import { KEY, messageOf, toolCall } from "./messages.ts";
import { serveApp } from "./served.ts";
import { testedApp } from "./tested_app.ts";

const BODY = JSON.stringify(messageOf(
  toolCall("generate_api", { project: "planted", spec: { routes: { a: { type: "GET" } } } }),
  "legacy",
));

const HEADERS = [
  "Host: localhost",
  `Authorization: Bearer ${KEY}`,
  "Content-Type: application/json",
  "Connection: close",
];

const LENGTH = `Content-Length: ${BODY.length}`;

/** A body in chunks. */
function chunked(text: string, size: number): string {
  const chunks = text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
  return [...chunks, ""].map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join("");
}

function request(
  headers: readonly string[],
  body = BODY,
  line = "POST /mcp HTTP/1.1",
): string {
  return `${[line, ...headers].join("\r\n")}\r\n\r\n${body}`;
}

function without(name: string): string[] {
  return HEADERS.filter((header) => !header.startsWith(name));
}

const BIG = " ".repeat(5 * 1024 * 1024);

const REFUSED: readonly (readonly [behaviour: string, request: string, status: RegExp])[] = [
  ["no host", request([...without("Host"), LENGTH]), /^40[03]$/],
  [
    "no host in HTTP/1.0",
    request([...without("Host"), LENGTH], BODY, "POST /mcp HTTP/1.0"),
    /^40[03]$/,
  ],
  ["two hosts", request([...HEADERS, "Host: evil.example", LENGTH]), /^40[03]$/],
  [
    "a foreign host in the request line",
    request(
      [...without("Host"), "Host: evil.example", LENGTH],
      BODY,
      "POST http://localhost/mcp HTTP/1.1",
    ),
    /^40[03]$/,
  ],
  [
    "two keys, the wrong one first",
    request(["Authorization: Bearer wrong", ...HEADERS, LENGTH]),
    /^401$/,
  ],
  [
    "two keys, the wrong one last",
    request([...HEADERS, "Authorization: Bearer wrong", LENGTH]),
    /^401$/,
  ],
  ["the key twice", request([...HEADERS, `Authorization: Bearer ${KEY}`, LENGTH]), /^401$/],
  [
    "a control character in the key",
    request([...without("Authorization"), `Authorization: Bearer ${KEY}\x01`, LENGTH]),
    /^40[01]$/,
  ],
  [
    "a key over two lines",
    request([...without("Authorization"), `Authorization: Bearer\r\n ${KEY}`, LENGTH]),
    /^40[01]$/,
  ],
  ["two lengths that differ", request([...HEADERS, LENGTH, "Content-Length: 5"]), /^400$/],
  ["a length that is no number", request([...HEADERS, "Content-Length: +9"]), /^400$/],
  ["a body of 5 MiB", request([...HEADERS, `Content-Length: ${BIG.length}`], BIG), /^413$/],
  [
    "a body of 5 MiB in chunks",
    request([...HEADERS, "Transfer-Encoding: chunked"], chunked(BIG, 65_536)),
    /^413$/,
  ],
  [
    "a length of 5 MiB and no body",
    request([...HEADERS, `Content-Length: ${BIG.length}`], ""),
    /^413$/,
  ],
  [
    "a packed body",
    request([...HEADERS, "Content-Encoding: gzip", LENGTH], BODY.replaceAll("{", "\x1f")),
    /^400$/,
  ],
  ["no protocol", request([...HEADERS, LENGTH], BODY, "POST /mcp"), /^505$/],
  ["words", "generate everything\r\n\r\n", /^400$|^none$/],
];

/** The response's status; `none` if the connection closes without one. */
async function statusOf(port: number, text: string): Promise<string> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port });
  // The server may respond before it has read everything.
  const written = new Blob([text]).stream().pipeTo(connection.writable, { preventClose: true })
    .catch(() => {});
  const status = await readStatus(connection);
  await written;
  try {
    connection.close();
  } catch (problem) {
    // If the server closed the connection first, a write failed, which closed this end as well.
    if (!(problem instanceof Deno.errors.BadResource)) throw problem;
  }
  return status;
}

async function readStatus(connection: Deno.TcpConn): Promise<string> {
  const buffer = new Uint8Array(64);
  const length = await connection.read(buffer).catch(() => null);
  const text = new TextDecoder().decode(buffer.subarray(0, length ?? 0));
  return /^HTTP\/1\.[01] (\d{3}) /.exec(text)?.[1] ?? "none";
}

for (const [behaviour, text, status] of REFUSED) {
  Deno.test(`a connection with ${behaviour} has no effect`, () =>
    inHostileFolder(async (root) => {
      const app = testedApp(root);
      const server = await serveApp(app);
      match(await statusOf(server.port, text), status);
      // The server keeps running.
      const fine = request(
        [...HEADERS, "Content-Length: 45"],
        '{"jsonrpc":"2.0","id":1,"method":"ping"}     ',
      );
      equal(await statusOf(server.port, fine), "200");
      await server.shutdown();
      equal(app.inFlight(), 0);
      deepEqual(app.bugs, []);
    }));
}

for (
  const [behaviour, body] of [
    ["a part of its length", ["Content-Length: 50", "{}"]],
    ["a part of a chunk", ["Transfer-Encoding: chunked", "5\r\n{}"]],
  ] as const
) {
  Deno.test(`a client that disconnects after ${behaviour} causes no server error`, () =>
    inHostileFolder(async (root) => {
      const { promise: logged, resolve } = Promise.withResolvers<string>();
      const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
      const app = testedApp(root, { log: (_, facts) => resolve(JSON.stringify(facts)) });
      const server = await serveApp({
        fetch(received, peer) {
          arrive();
          return app.fetch(received, peer);
        },
      });
      const connection = await Deno.connect({ hostname: "127.0.0.1", port: server.port });
      const [header, sent] = body;
      await connection.write(new TextEncoder().encode(request([...HEADERS, header], sent)));
      await arrived;
      connection.close();
      match(await logged, /"status":400,.*"reason":"The body is incomplete or malformed"/);
      await server.shutdown();
      equal(app.inFlight(), 0);
    }));
}

for (const chunk of ["zz", "2\r\n{}}", "-1", "fffffffffffffffff", "2 2\r\n{}"]) {
  Deno.test(`a chunk ${JSON.stringify(chunk)} that arrives later is a client error`, () =>
    inHostileFolder(async (root) => {
      const logged: Facts[] = [];
      const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
      const app = testedApp(root, { log: (_, facts) => void logged.push(facts) });
      const server = await serveApp({
        fetch(received, peer) {
          arrive();
          return app.fetch(received, peer);
        },
      });
      const connection = await Deno.connect({ hostname: "127.0.0.1", port: server.port });
      const send = (text: string) => connection.write(new TextEncoder().encode(text));
      await send(request([...HEADERS, "Transfer-Encoding: chunked"], '2\r\n{"\r\n'));
      await arrived;
      await send(`${chunk}\r\n`);
      match(await readStatus(connection), /^400$|^none$/);
      connection.close();
      await server.shutdown();
      deepEqual(logged.map(({ status, bug }) => [status, bug]), [[400, undefined]]);
    }));
}
