/** Proving to the setup wizard that a server has its key. */

import { keyProof } from "../core/key_proof.ts";
import { isLoopback } from "../core/loopback.ts";
import { isMadeKey } from "./local_key.ts";

/** Proves that a server has its key. */
export interface KeyProver {
  /** Learns where the server listens: until then, it proves nothing. */
  listensAt(address: string): void;
  /** @returns The proof for a nonce; `null` if there is none. */
  prove(nonce: string): string | null;
}

/**
 * Creates the prover of a server.
 *
 * @param key The key; `null` if the server asks for none. A key that people chose is never proven, as
 * a proof lets anybody test guesses of the key.
 * @param host The host that the server listens at. A server that other computers, or a container's
 * published port, can reach does not know by which address it was reached. Its proof for a loopback
 * address could be passed on by a process at that address elsewhere, so it proves nothing.
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
