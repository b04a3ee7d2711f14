/** Reasons why a login failed, worded for people. */

import * as oauth from "oauth4webapi";
import { error } from "../../core/diagnostic.ts";
import { quotable } from "../../core/printable.ts";
import type { SetupDiagnostic } from "../diagnostic.ts";

const HINT = "Run the command again, or pass an API key with --api-key-stdin";

const NOT_OAUTH = "its response is not valid OAuth";

/** Reasons for standard error codes (RFC 6749, 4.1.2.1 and 5.2; RFC 8628, 3.5). */
const REASONS: Readonly<Record<string, string>> = {
  access_denied: "the login was refused",
  expired_token: "the code has expired",
  // Servers also answer this for codes that they have deleted.
  invalid_grant: "the code has expired or was already used",
};

/**
 * Ends a login. An exception, because requests fail inside the OAuth library. The message is a short
 * reason without a capital letter.
 */
export class LoginFailure extends Error {
  override readonly name = "LoginFailure";
  readonly hint: string;

  constructor(reason: string, { hint = HINT, ...options }: ErrorOptions & { hint?: string } = {}) {
    super(reason, options);
    this.hint = hint;
  }
}

/** Creates the failure for a server whose own address differs from the one given. */
export function otherAddress(address: unknown): LoginFailure {
  const hint = "Pass the server's own address with --url";
  return new LoginFailure(`its own address is '${quotable(String(address))}'`, { hint });
}

/** Creates the failure for a server that refers the wizard or the browser to another origin. */
export function otherOrigin(): LoginFailure {
  return new LoginFailure("it refers to another server");
}

/** Converts a failure to a diagnostic. */
export function failureAt(origin: string, { message, hint }: LoginFailure): SetupDiagnostic {
  return error("setup-login", `Cannot log in at ${origin} (${message}).`, { hint });
}

/**
 * Converts an error of the OAuth library.
 *
 * @param problem The error. Any other error is rethrown.
 */
export function toLoginFailure(problem: unknown): LoginFailure {
  if (problem instanceof LoginFailure) return problem;
  if (
    problem instanceof oauth.ResponseBodyError ||
    problem instanceof oauth.AuthorizationResponseError
  ) {
    return new LoginFailure(reasonFor(problem.error, problem.error_description));
  }
  if (problem instanceof oauth.OperationProcessingError) return processingFailure(problem);
  const isNotOAuth = problem instanceof oauth.WWWAuthenticateChallengeError ||
    problem instanceof oauth.UnsupportedOperationError ||
    // An invalid URL in the response.
    problem instanceof TypeError;
  if (isNotOAuth) return new LoginFailure(NOT_OAUTH, { cause: problem });
  throw problem;
}

function reasonFor(code: string, description: string | undefined): string {
  const text = description === undefined ? code : `${code}: ${description}`;
  return REASONS[code] ?? `it returned the error '${quotable(text)}'`;
}

function processingFailure(problem: oauth.OperationProcessingError): LoginFailure {
  const { code, cause } = problem;
  if (code === oauth.JSON_ATTRIBUTE_COMPARISON) {
    const { body, attribute } = Object(cause);
    return otherAddress(Object(body)[attribute]);
  }
  if (code === oauth.RESPONSE_IS_NOT_CONFORM && cause instanceof Response) {
    return new LoginFailure(`it answered ${cause.status}`, { cause });
  }
  return new LoginFailure(NOT_OAUTH, { cause: problem });
}
