/** Logins with OpenID Connect, and the required answers of an issuer. */

import { deepEqual, equal, rejects } from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { openIssuer } from "../../../../hosted/accounts/upstream/openid.ts";
import type { UpstreamPerson } from "../../../../hosted/accounts/upstream/upstream.ts";
import { signedToken } from "../../http/upstream/tested_issuer.ts";

const ATTEMPT = {
  state: "a-state-that-nobody-knows-beforehand",
  nonce: "a-nonce-that-nobody-knows-beforehand",
  verifier: "a-verifier-of-fifty-characters-or-so-as-it-should-be",
};

interface Issuer {
  /** Additional claims of the ID token. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** The user info; no such endpoint if left out. */
  readonly userInfo?: Readonly<Record<string, unknown>>;
  /** Whether the token response has an ID token. */
  readonly hasToken?: boolean;
  /** The issuer's supported methods of client authentication. */
  readonly methods?: readonly string[];
  readonly secret?: string | null;
}

/** The client authentication of a token request. */
interface Credentials {
  readonly header: string | null;
  readonly id: string | null;
  readonly secret: string | null;
}

/** Finishes a login at an issuer. */
async function comeBack(
  { claims, userInfo, hasToken = true, methods, secret = "secret" }: Issuer,
  test: (person: Promise<UpstreamPerson>, given: Promise<Credentials>) => Promise<void>,
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
  const given = Promise.withResolvers<Credentials>();
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const { origin, pathname } = new URL(request.url);
    if (pathname === "/token") given.resolve(await credentialsIn(request));
    const metadata = () => ({
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      jwks_uri: `${origin}/keys`,
      id_token_signing_alg_values_supported: ["ES256"],
      ...(methods !== undefined && { token_endpoint_auth_methods_supported: methods }),
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
      clientSecret: secret,
    });
    const asked = new URLSearchParams({ code: "code", state: ATTEMPT.state });
    const back = new URL(`http://localhost/login/oidc/callback?${asked}`);
    await test(finish(back, ATTEMPT), given.promise);
  } finally {
    await server.shutdown();
  }
}

async function credentialsIn(request: Request): Promise<Credentials> {
  const body = await request.formData();
  const text = (name: string) => body.has(name) ? String(body.get(name)) : null;
  const header = request.headers.get("authorization");
  return { header, id: text("client_id"), secret: text("client_secret") };
}

function usual(issuer: string) {
  const now = Math.floor(Date.now() / 1000);
  const { nonce } = ATTEMPT;
  return { iss: issuer, sub: "ada", aud: "client", iat: now, exp: now + 60, nonce };
}

Deno.test("a login without an ID token fails", () =>
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
  Deno.test(`an issuer with ${what} verifies ${emails.length} addresses`, () =>
    comeBack(issuer, async (person) => {
      const { subject, emails: read } = await person;
      equal(subject, "ada");
      deepEqual(await read(), emails);
    }));
}

const BY_HEADER = { header: `Basic ${btoa("client:secret")}`, id: null, secret: null };
const BY_BODY = { header: null, id: "client", secret: "secret" };
const WITHOUT = { header: null, id: "client", secret: null };

for (
  const [what, issuer, credentials] of [
    ["that does not say how", {}, BY_HEADER],
    ["that reads headers", { methods: ["client_secret_basic"] }, BY_HEADER],
    ["that reads bodies", { methods: ["client_secret_post"] }, BY_BODY],
    ["that reads both", { methods: ["client_secret_basic", "client_secret_post"] }, BY_BODY],
    ["that gave it none", { secret: null }, WITHOUT],
    ["that reads bodies and gave none", { methods: ["client_secret_post"], secret: null }, WITHOUT],
  ] as const
) {
  Deno.test(`a client sends its secret correctly to an issuer ${what}`, () =>
    comeBack(issuer, async (person, given) => {
      equal((await person).subject, "ada");
      deepEqual(await given, credentials);
    }));
}
