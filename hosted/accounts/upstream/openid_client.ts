/** Helpers for `openid-client` that all identity providers use. */

import {
  allowInsecureRequests,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientError,
  Configuration,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from "openid-client";
import { type Attempt, UpstreamError } from "./upstream.ts";

/** Timeout of an answer, in seconds. */
export const TIMEOUT_SECONDS = 10;

const PROBLEMS = [
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
  // A failed request throws a `TypeError`, an answer that is not JSON a `SyntaxError`.
  TypeError,
  SyntaxError,
];

/** Configures a client. Allows an issuer without TLS, which the settings accept only on this computer. */
export function prepare(client: Configuration): Configuration {
  client.timeout = TIMEOUT_SECONDS;
  if (client.serverMetadata().issuer.startsWith("http:")) allowInsecureRequests(client);
  return client;
}

/** Returns the URL at which a person logs in. */
export async function addressFor(
  client: Configuration,
  { state, verifier }: Attempt,
  params: Readonly<Record<string, string>>,
): Promise<URL> {
  return buildAuthorizationUrl(client, {
    ...params,
    state,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
}

/**
 * Runs requests to an identity provider, and converts expected errors.
 *
 * @throws {UpstreamError} For every expected kind of failure.
 */
export async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (problem) {
    if (!PROBLEMS.some((kind) => problem instanceof kind)) throw problem;
    throw new UpstreamError(reasonOf(problem as Error), { cause: problem });
  }
}

function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error ? `${message} (${cause.message})` : message;
}

/**
 * Checks that a subject can be stored, and returns it.
 *
 * @throws {UpstreamError} If it is not 1 to 255 visible ASCII characters (OpenID Connect Core, 2).
 */
export function subjectOf(text: string): string {
  if (/^[!-~]{1,255}$/.test(text)) return text;
  throw new UpstreamError("The subject is not 1 to 255 visible ASCII characters");
}
