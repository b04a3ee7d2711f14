/** Who lets people in at a server: its authorization server, if it has one. */

import * as oauth from "oauth4webapi";
import { isLocal } from "../address.ts";
import type { SetupHost } from "../host.ts";
import { probe, type Send, SERVER_NAME } from "../probe.ts";
import { boundedSend } from "./bounded_send.ts";
import { knownAs, LoginFailure, namesOthers } from "./login_failure.ts";

/** Where people log in. */
export interface AuthorizationServer {
  /** The origin of the server, which is its issuer, too. */
  readonly origin: string;
  readonly metadata: oauth.AuthorizationServer;
  /** Where browsers go: at the same origin. */
  readonly authorizationEndpoint: string;
  /** What every way to log in asks for. */
  readonly wanted: { readonly scope: string; readonly resource: string };
  /** How the library asks it. */
  readonly options: {
    readonly [oauth.customFetch]: (url: string, init: object) => Promise<Response>;
    readonly [oauth.allowInsecureRequests]: boolean;
  };
  readonly send: Send;
}

/** The wizard, as every server knows it: it has no secret (RFC 8252). */
export const CLIENT: oauth.Client = { client_id: "layerwright-setup" };

/** The right to make API keys. */
const SCOPE = "keys";

/**
 * Finds the authorization server of a server: the server itself, since what is got from the one is sent
 * to the other.
 *
 * @param url The address of the protocol's endpoint.
 * @returns `null` if it has none, is not there, or is not Layerwright.
 * @throws {LoginFailure} If what it says of itself does not fit.
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
  if (!await letsPeopleIn(send, url, hello.challenge)) return null;
  const issuer = new URL(origin);
  const response = await oauth.discoveryRequest(issuer, { ...options, algorithm: "oauth2" });
  const metadata = await oauth.processDiscoveryResponse(issuer, response);
  if (metadata.code_challenge_methods_supported?.includes("S256") !== true) {
    throw new LoginFailure("it does not know PKCE with S256");
  }
  const { authorization_endpoint: authorizationEndpoint = "" } = metadata;
  if (URL.parse(authorizationEndpoint)?.origin !== origin) throw namesOthers();
  const wanted = { scope: SCOPE, resource: url };
  return { origin, metadata, authorizationEndpoint, wanted, options, send };
}

/** Whether a server says who lets people in (RFC 9728): it has to be the server itself. */
async function letsPeopleIn(send: Send, url: string, challenge: string): Promise<boolean> {
  const { origin } = new URL(url);
  const [, place] = /\bresource_metadata="([^"]*)"/.exec(challenge) ?? [];
  if (place === undefined) return false;
  if (URL.parse(place)?.origin !== origin) throw knownAs(place);
  const response = await send(place, { headers: { accept: "application/json" } });
  const { authorization_servers: issuers } = await oauth.processResourceDiscoveryResponse(
    new URL(url),
    response,
  );
  if (Array.isArray(issuers) && issuers.includes(origin)) return true;
  throw new LoginFailure("it lets people in elsewhere");
}
