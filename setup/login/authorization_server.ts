/** Finds a server's authorization server, limits the requests to it, and describes their failures. */

import * as oauth from "oauth4webapi";
import { boundedBytes } from "../../core/bounded_body.ts";
import { error } from "../../core/diagnostic.ts";
import { quotable } from "../../core/printable.ts";
import type { SetupDiagnostic } from "../diagnostic.ts";
import type { SetupHost } from "../host.ts";
import { isLocal, probe, reasonOf, REQUEST_TIMEOUT_MS, type Send, SERVER_NAME } from "../server.ts";

/** A server that people can log in to. */
export interface AuthorizationServer {
  /** The server's origin, which is also its issuer. */
  readonly origin: string;
  readonly metadata: oauth.AuthorizationServer;
  /** The page where browsers log in, at the same origin. */
  readonly authorizationEndpoint: string;
  /** Parameters of every authorization request. */
  readonly wanted: { readonly scope: string; readonly resource: string };
  /** Options for requests by the OAuth library. */
  readonly options: {
    readonly [oauth.customFetch]: (url: string, init: object) => Promise<Response>;
    readonly [oauth.allowInsecureRequests]: boolean;
  };
  readonly send: Send;
}

/** The wizard as an OAuth client: public, without a secret (RFC 8252). */
export const CLIENT: oauth.Client = { client_id: "layerwright-setup" };

/** The scope that allows creating API keys. */
const SCOPE = "keys";

/** Maximum length of a response in bytes. Metadata, tokens and keys are far shorter. */
const MAX_RESPONSE_BYTES = 64 * 1024;

/**
 * Finds a server's authorization server. Both must have the same origin, because setup sends the issued
 * token to the server.
 *
 * @param url The address of the MCP endpoint.
 * @returns `null` if the server has no login, is not reachable, or is not Layerwright.
 * @throws {LoginFailure} If the server's metadata is unusable.
 */
export async function findAuthorizationServer(
  host: SetupHost,
  url: string,
): Promise<AuthorizationServer | null> {
  const hello = await probe({ url, headers: {} }, host.send);
  if (hello.kind !== "refused" || !hello.challenge.includes(`realm="${SERVER_NAME}"`)) return null;
  const { origin } = new URL(url);
  const send = boundedSend(host.send, origin);
  const options = {
    [oauth.customFetch]: (address: string, init: object) => send(address, init),
    [oauth.allowInsecureRequests]: isLocal(url),
  };
  if (!await offersLogin(send, url, hello.challenge)) return null;
  const issuer = new URL(origin);
  const response = await oauth.discoveryRequest(issuer, { ...options, algorithm: "oauth2" });
  const metadata = await oauth.processDiscoveryResponse(issuer, response);
  if (metadata.code_challenge_methods_supported?.includes("S256") !== true) {
    throw new LoginFailure("it does not support PKCE with S256");
  }
  const { authorization_endpoint: authorizationEndpoint = "" } = metadata;
  if (URL.parse(authorizationEndpoint)?.origin !== origin) throw otherOrigin();
  const wanted = { scope: SCOPE, resource: url };
  return { origin, metadata, authorizationEndpoint, wanted, options, send };
}

/** Reports whether a server names itself as its authorization server (RFC 9728). */
async function offersLogin(send: Send, url: string, challenge: string): Promise<boolean> {
  const { origin } = new URL(url);
  const [, metadataUrl] = /\bresource_metadata="([^"]*)"/.exec(challenge) ?? [];
  if (metadataUrl === undefined) return false;
  if (URL.parse(metadataUrl)?.origin !== origin) throw otherAddress(metadataUrl);
  const response = await send(metadataUrl, { headers: { accept: "application/json" } });
  const { authorization_servers: issuers } = await oauth.processResourceDiscoveryResponse(
    new URL(url),
    response,
  );
  if (Array.isArray(issuers) && issuers.includes(origin)) return true;
  throw new LoginFailure("its authorization server is another server");
}

/**
 * Limits requests to one origin, since a server's metadata may name other addresses.
 *
 * @returns A function that throws {@linkcode LoginFailure} for another origin, a timeout or an overlong
 * response.
 */
export function boundedSend(send: Send, origin: string): Send {
  return async (url, init) => {
    if (URL.parse(url)?.origin !== origin) throw otherOrigin();
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    try {
      const response = await send(url, { ...init, redirect: "manual", signal });
      const { status, headers, body } = response;
      // `Response` refuses even an empty body for statuses such as 204.
      const bytes = body === null ? null : await boundedBytes(body, MAX_RESPONSE_BYTES);
      return new Response(bytes, { status, headers });
    } catch (problem) {
      throw new LoginFailure(reasonOf(problem), { cause: problem });
    }
  };
}

/**
 * Returns the access token of a response.
 *
 * @throws {LoginFailure} If the token is not a bearer token that fits into a header (RFC 6750,
 * 2.1).
 */
export function bearerToken(
  { token_type: type, access_token: token }: oauth.TokenEndpointResponse,
): string {
  if (type === "bearer" && /^[A-Za-z0-9._~+/-]+=*$/.test(token)) return token;
  throw new LoginFailure("it returned an unusable token");
}

const HINT = "Run the command again, or pass an API key with --api-key-stdin";

const NOT_OAUTH = "its response is not valid OAuth";

/** Messages for the standard error codes (RFC 6749, 4.1.2.1 and 5.2; RFC 8628, 3.5). */
const REASONS: Readonly<Record<string, string>> = {
  access_denied: "the login was refused",
  expired_token: "the code has expired",
  // Servers return this error for deleted codes, too, so the message cannot say more.
  invalid_grant: "the code has expired or was already used",
};

/**
 * Thrown to end a login. It is an exception because requests fail inside the OAuth library. The
 * message is a short reason without a capital letter.
 */
export class LoginFailure extends Error {
  override readonly name = "LoginFailure";
  readonly hint: string;

  constructor(reason: string, { hint = HINT, ...options }: ErrorOptions & { hint?: string } = {}) {
    super(reason, options);
    this.hint = hint;
  }
}

/** Creates the failure for a server that reports an address other than the given one. */
function otherAddress(address: unknown): LoginFailure {
  const hint = "Pass the server's own address with --url";
  return new LoginFailure(`its own address is '${quotable(String(address))}'`, { hint });
}

/** Creates the failure for a server that refers the wizard or the browser to another origin. */
export function otherOrigin(): LoginFailure {
  return new LoginFailure("it refers to another server");
}

/** Converts a failure into a diagnostic. */
export function failureAt(origin: string, { message, hint }: LoginFailure): SetupDiagnostic {
  return error("setup-login", `Cannot log in at ${origin} (${message}).`, { hint });
}

/**
 * Converts an error of the OAuth library to a login failure.
 *
 * @param problem The error. Errors that do not come from the server's response are rethrown.
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
    // The library throws this for an invalid URL in the response.
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
