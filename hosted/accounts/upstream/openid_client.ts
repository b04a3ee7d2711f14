/** What the ways to log in elsewhere have in common: how `openid-client` is used. */

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

/** How long an answer may take, in seconds. */
export const TIMEOUT_SECONDS = 10;

const PROBLEMS = [
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
  // Of a request that could not be made, and of an answer that is no JSON.
  TypeError,
  SyntaxError,
];

/** Sets up a client; only settings for this computer alone may name an address without TLS. */
export function prepare(client: Configuration): Configuration {
  client.timeout = TIMEOUT_SECONDS;
  if (client.serverMetadata().issuer.startsWith("http:")) allowInsecureRequests(client);
  return client;
}

/** Where to send somebody. */
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

/** Asks, and says in one way what did not work. */
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
 * Who somebody is, as it can be kept.
 *
 * @throws {UpstreamError} If it cannot (OpenID Connect Core, 2: 255 ASCII characters at most).
 */
export function subjectOf(text: string): string {
  if (/^[!-~]{1,255}$/.test(text)) return text;
  throw new UpstreamError("The subject is not 1 to 255 visible ASCII characters");
}
