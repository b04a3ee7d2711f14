/** Logging in with OpenID Connect: any issuer that says of itself what it can (Discovery 1.0). */

import {
  allowInsecureRequests,
  authorizationCodeGrant,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
} from "openid-client";
import { addressFor, asked, prepare, subjectOf, TIMEOUT_SECONDS } from "./openid_client.ts";
import { type Upstream, UpstreamError, type UpstreamSettings } from "./upstream.ts";

/**
 * Asks an issuer what it can.
 *
 * @throws {UpstreamError} If it does not answer, or is another.
 */
export async function openIssuer(settings: UpstreamSettings): Promise<Upstream> {
  const client = await discovered(settings);
  const { issuer, userinfo_endpoint: userInfo } = client.serverMetadata();
  return {
    issuer,
    begin: (attempt, { redirectUri, wantsEmails }) =>
      addressFor(client, attempt, {
        redirect_uri: redirectUri,
        scope: wantsEmails ? "openid email" : "openid",
        nonce: attempt.nonce,
      }),
    finish: (answer, { state, nonce, verifier }) =>
      asked(async () => {
        const tokens = await authorizationCodeGrant(client, answer, {
          expectedState: state,
          // With a nonce, the library refuses an answer without an ID token.
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new UpstreamError("There is no ID token");
        return {
          // Not the configured one: some answer for many, whose subjects are their own.
          issuer: claims.iss,
          subject: subjectOf(claims.sub),
          emails: () =>
            asked(async () => {
              const isAsked = claims["email"] === undefined && userInfo !== undefined;
              return emailsIn(
                isAsked ? await fetchUserInfo(client, tokens.access_token, claims.sub) : claims,
              );
            }),
        };
      }),
  };
}

async function discovered({ address, clientId, clientSecret }: UpstreamSettings) {
  const options = {
    timeout: TIMEOUT_SECONDS,
    execute: address.startsWith("http:") ? [allowInsecureRequests] : [],
  };
  const found = await asked(() =>
    discovery(new URL(address), clientId, undefined, undefined, options)
  );
  const server = found.serverMetadata();
  const client = new Configuration(server, clientId, {}, authentication(clientSecret, server));
  // Not only TLS says whom an ID token comes from.
  enableNonRepudiationChecks(client);
  return prepare(client);
}

function authentication(
  secret: string | null,
  // What it can if it does not say (Discovery 1.0, 3).
  { token_endpoint_auth_methods_supported: methods = ["client_secret_basic"] }: {
    readonly token_endpoint_auth_methods_supported?: string[] | undefined;
  },
) {
  if (secret === null) return None();
  // Nobody reads a body in two ways, as some do with headers that have secrets in them.
  return methods.includes("client_secret_post")
    ? ClientSecretPost(secret)
    : ClientSecretBasic(secret);
}

function emailsIn(claims: Readonly<Record<string, unknown>>): readonly string[] {
  const { email, email_verified: isVerified } = claims;
  return typeof email === "string" && isVerified === true ? [email] : [];
}
