/** Proves to the setup wizard that a server has its key. */

import { keyProof } from "../core/key_proof.ts";
import { isLoopback } from "../core/loopback.ts";
import { isMadeKey } from "./local_key.ts";

/** The prover of a server. */
export interface KeyProver {
  /** Sets the address on which the server listens. Until then, `prove` returns `null`. */
  listensAt(address: string): void;
  /** Returns the proof for a nonce; `null` if the server gives no proofs. */
  prove(nonce: string): string | null;
}

/**
 * Creates the prover of a server.
 *
 * @param key The key; `null` if the server requires no key. The server proves only generated keys: with a
 * proof of a key that a person chose, anyone could test guesses of the key.
 * @param host The host on which the server listens. Only servers on loopback give proofs. Clients may reach
 * any other server from other computers, or through a container's published port. Such a server does not know
 * the address that the client used, so another process could relay its proof.
 */
export function createKeyProver(key: string | null, host: string): KeyProver {
  let origin: string | null = null;
  return {
    listensAt(address) {
      origin = new URL(address).origin;
    },
    prove(nonce) {
      if (key === null || origin === null || !isMadeKey(key) || !isLoopback(host)) return null;
      return keyProof(key, origin, nonce);
    },
  };
}
