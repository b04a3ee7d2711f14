/** Random secrets, such as session ids and invitation codes, and the hashes that the database stores. */

import { createHash, randomBytes } from "node:crypto";

/** Creates a secret of 256 random bits that is safe in URLs and cookies. */
export function makeSecretText(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * Hashes a secret for storage. No one can guess 256 bits, so one round of SHA-256 is enough.
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
