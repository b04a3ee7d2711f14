/** Logins with GitHub, which has OAuth and an API instead of OpenID Connect. */

import {
  authorizationCodeGrant,
  ClientSecretPost,
  Configuration,
  fetchProtectedResource,
  None,
} from "openid-client";
import { addressFor, asked, prepare, subjectOf } from "./openid_client.ts";
import { type Upstream, UpstreamError, type UpstreamSettings } from "./upstream.ts";

const GITHUB = "https://github.com";

/** Prepares logins with GitHub, or with a GitHub Enterprise Server. */
export function openGitHub({ address, clientId, clientSecret }: UpstreamSettings): Upstream {
  // The issuer that GitHub names in its answers (RFC 9207).
  const issuer = `${address}/login/oauth`;
  const api = address === GITHUB ? "https://api.github.com" : `${address}/api/v3`;
  const client = prepare(
    new Configuration(
      {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/access_token`,
      },
      clientId,
      {},
      clientSecret === null ? None() : ClientSecretPost(clientSecret),
    ),
  );
  const read = (path: string, token: string) =>
    asked(async () => {
      const accept = new Headers({ accept: "application/vnd.github+json" });
      const url = new URL(`${api}${path}`);
      const answer = await fetchProtectedResource(client, token, url, "GET", undefined, accept);
      if (answer.ok) return await answer.json() as unknown;
      await answer.body?.cancel();
      throw new UpstreamError(`GitHub's API returned ${answer.status}`);
    });
  return {
    issuer,
    begin: (attempt, { redirectUri, wantsEmails }) =>
      addressFor(client, attempt, {
        redirect_uri: redirectUri,
        ...(wantsEmails && { scope: "user:email" }),
      }),
    finish: (answer, { state, verifier }) =>
      asked(async () => {
        const checks = { expectedState: state, pkceCodeVerifier: verifier };
        const { access_token: token } = await authorizationCodeGrant(client, answer, checks);
        const { id } = Object(await read("/user", token));
        if (!Number.isSafeInteger(id)) throw new UpstreamError("GitHub's API returned no user id");
        return {
          issuer,
          subject: subjectOf(String(id)),
          emails: async () => emailsIn(await read("/user/emails", token)),
        };
      }),
  };
}

function emailsIn(answer: unknown): readonly string[] {
  const all = Array.isArray(answer) ? answer.map(Object) : [];
  return all.filter(({ email, verified }) => typeof email === "string" && verified === true)
    .toSorted((a, b) => Number(b.primary === true) - Number(a.primary === true))
    .map(({ email }) => email);
}
