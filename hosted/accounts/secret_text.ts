/** Secrets that are shown once and kept as hashes: codes of invitations, ids of sessions, API keys. */

import { createHash, randomBytes } from "node:crypto";

/** Makes a secret of 256 random bits that may stand in addresses and cookies. */
export function makeSecretText(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * What is kept of a secret. Nobody guesses 256 bits, so that one round of SHA-256 is enough.
 *
 * @example
 * ```ts
 * import { hashOfSecret } from "./secret_text.ts";
 * import { match } from "node:assert/strict";
 *
 * match(hashOfSecret("a"), /^ca978112[0-9a-f]{56}$/);
 * ```
 */
export function hashOfSecret(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
