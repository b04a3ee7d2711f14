/** Logging in with OpenID Connect: what an issuer has to answer. */

import { deepEqual, equal, rejects } from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { openIssuer } from "../../../accounts/upstream/openid.ts";
import type { UpstreamPerson } from "../../../accounts/upstream/upstream.ts";
import { signedToken } from "../../http/upstream/tested_issuer.ts";

const ATTEMPT = {
  state: "a-state-that-nobody-knows-beforehand",
  nonce: "a-nonce-that-nobody-knows-beforehand",
  verifier: "a-verifier-of-fifty-characters-or-so-as-it-should-be",
};

interface Issuer {
  /** What the ID token says besides what it must. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** What the issuer says of whoever has an access token; none if left out. */
  readonly userInfo?: Readonly<Record<string, unknown>>;
  /** Whether the answer to a code has an ID token. */
  readonly hasToken?: boolean;
}

/** Comes back from an issuer with a code. */
async function comeBack(
  { claims, userInfo, hasToken = true }: Issuer,
  test: (person: Promise<UpstreamPerson>) => Promise<void>,
): Promise<void> {
  const key = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const answers: Record<string, (origin: string) => unknown> = {
    "/token": (origin) => ({
      access_token: "token_1",
      token_type: "bearer",
      ...(hasToken && { id_token: signedToken({ ...usual(origin), ...claims }, key) }),
    }),
    "/keys": () => ({ keys: [{ ...key.publicKey.export({ format: "jwk" }), kid: "test" }] }),
    "/userinfo": () => ({ sub: "ada", ...userInfo }),
  };
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
    const { origin, pathname } = new URL(request.url);
    const metadata = () => ({
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      jwks_uri: `${origin}/keys`,
      id_token_signing_alg_values_supported: ["ES256"],
      ...(userInfo !== undefined && { userinfo_endpoint: `${origin}/userinfo` }),
    });
    return Response.json((answers[pathname] ?? metadata)(origin));
  });
  try {
    const { finish } = await openIssuer({
      kind: "oidc",
      name: "Example ID",
      address: `http://127.0.0.1:${server.addr.port}`,
      clientId: "client",
      clientSecret: "secret",
    });
    const asked = new URLSearchParams({ code: "code", state: ATTEMPT.state });
    await test(finish(new URL(`http://localhost/login/oidc/callback?${asked}`), ATTEMPT));
  } finally {
    await server.shutdown();
  }
}

function usual(issuer: string) {
  const now = Math.floor(Date.now() / 1000);
  const { nonce } = ATTEMPT;
  return { iss: issuer, sub: "ada", aud: "client", iat: now, exp: now + 60, nonce };
}

Deno.test("an issuer that gives no ID token names nobody", () =>
  comeBack({ hasToken: false }, async (person) => {
    await rejects(person, { name: "UpstreamError", message: /id_token/ });
  }));

const EMAIL = "ada@example.com";
const CONFIRMED = { email: EMAIL, email_verified: true };

for (
  const [what, issuer, emails] of [
    ["a confirmed address", { claims: CONFIRMED }, [EMAIL]],
    ["an unconfirmed address", { claims: { email: EMAIL, email_verified: false } }, []],
    ["an address alone", { claims: { email: EMAIL } }, []],
    ["a confirmation in words", { claims: { email: EMAIL, email_verified: "true" } }, []],
    ["a list of addresses", { claims: { email: [EMAIL], email_verified: true } }, []],
    ["a confirmation of no address", { claims: { email_verified: true } }, []],
    ["no address", {}, []],
    ["an address only when asked", { userInfo: CONFIRMED }, [EMAIL]],
    ["no address when asked, either", { userInfo: { email_verified: true } }, []],
    [
      "one address, and another when asked",
      { claims: CONFIRMED, userInfo: { email: "eve@example.com", email_verified: true } },
      [EMAIL],
    ],
    [
      "an unconfirmed address, and a confirmed one when asked",
      { claims: { email: EMAIL }, userInfo: CONFIRMED },
      [],
    ],
  ] as const
) {
  Deno.test(`an issuer that tells ${what} confirms ${emails.length}`, () =>
    comeBack(issuer, async (person) => {
      const { subject, emails: read } = await person;
      equal(subject, "ada");
      deepEqual(await read(), emails);
    }));
}
