/** A real OpenID Connect issuer: `oidc-provider`, with a page that logs every visitor in. */

import { Buffer } from "node:buffer";
import { generateKeyPairSync, sign } from "node:crypto";
// @ts-types="@types/oidc-provider"
import { type Configuration, Provider } from "oidc-provider";
import { answerAsNode, nodeExchange } from "../../../../hosted/http/oauth_bridge.ts";
import { ADA, tampered, type TestedUpstream } from "./tested_upstream.ts";

const CLIENT_ID = "layerwright";
const CLIENT_SECRET = "a secret: of & = % two";

const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
const KID = "test";

/** Another client of the same issuer. */
export const OTHER_CLIENT = "another";

export function openTestedIssuer(appOrigin: string): TestedUpstream {
  const { promise: made, resolve } = Promise.withResolvers<Provider>();
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    return await answer(await made, upstream, request);
  });
  const issuer = `http://127.0.0.1:${server.addr.port}`;
  const upstream: TestedUpstream = {
    settings: {
      kind: "oidc",
      name: "Example ID",
      address: issuer,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
    },
    issuer,
    user: ADA,
    tamper: (tokens) => tokens,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
  const provider = new Provider(
    issuer,
    configuration(upstream, `${appOrigin}/login/oidc/callback`),
  );
  resolve(provider);
  return upstream;
}

function configuration(upstream: TestedUpstream, redirectUri: string): Configuration {
  const jwk = { ...keys.privateKey.export({ format: "jwk" }), kid: KID, use: "sig", alg: "ES256" };
  const client = {
    redirect_uris: [redirectUri],
    id_token_signed_response_alg: "ES256" as const,
    response_types: ["code" as const],
  };
  return {
    clients: [
      { ...client, client_id: CLIENT_ID, client_secret: CLIENT_SECRET },
      { ...client, client_id: OTHER_CLIENT, client_secret: CLIENT_SECRET },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    cookies: { keys: ["cookies"] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: upstream.user.email,
        email_verified: upstream.user.isConfirmed,
      }),
    }),
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    jwks: { keys: [jwk as never] },
    pkce: { required: () => true },
    ttl: {
      AccessToken: 60,
      AuthorizationCode: 60,
      Grant: 60,
      IdToken: 60,
      Interaction: 60,
      Session: 60,
    },
  };
}

async function answer(
  provider: Provider,
  upstream: TestedUpstream,
  request: Request,
): Promise<Response> {
  const exchange = await nodeExchange(request, "127.0.0.1", false);
  const { pathname } = new URL(request.url);
  if (!pathname.startsWith("/interaction/")) {
    const response = await answerAsNode(provider, exchange);
    return pathname === "/token" ? await tampered(response, upstream.tamper) : response;
  }
  const { req, res } = exchange;
  const { params } = await provider.interactionDetails(req, res);
  const accountId = upstream.user.id;
  const grant = new provider.Grant({ accountId, clientId: String(params["client_id"]) });
  grant.addOIDCScope("openid email");
  const result = { login: { accountId }, consent: { grantId: await grant.save() } };
  return Response.redirect(await provider.interactionResult(req, res, result), 303);
}

/** Creates an ID token as the issuer does. */
export function signedToken(
  claims: Readonly<Record<string, unknown>>,
  { privateKey } = keys,
): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const text = `${part({ alg: "ES256", kid: KID })}.${part(claims)}`;
  const signature = sign("sha256", Buffer.from(text), {
    key: privateKey,
    dsaEncoding: "ieee-p1363",
  });
  return `${text}.${signature.toString("base64url")}`;
}

/** Returns the claims of an ID token. */
export function claimsOf(token: unknown): Record<string, unknown> {
  const [, claims = ""] = String(token).split(".");
  return JSON.parse(Buffer.from(claims, "base64url").toString());
}
