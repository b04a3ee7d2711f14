/** Email addresses: the names that people log in with. */

import { type Diagnostic, error } from "../../core/diagnostic.ts";
import { quotable } from "../../core/printable.ts";

/** The most that mail can be sent to (RFC 5321). */
const LONGEST = 254;

/** Letters of any script, and what an address may have without quotes (RFC 5322, RFC 6531). */
const ADDRESS =
  /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~.-]+@[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)*$/u;

/**
 * An address as it is kept and compared; `null` if it cannot be one.
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
  // Some letters fall apart when they become small.
  const email = text.trim().normalize("NFC").toLowerCase().normalize("NFC");
  return email.length <= LONGEST && ADDRESS.test(email) ? email : null;
}

/** Says that a text cannot be an address. */
export function emailProblem(text: string): Diagnostic {
  return error("account-email", `Invalid email address '${quotable(text)}'.`);
}
