/** Logins with OpenID Connect, at any issuer that supports Discovery 1.0. */

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
 * Reads an issuer's metadata and prepares logins with it.
 *
 * @throws {UpstreamError} If the issuer does not answer, or its metadata names another issuer.
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
        if (claims === undefined) throw new UpstreamError("The answer has no ID token");
        return {
          // The token's issuer can differ from the configured one: some providers serve many issuers, each
          // with its own subjects.
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
  // Checks the ID token's signature as well, instead of relying on TLS alone.
  enableNonRepudiationChecks(client);
  return prepare(client);
}

function authentication(
  secret: string | null,
  // `client_secret_basic` is the default if the metadata lists no methods (Discovery 1.0, section 3).
  { token_endpoint_auth_methods_supported: methods = ["client_secret_basic"] }: {
    readonly token_endpoint_auth_methods_supported?: string[] | undefined;
  },
) {
  if (secret === null) return None();
  // Prefers to send the secret in the body, because providers do not agree on how to decode a secret in a
  // header.
  return methods.includes("client_secret_post")
    ? ClientSecretPost(secret)
    : ClientSecretBasic(secret);
}

function emailsIn(claims: Readonly<Record<string, unknown>>): readonly string[] {
  const { email, email_verified: isVerified } = claims;
  return typeof email === "string" && isVerified === true ? [email] : [];
}
