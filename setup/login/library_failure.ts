/** What the library says when logging in fails, in words for people. */

import * as oauth from "oauth4webapi";
import { quotable } from "../../core/printable.ts";
import { knownAs, LoginFailure } from "./login_failure.ts";

const NONSENSE = "it does not answer as an authorization server does";

/** Failures with a name of their own (RFC 6749, 4.1.2.1 and 5.2; RFC 8628, 3.5). */
const REASONS: Readonly<Record<string, string>> = {
  access_denied: "the login was refused",
  expired_token: "the code has expired",
  // So the server calls codes that it knows no longer.
  invalid_grant: "the code has expired, or was used",
};

/**
 * Says why the library stopped.
 *
 * @param problem What was thrown; what is no failure of a login is thrown on.
 */
export function loginFailure(problem: unknown): LoginFailure {
  if (problem instanceof LoginFailure) return problem;
  if (
    problem instanceof oauth.ResponseBodyError ||
    problem instanceof oauth.AuthorizationResponseError
  ) {
    return new LoginFailure(reasonFor(problem.error, problem.error_description));
  }
  if (problem instanceof oauth.OperationProcessingError) return processingFailure(problem);
  const isNonsense = problem instanceof oauth.WWWAuthenticateChallengeError ||
    problem instanceof oauth.UnsupportedOperationError ||
    // An address in the answer that is none.
    problem instanceof TypeError;
  if (isNonsense) return new LoginFailure(NONSENSE, { cause: problem });
  throw problem;
}

function reasonFor(code: string, description: string | undefined): string {
  const said = description === undefined ? code : `${code}: ${description}`;
  return REASONS[code] ?? `it said '${quotable(said)}'`;
}

function processingFailure(problem: oauth.OperationProcessingError): LoginFailure {
  const { code, cause } = problem;
  if (code === oauth.JSON_ATTRIBUTE_COMPARISON) {
    const { body, attribute } = Object(cause);
    return knownAs(Object(body)[attribute]);
  }
  if (code === oauth.RESPONSE_IS_NOT_CONFORM && cause instanceof Response) {
    return new LoginFailure(`it answered ${cause.status}`, { cause });
  }
  return new LoginFailure(NONSENSE, { cause: problem });
}
