/** Proving to the setup wizard that a server has its key. */

import { keyProof } from "../core/key_proof.ts";
import { isMadeKey } from "./local_key.ts";

/** Proves that a server has its key. */
export interface KeyProver {
  /** Learns where the server listens: until then, it proves nothing. */
  listensAt(address: string): void;
  /** @returns The proof for a nonce; `null` if there is none. */
  prove(nonce: string): string | null;
}

/**
 * Makes the prover of a server.
 *
 * @param key The key; `null` if the server asks for none. A key that people chose is never proven, as
 * a proof lets anybody test guesses of the key.
 */
export function createKeyProver(key: string | null): KeyProver {
  let origin: string | null = null;
  return {
    listensAt(address) {
      origin = new URL(address).origin;
    },
    prove(nonce) {
      if (key === null || origin === null || !isMadeKey(key)) return null;
      return keyProof(key, origin, nonce);
    },
  };
}
