/** CSRF tokens. No other site can read or create them, so a valid token shows that a form is our own. */

import { isMacOf, macOf } from "./server_secret.ts";

/**
 * Creates the token of a form.
 *
 * @param purpose The form's purpose. The token is invalid in forms with other purposes.
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

/** Reports whether a token is valid for a form. */
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
