/** The email addresses that people log in with. */

import { error } from "../../core/diagnostic.ts";
import { quotable } from "../../core/printable.ts";
import type { AccountDiagnostic } from "./diagnostic.ts";

/** Maximum length of an address that can receive mail (RFC 5321). */
const MAX_LENGTH = 254;

/** An address of letters of any script, digits, and the characters that need no quotes (RFC 5322, RFC 6531). */
const ADDRESS =
  /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~.-]+@[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)*$/u;

/**
 * Returns an address as the database stores and compares it, or `null` if it is invalid.
 *
 * @example
 * ```ts
 * import { parseEmail } from "./email.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(parseEmail(" Ada@Example.org "), "ada@example.org");
 * equal(parseEmail("ada"), null);
 * ```
 */
export function parseEmail(text: string): string | null {
  // Normalizes twice, because the lowercase forms of some letters are decomposed.
  const email = text.trim().normalize("NFC").toLowerCase().normalize("NFC");
  return email.length <= MAX_LENGTH && ADDRESS.test(email) ? email : null;
}

/** Returns the error for an invalid address. */
export function emailProblem(text: string): AccountDiagnostic {
  return error("account-email", `Invalid email address '${quotable(text)}'.`);
}
