/** The guards, tested one at a time. */

import { deepEqual, equal } from "node:assert/strict";
import { Hono } from "hono";
import type { HttpEnv } from "../../http/exchange.ts";
import { limitBody } from "../../http/guards.ts";

const MOST = 1_000;

/** Sends a request to a handler that answers with the length of the body. */
async function answerTo(init: RequestInit): Promise<readonly [status: number, text: string]> {
  const app = new Hono<HttpEnv>();
  app.all("/", limitBody(MOST), async (c) => c.text(String((await c.req.text()).length)));
  const response = await app.request("http://localhost/", init);
  return [response.status, await response.text()];
}

/** A chunked body without a length. */
function chunks(...sizes: readonly number[]): RequestInit {
  const body = ReadableStream.from(sizes.map((size) => new Uint8Array(size).fill(97)));
  return { method: "POST", body, duplex: "half" } as RequestInit;
}

function withLength(size: number, headers: Record<string, string> = {}): RequestInit {
  const length = { "content-length": String(size), ...headers };
  return { method: "POST", body: "a".repeat(size), headers: length };
}

for (
  const [what, init, length] of [
    ["no body", { method: "POST" }, 0],
    ["no body and no method", {}, 0],
    ["an empty body", withLength(0), 0],
    ["a body as long as may be", withLength(MOST), MOST],
    ["chunks that are as long as may be", chunks(400, 600), MOST],
  ] as const
) {
  Deno.test(`limitBody accepts a request with ${what}`, async () => {
    deepEqual(await answerTo(init), [200, String(length)]);
  });
}

for (
  const [what, init] of [
    ["a body that is too long", withLength(MOST + 1)],
    ["chunks that are too long", chunks(400, 601)],
    ["one chunk that is too long", chunks(MOST + 1)],
    // The server reads the chunks and ignores the length.
    ["a length beside chunks that are too long", {
      ...chunks(MOST + 1),
      headers: { "content-length": "1", "transfer-encoding": "chunked" },
    }],
  ] as const
) {
  Deno.test(`limitBody rejects a request with ${what}`, async () => {
    const [status, text] = await answerTo(init);
    equal(status, 413);
    equal(JSON.parse(text).error.message, "Body longer than 1000 bytes");
  });
}

Deno.test("limitBody rejects an incomplete body", async () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error("Reset")) });
  const [status] = await answerTo({ method: "POST", body, duplex: "half" } as RequestInit);
  equal(status, 400);
});
