/** Authenticates text with the server's secret, so that the server knows again what it said itself. */

import { createHmac, timingSafeEqual } from "node:crypto";

/** What text is authenticated for: none passes for another. */
export type MacPurpose = "form" | "link" | "cookie" | "upstream";

/** The text's code: HMAC-SHA256, 43 characters that may stand in addresses. */
export function macOf(secret: string, purpose: MacPurpose, text: string): string {
  return createHmac("sha256", secret).update(`${purpose}\0${text}`).digest("base64url");
}

/** Whether a code is the text's, to the character, in a time that tells nothing of it. */
export function isMacOf(mac: string, secret: string, purpose: MacPurpose, text: string): boolean {
  const expected = new TextEncoder().encode(macOf(secret, purpose, text));
  const given = new TextEncoder().encode(mac);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
