/** A proof that a local server has a key, without sending the key. */

import { createHmac, timingSafeEqual } from "node:crypto";

/** The path where a local server returns a proof. */
export const PROOF_PATH = "/proof";

/** The query parameter of {@linkcode PROOF_PATH} that holds the nonce. */
export const NONCE = "nonce";

/**
 * Computes the proof for a nonce.
 *
 * @param origin The loopback address that the server listens at, such as `http://127.0.0.1:8000`. The proof
 * covers this address, so that a process at another address cannot relay the real server's proof.
 * @param nonce 64 random hexadecimal digits from the client.
 * @returns HMAC-SHA256 in hexadecimal digits.
 */
export function keyProof(key: string, origin: string, nonce: string): string {
  return createHmac("sha256", key).update(`layerwright key proof\0${origin}\0${nonce}`).digest(
    "hex",
  );
}

/** Reports whether a proof is correct. The comparison takes constant time. */
export function isKeyProof(proof: string, key: string, origin: string, nonce: string): boolean {
  const encoder = new TextEncoder();
  const expected = encoder.encode(keyProof(key, origin, nonce));
  const given = encoder.encode(proof);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Reports whether a string has the format of a nonce. */
export function isNonce(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}
