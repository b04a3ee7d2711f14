/** Why nobody could be logged in. */

import { type Diagnostic, error } from "../../core/diagnostic.ts";
import { quotable } from "../../core/printable.ts";

const HINT = "Run the same again, or give an API key with --api-key-stdin";

/** Logging in cannot go on. The message is a reason in a few words, without a capital letter. */
export class LoginFailure extends Error {
  override readonly name = "LoginFailure";
  readonly hint: string;

  constructor(reason: string, { hint = HINT, ...options }: ErrorOptions & { hint?: string } = {}) {
    super(reason, options);
    this.hint = hint;
  }
}

/** A server that goes by another address than the one that was given. */
export function knownAs(address: unknown): LoginFailure {
  const hint = "Give the address that it goes by with --url";
  return new LoginFailure(`it calls itself '${quotable(String(address))}'`, { hint });
}

/** A server that would send us, or people, to another one. */
export function namesOthers(): LoginFailure {
  return new LoginFailure("it names addresses of other servers");
}

/** A failure as people read it. */
export function failureAt(origin: string, { message, hint }: LoginFailure): Diagnostic {
  return error("setup-login", `Cannot log in at ${origin} (${message}).`, { hint });
}
