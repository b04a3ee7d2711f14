import { equal, match } from "node:assert/strict";
import { isKeyProof, isNonce, keyProof } from "../../core/key_proof.ts";

const ORIGIN = "http://127.0.0.1:8000";
const NONCE = "0123456789abcdef".repeat(4);
const PROOF = keyProof("key", ORIGIN, NONCE);

Deno.test("isKeyProof() accepts a proof only for its key, origin and nonce", () => {
  match(PROOF, /^[0-9a-f]{64}$/);
  equal(isKeyProof(PROOF, "key", ORIGIN, NONCE), true);
  equal(isKeyProof(PROOF, "kez", ORIGIN, NONCE), false);
  equal(isKeyProof(PROOF, "key", "http://127.0.0.1:8001", NONCE), false);
  equal(isKeyProof(PROOF, "key", ORIGIN, NONCE.replace("0", "1")), false);
});

Deno.test("isKeyProof() rejects a changed, shortened or extended proof", () => {
  const changed = (PROOF.startsWith("0") ? "1" : "0") + PROOF.slice(1);
  for (const proof of ["", changed, PROOF.slice(1), `${PROOF}0`, `${PROOF.slice(1)}é`]) {
    equal(isKeyProof(proof, "key", ORIGIN, NONCE), false, proof);
  }
});

Deno.test("isNonce() accepts exactly 64 hexadecimal digits", () => {
  equal(isNonce(NONCE), true);
  for (
    const text of ["", NONCE.slice(1), `${NONCE}0`, ` ${NONCE}`, `${NONCE}\n`, NONCE.toUpperCase()]
  ) {
    equal(isNonce(text), false, JSON.stringify(text));
  }
});
