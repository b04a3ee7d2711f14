/** Asking a server to prove that it has a key, before it is sent the key. */

import { isIP } from "node:net";
import { isKeyProof, NONCE, PROOF_PATH } from "../core/key_proof.ts";
import { boundedText, TooLong } from "../core/bounded_body.ts";
import { hostOf } from "../core/url_host.ts";
import { isLocal } from "./address.ts";
import { PATIENCE_MS, reasonOf, type Send } from "./probe.ts";

/** Maximum length of an answer in bytes. */
const LONGEST_ANSWER = 1024;

/**
 * Reports whether the server at an address of this computer proves that it has a key. The key is not
 * sent.
 *
 * @param url The address of the protocol's endpoint. Only a numeric host can be proven: a name may lead
 * to more than one address, of which another process may listen at one.
 */
export async function provesKey(send: Send, url: string, key: string): Promise<boolean> {
  const address = new URL(url);
  if (!isLocal(url) || isIP(hostOf(address)) === 0) return false;
  const { origin } = address;
  const nonce = crypto.getRandomValues(new Uint8Array(32)).toHex();
  try {
    const response = await send(`${origin}${PROOF_PATH}?${NONCE}=${nonce}`, {
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const proof = await boundedText(response, LONGEST_ANSWER);
    return response.ok && isKeyProof(proof, key, origin, nonce);
  } catch (problem) {
    // What is no failure of the connection is thrown on.
    if (!(problem instanceof TooLong)) reasonOf(problem);
    return false;
  }
}
