/** Tokens in forms, which no other site can read or make: a form that has one is ours (CSRF). */

import { isMacOf, macOf } from "./mac.ts";

/**
 * Makes the token of a form.
 *
 * @param purpose What the form does: its token is worth nothing in another.
 * @param cookie The value of the visitor's cookie.
 *
 * @example
 * ```ts
 * import { formToken, isFormToken } from "./form_tokens.ts";
 * import { equal } from "node:assert/strict";
 *
 * const token = formToken("secret", "login", "cookie");
 * equal(isFormToken(token, "secret", "login", "cookie"), true);
 * equal(isFormToken(token, "secret", "login", "another"), false);
 * ```
 */
export function formToken(secret: string, purpose: string, cookie: string): string {
  return macOf(secret, "form", textOf(purpose, cookie));
}

/** Whether a token is that of a form. */
export function isFormToken(
  token: string,
  secret: string,
  purpose: string,
  cookie: string,
): boolean {
  return isMacOf(token, secret, "form", textOf(purpose, cookie));
}

function textOf(purpose: string, cookie: string): string {
  return JSON.stringify([purpose, cookie]);
}
