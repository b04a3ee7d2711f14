/** A server's authorization server, and the requests to it. */

import * as oauth from "oauth4webapi";
import { boundedBytes } from "../../core/bounded_body.ts";
import { isLocal, PATIENCE_MS, probe, reasonOf, type Send, SERVER_NAME } from "../server.ts";
import type { SetupHost } from "../host.ts";
import { LoginFailure, otherAddress, otherOrigin } from "./login_failure.ts";

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
const LONGEST_RESPONSE = 64 * 1024;

/**
 * Finds a server's authorization server, which must have the same origin: the token that it issues is
 * sent to the server.
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
    const signal = AbortSignal.timeout(PATIENCE_MS);
    try {
      const response = await send(url, { ...init, redirect: "manual", signal });
      const { status, headers, body } = response;
      // `Response` refuses even an empty body for statuses such as 204.
      const bytes = body === null ? null : await boundedBytes(body, LONGEST_RESPONSE);
      return new Response(bytes, { status, headers });
    } catch (problem) {
      throw new LoginFailure(reasonOf(problem), { cause: problem });
    }
  };
}

/**
 * Returns the access token of a response.
 *
 * @throws {LoginFailure} Unless it is a bearer token that fits a header (RFC 6750, 2.1).
 */
export function bearerToken(
  { token_type: type, access_token: token }: oauth.TokenEndpointResponse,
): string {
  if (type === "bearer" && /^[A-Za-z0-9._~+/-]+=*$/.test(token)) return token;
  throw new LoginFailure("it returned an unusable token");
}
