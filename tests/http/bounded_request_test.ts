/** Chunked bodies arrive unchanged, unless they have too many chunks. */

import { deepEqual, equal, match } from "node:assert/strict";
import { Hono } from "hono";
import { sleep } from "../../core/sleep.ts";
import type { HttpEnv } from "../../http/exchange.ts";
import { limitBody } from "../../http/guards.ts";
import { fc } from "../tools/tier.ts";
import { sendRaw } from "./half_requests.ts";
import { inTime } from "./in_time.ts";
import { serveApp } from "./served.ts";

const HEAD = "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n";

function chunked(chunks: readonly string[]): string {
  const sent = chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join("");
  return `${HEAD}Connection: close\r\n\r\n${sent}0\r\n\r\n`;
}

/** An app that echoes the body, which its handler reads at once or later. */
async function withEcho(test: (port: number) => Promise<void>): Promise<string[]> {
  const received: string[] = [];
  const app = new Hono<HttpEnv>();
  app.use(async (_, next) => {
    // A gate that asks a database also answers only in a later task.
    await sleep(0);
    await next();
  });
  app.post("/", limitBody(1_000_000), async (c) => {
    received.push(await c.req.text());
    return c.text("received");
  });
  const server = await serveApp({ fetch: (request) => app.fetch(request) });
  try {
    await test(server.port);
  } finally {
    await inTime("the server's end", server.shutdown());
  }
  return received;
}

Deno.test("a body arrives unchanged with any division into chunks", async () => {
  const sent: string[] = [];
  const received = await withEcho((port) =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 60_000, size: "max" }),
          {
            maxLength: 20,
          },
        ),
        async (chunks) => {
          sent.push(chunks.join(""));
          match(await sendRaw(port, chunked(chunks), "127.0.0.1"), /^HTTP\/1\.1 200 /);
        },
      ),
      { numRuns: 20 },
    )
  );
  deepEqual(received, sent);
});

Deno.test("a long body arrives completely, before or after its reader starts", async () => {
  const texts = Array.from({ length: 40 }, (_, index) => "a".repeat(20_000 * (index + 1)));
  const received = await withEcho(async (port) => {
    const answers = texts.map((text, index) => {
      const plain = `POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n` +
        `Content-Length: ${text.length}\r\n\r\n${text}`;
      return sendRaw(port, index % 2 === 0 ? plain : chunked([text]), "127.0.0.1");
    });
    for (const answer of await Promise.all(answers)) equal(answer.slice(9, 12), "200");
  });
  const lengths = (all: readonly string[]) => all.map(({ length }) => length).sort((a, b) => a - b);
  deepEqual(lengths(received), lengths(texts));
});

const FEW = 1024;

for (
  const [what, chunks, status] of [
    ["1,024 chunks of a byte", Array(FEW).fill("a"), 200],
    ["1,050 chunks of a byte", Array(FEW + 26).fill("a"), 413],
    ["60,000 chunks of a byte", Array(60_000).fill("a"), 413],
    ["3,000 chunks of 256 bytes", Array(3_000).fill("a".repeat(256)), 200],
    ["3,000 chunks of 100 bytes", Array(3_000).fill("a".repeat(100)), 413],
  ] as const
) {
  Deno.test(`a body in ${what} is answered with ${status}`, async () => {
    const received = await withEcho(async (port) => {
      const answer = await sendRaw(port, chunked(chunks), "127.0.0.1");
      equal(answer.slice(9, 12), String(status));
      if (status === 200) return;
      match(answer, /The body comes in too many small chunks; send fewer and larger ones/);
      match(answer, /^connection: close\r\n/im);
    });
    deepEqual(received, status === 200 ? [chunks.join("")] : []);
  });
}
