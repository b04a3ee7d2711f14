/** Proofs of the local server's key: what the wizard believes, and that it never sends the key. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { keyProof } from "../../core/key_proof.ts";
import { provesKey } from "../../setup/prove_key.ts";

const KEY = `lw_${"0123456789abcdef".repeat(4)}`;
const URL_ = "http://127.0.0.1:8000/mcp";

/** What a process that listens answers. */
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
    behaviour: "the same over IPv6",
    url: "http://[::1]:9000/mcp",
    answer: (nonce) => proof("http://[::1]:9000", nonce),
    believed: true,
  },
  {
    behaviour: "a process that passes on the proof of a server at another port",
    answer: (nonce) => proof("http://127.0.0.1:8001", nonce),
  },
  {
    behaviour: "a process that passes on the proof of a server at another address",
    answer: (nonce) => proof("http://[::1]:8000", nonce),
  },
  {
    behaviour: "a process at a name, which may lead to another process than the proof's",
    url: "http://localhost:8000/mcp",
    answer: (nonce) => proof("http://localhost:8000", nonce),
  },
  {
    behaviour: "a server of another computer",
    url: "https://layerwright.example.com/mcp",
    answer: (nonce) => proof("https://layerwright.example.com", nonce),
  },
  {
    behaviour: "a proof of another key",
    answer: (nonce) => proof("http://127.0.0.1:8000", nonce, `${KEY}0`),
  },
  {
    behaviour: "a proof for an earlier question",
    answer: () => proof("http://127.0.0.1:8000", "0".repeat(64)),
  },
  { behaviour: "an echo of the question", answer: (nonce) => new Response(nonce) },
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
    behaviour: "an answer without an end",
    answer: () =>
      new Response(
        new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1024)) }),
      ),
  },
];

for (const { behaviour, answer, url = URL_, believed = false } of CASES) {
  Deno.test(`provesKey ${believed ? "believes" : "does not believe"} ${behaviour}`, async () => {
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

Deno.test("provesKey never asks the same question twice", async () => {
  const asked = new Set<string>();
  const send = (address: string) => {
    asked.add(address);
    return Promise.resolve(new Response(""));
  };
  for (let count = 0; count < 3; count++) await provesKey(send, URL_, KEY);
  deepEqual(asked.size, 3);
});
