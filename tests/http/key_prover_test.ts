/** The route that proves that a local server has its key. */

import { deepEqual, equal, match } from "node:assert/strict";
import { keyProof } from "../../core/key_proof.ts";
import { createKeyProver } from "../../http/key_prover.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { testedApp } from "./tested_app.ts";

const KEY = `lw_${"0123456789abcdef".repeat(4)}`;
const NONCE = "a".repeat(64);
const ORIGIN = "http://127.0.0.1:8000";

/** Returns the response of a server to this query. */
async function asked(
  query: string,
  key: string | null,
  address: string | null = ORIGIN,
  host = "127.0.0.1",
) {
  const prover = createKeyProver(key, host);
  if (address !== null) prover.listensAt(address);
  return await inTemporaryFolder(async (root) => {
    const { send } = testedApp(root, { proveKey: prover.prove });
    const headers = { host: "evil.example:1", forwarded: "host=evil.example" };
    const own = { host: "127.0.0.1:1" };
    const url = `http://127.0.0.1:1/proof${query}`;
    equal((await send(new Request(url, { headers }))).status, 403);
    const answer = await send(new Request(url, { headers: own }));
    return { status: answer.status, text: await answer.text() };
  });
}

Deno.test("a server proves its key for its own address, ignoring the request's", async () => {
  const { status, text } = await asked(`?nonce=${NONCE}`, KEY);
  deepEqual([status, text], [200, keyProof(KEY, ORIGIN, NONCE)]);
  match(text, /^[0-9a-f]{64}$/);
});

for (
  const query of [
    "",
    "?nonce=",
    `?nonce=${NONCE.slice(1)}`,
    `?nonce=${NONCE}a`,
    `?nonce=${"A".repeat(64)}`,
  ]
) {
  Deno.test(`a server gives no proof for the query '${query}'`, async () => {
    equal((await asked(query, KEY)).status, 400);
  });
}

for (
  const [what, key, address] of [
    [
      "a key that people chose, as the proof would let anybody test guesses",
      "correct-horse-battery",
      ORIGIN,
    ],
    ["no key where it asks for none", null, ORIGIN],
    ["no key before it listens", KEY, null],
  ] as const
) {
  Deno.test(`a server proves ${what}`, async () => {
    equal((await asked(`?nonce=${NONCE}`, key, address)).status, 404);
  });
}

for (const host of ["0.0.0.0", "::", "192.0.2.1", "box.lan"]) {
  Deno.test(`a server on ${host} gives no proof, because another process could relay it`, async () => {
    equal((await asked(`?nonce=${NONCE}`, KEY, ORIGIN, host)).status, 404);
  });
}
