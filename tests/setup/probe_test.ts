/** Answers of servers that are too long: the wizard reads no more than it needs. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { createDiskHost } from "../../setup/disk_host.ts";
import { probe } from "../../setup/probe.ts";

const MIB = 1024 * 1024;

/** A body without an end, and how much of it was asked for. */
function endless() {
  const asked = { bytes: 0, isCancelled: false };
  const body = new ReadableStream({
    pull(controller) {
      asked.bytes += 65_536;
      controller.enqueue(new Uint8Array(65_536).fill(32));
    },
    cancel() {
      asked.isCancelled = true;
    },
  });
  return { asked, body };
}

const HELLO = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  result: { serverInfo: { name: "layerwright" } },
});

for (
  const [what, first, status] of [
    ["its first answer", null, 200],
    ["its refusal", null, 401],
    ["its list of tools", HELLO, 200],
  ] as const
) {
  Deno.test(`probe gives up on a server that never ends ${what}`, async () => {
    const { asked, body } = endless();
    const answers = [
      ...(first === null ? [] : [new Response(first)]),
      new Response(body, { status }),
    ];
    const found = await probe(
      { url: "http://127.0.0.1:4/mcp", headers: {} },
      () => Promise.resolve(answers.shift() ?? new Response()),
    );
    deepEqual(found, { kind: "unreachable", reason: "its answer is too long" });
    ok(asked.isCancelled);
    ok(asked.bytes <= 2 * MIB, `${asked.bytes} bytes were read`);
  });
}

Deno.test("a tool server that never stops writing is ended", async () => {
  const host = createDiskHost((name) => Deno.env.get(name), "/", () => {});
  equal(await host.countTools("yes", []), "its answer is too long");
});
