import { deepEqual, equal, ok } from "node:assert/strict";
import { keyProof } from "../../core/key_proof.ts";
import { createDiskHost } from "../../setup/disk_host.ts";
import { probe, provesKey } from "../../setup/server.ts";

const MIB = 1024 * 1024;

/** Creates an endless body that counts the bytes read from it. */
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
  Deno.test(`probe() gives up on a server that never ends ${what}`, async () => {
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

Deno.test("countTools() ends a tool server that never stops writing", async () => {
  const host = createDiskHost((name) => Deno.env.get(name), "/", () => {});
  equal(await host.countTools("yes", []), "its answer is too long");
});

const KEY = `lw_${"0123456789abcdef".repeat(4)}`;
const URL_ = "http://127.0.0.1:8000/mcp";

/** The answer of a process that listens. */
type Answer = (nonce: string) => Response | Promise<Response>;

interface Case {
  readonly behaviour: string;
  readonly answer: Answer;
  readonly url?: string;
  readonly believed?: true;
}

const proof = (origin: string, nonce: string, key = KEY) =>
  new Response(keyProof(key, origin, nonce));

const CASES: readonly Case[] = [
  {
    behaviour: "the server that has the key",
    answer: (nonce) => proof("http://127.0.0.1:8000", nonce),
    believed: true,
  },
  {
    behaviour: "the server over IPv6",
    url: "http://[::1]:9000/mcp",
    answer: (nonce) => proof("http://[::1]:9000", nonce),
    believed: true,
  },
  {
    behaviour: "a process that forwards the proof of a server at another port",
    answer: (nonce) => proof("http://127.0.0.1:8001", nonce),
  },
  {
    behaviour: "a process that forwards the proof of a server at another address",
    answer: (nonce) => proof("http://[::1]:8000", nonce),
  },
  {
    behaviour: "a process at a host name, which can resolve to another process",
    url: "http://localhost:8000/mcp",
    answer: (nonce) => proof("http://localhost:8000", nonce),
  },
  {
    behaviour: "a server on another computer",
    url: "https://layerwright.example.com/mcp",
    answer: (nonce) => proof("https://layerwright.example.com", nonce),
  },
  {
    behaviour: "a proof of another key",
    answer: (nonce) => proof("http://127.0.0.1:8000", nonce, `${KEY}0`),
  },
  {
    behaviour: "a proof for an earlier nonce",
    answer: () => proof("http://127.0.0.1:8000", "0".repeat(64)),
  },
  { behaviour: "an echo of the nonce", answer: (nonce) => new Response(nonce) },
  { behaviour: "an answer without a body", answer: () => new Response(null) },
  {
    behaviour: "an error with the proof",
    answer: (nonce) => new Response(keyProof(KEY, "http://127.0.0.1:8000", nonce), { status: 500 }),
  },
  { behaviour: "no connection", answer: () => Promise.reject(new TypeError("refused")) },
  {
    behaviour: "no answer in time",
    answer: () => Promise.reject(new DOMException("", "TimeoutError")),
  },
  {
    behaviour: "an endless answer",
    answer: () =>
      new Response(
        new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1024)) }),
      ),
  },
];

for (const { behaviour, answer, url = URL_, believed = false } of CASES) {
  Deno.test(`provesKey() ${believed ? "accepts" : "rejects"} ${behaviour}`, async () => {
    const sent: string[] = [];
    const found = await provesKey(
      async (address, init) => {
        sent.push(address, JSON.stringify(init));
        equal(init.redirect, "manual");
        return await answer(new URL(address).searchParams.get("nonce") ?? "");
      },
      url,
      KEY,
    );
    equal(found, believed);
    ok(!sent.join().includes(KEY));
  });
}

Deno.test("provesKey() never sends the same nonce twice", async () => {
  const asked = new Set<string>();
  const send = (address: string) => {
    asked.add(address);
    return Promise.resolve(new Response(""));
  };
  for (let count = 0; count < 3; count++) await provesKey(send, URL_, KEY);
  deepEqual(asked.size, 3);
});
