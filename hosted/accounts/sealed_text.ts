/**
 * Encrypted texts that browsers keep for the server. The key comes from the server's secret and from a secret
 * of the browser, so every server on the database can read a text, and no other browser or session can use it.
 */

import { Buffer } from "node:buffer";
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { macOf } from "./server_secret.ts";

/** The owner and the purpose of a sealed text. */
export interface Seal {
  /** The server's secret. */
  readonly secret: string;
  /** A text that was sealed for one purpose cannot be read for another. */
  readonly purpose: string;
  /** A secret that identifies the browser, such as the id of its session. */
  readonly binding: string;
}

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a text.
 *
 * @param expiresAt The time from which the text is unreadable, in milliseconds since 1970.
 * @returns Characters that are safe in cookies.
 *
 * @example
 * ```ts
 * import { sealText, unsealText } from "./sealed_text.ts";
 * import { equal } from "node:assert/strict";
 *
 * const seal = { secret: "secret", purpose: "note", binding: "session" };
 * const sealed = sealText(seal, "a text", 1000);
 * equal(unsealText(seal, sealed, 999), "a text");
 * equal(unsealText(seal, sealed, 1000), null);
 * equal(unsealText({ ...seal, binding: "other session" }, sealed, 999), null);
 * ```
 */
export function sealText(seal: Seal, text: string, expiresAt: number): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(seal), nonce);
  const body = Buffer.concat([cipher.update(`${expiresAt} ${text}`), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url");
}

/**
 * Decrypts a text.
 *
 * @param now Milliseconds since 1970.
 * @returns `null` if the text has expired, was changed, or was sealed for another browser or purpose.
 */
export function unsealText(seal: Seal, sealed: string, now: number): string | null {
  const bytes = Buffer.from(sealed, "base64url");
  const start = NONCE_BYTES + TAG_BYTES;
  if (bytes.length < start) return null;
  const decipher = createDecipheriv(CIPHER, keyOf(seal), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, start));
  const parts = [decipher.update(bytes.subarray(start))];
  try {
    parts.push(decipher.final());
  } catch {
    // The tag does not fit.
    return null;
  }
  const kept = Buffer.concat(parts).toString();
  const space = kept.indexOf(" ");
  return now < Number(kept.slice(0, space)) ? kept.slice(space + 1) : null;
}

function keyOf({ secret, purpose, binding }: Seal): Buffer {
  return Buffer.from(macOf(secret, "seal", JSON.stringify([purpose, binding])), "base64url");
}
