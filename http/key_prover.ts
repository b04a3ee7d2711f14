/** Proves to the setup wizard that a server has its key. */

import { keyProof } from "../core/key_proof.ts";
import { isLoopback } from "../core/loopback.ts";
import { isMadeKey } from "./local_key.ts";

/** The prover of a server. */
export interface KeyProver {
  /** Sets the address on which the server listens. Before that, there are no proofs. */
  listensAt(address: string): void;
  /** Returns the proof for a nonce, or `null`. */
  prove(nonce: string): string | null;
}

/**
 * Creates the prover of a server.
 *
 * @param key The key; `null` if the server requires none. There are no proofs of keys that people chose,
 *   because anyone could test guesses against a proof.
 * @param host The host on which the server listens. There are no proofs on hosts that other computers or a
 *   container's published port can reach: such a server does not know the address that the client used, so
 *   a process on another computer could relay its proof.
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
