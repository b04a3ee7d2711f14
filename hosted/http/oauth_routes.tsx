/** The routes of the authorization server, and the consent page. */

import type { Context, Hono } from "hono";
// @ts-types="@types/oidc-provider"
import type { Provider } from "oidc-provider";
import { leasesOver } from "../accounts/leases.ts";
import { ConsentPage } from "../pages/consent.tsx";
import { clientHost, shownClientName } from "../oauth/client_names.ts";
import { recordConnected } from "../oauth/connected_apps.ts";
import { SCOPE_WORDS, scopesFor } from "../oauth/scopes.ts";
import { SCOPES } from "../../core/scopes.ts";
import {
  AUTHORIZATION_BYTES,
  limitAuthorization,
  tooManyRequests,
} from "./authorization_limit.tsx";
import { addDeviceRoutes } from "./device_routes.tsx";
import type { HttpEnv } from "../../http/exchange.ts";
import { addAccountForm } from "./forms.tsx";
import { goneRequest } from "./gone_request.tsx";
import { limitBody } from "../../http/guards.ts";
import { type Hosted, resourceOf, visitOf } from "./hosted.ts";
import { answerAsNode, type NodeExchange, nodeExchange } from "./oauth_bridge.ts";
import { answerPage } from "./pages.tsx";
import { limitRegistration, REGISTRATION_BYTES } from "./registration_limit.ts";
import { type KnownVisitor, visitorOf } from "./visitors.ts";

/** Maximum size of a body in bytes. */
const OAUTH_LIMIT = 64 * 1024;

const METADATA = "/.well-known/oauth-protected-resource";

const CONSENT = "/oauth/consent/:uid";

/** Routes that the library answers, with no limit of their own except on the size of bodies. */
const ANSWERED_BY_LIBRARY = [
  "/.well-known/oauth-authorization-server",
  "/oauth/authorize/*",
  "/oauth/jwks",
  "/oauth/token",
];

/** Adds the authorization server. */
export function addOAuthRoutes(app: Hono<HttpEnv>, hosted: Hosted): void {
  addMetadata(app, hosted);
  addConsent(app, hosted);
  const limit = limitBody(OAUTH_LIMIT);
  const answer = async (c: Context<HttpEnv>, url = c.req.url) => {
    const provider = await hosted.provider();
    const response = await answerAsNode(provider, await exchangeOf(c, hosted, url));
    const seconds = response.headers.get("Retry-After");
    return seconds === null ? response : tooManyRequests(c, Number(seconds));
  };
  addDeviceRoutes(app, hosted, answer);
  // Must come before the routes that end in a star, because the star also matches an empty path.
  const remembered = [limitAuthorization(hosted), limitBody(AUTHORIZATION_BYTES)] as const;
  app.all("/oauth/authorize", ...remembered, (c) => answer(c, withScope(c.req.url)));
  app.all("/oauth/device", ...remembered, (c) => answer(c));
  const register = [limitBody(REGISTRATION_BYTES), limitRegistration(hosted)] as const;
  app.all("/oauth/register", ...register, (c) => answer(c));
  app.all("/oauth/revoke", limit, async (c) => {
    const response = await answer(c);
    // Waits until all leases have expired, even if the token is unknown: another request may have just
    // revoked it.
    if (response.ok) await leasesOver();
    return response;
  });
  for (const path of ANSWERED_BY_LIBRARY) app.all(path, limit, (c) => answer(c));
}

/** Returns the URL of the protected resource's metadata. */
export function metadataUrl({ origin }: Hosted): string {
  return `${origin()}${METADATA}/mcp`;
}

/** Adds the metadata of the protected resource (RFC 9728), at both paths at which clients look for it. */
function addMetadata(app: Hono<HttpEnv>, hosted: Hosted): void {
  const answer = (c: Context<HttpEnv>) =>
    c.json({
      resource: resourceOf(hosted),
      resource_name: "Layerwright",
      authorization_servers: [hosted.origin()],
      scopes_supported: SCOPES,
      bearer_methods_supported: ["header"],
    });
  app.get(METADATA, answer);
  app.get(`${METADATA}/mcp`, answer);
}

function addConsent(app: Hono<HttpEnv>, hosted: Hosted): void {
  app.get(CONSENT, async (c) => {
    const known = await visitorOf(c, hosted);
    if (known.account === null) {
      return c.redirect(`/login?next=${encodeURIComponent(c.req.path)}`, 303);
    }
    const asked = await askedFor(c, hosted);
    if (asked === null) return answerPage(c, goneRequest(known), 410);
    // The policy has no `form-action`, because browsers would also apply it to the final redirect to the
    // client.
    return answerPage(c, consentPage(c.req.path, known, asked), 200, {
      "Content-Security-Policy": "default-src 'none'; style-src 'self'; " +
        "frame-ancestors 'none'; base-uri 'none'",
    });
  });
  addAccountForm(app, CONSENT, hosted, async (c, { known, field }, account) => {
    const asked = await askedFor(c, hosted);
    if (asked === null) return answerPage(c, goneRequest(known), 410);
    const { provider, exchange } = asked;
    const isAllowed = field("answer") === "allow";
    const result = isAllowed
      ? {
        login: { accountId: account.id, remember: false },
        consent: { grantId: await grant(asked, account.id, resourceOf(hosted)) },
      }
      : { error: "access_denied", error_description: "The request was refused" };
    if (isAllowed) {
      await recordConnected(hosted.database, account.id, asked.clientId, visitOf(c, hosted));
    }
    const { req, res } = exchange;
    return c.redirect(await provider.interactionResult(req, res, result), 303);
  });
}

/** A client's authorization request. */
interface Asked {
  readonly provider: Provider;
  readonly exchange: NodeExchange;
  readonly clientId: string;
  readonly clientName: string;
  readonly redirectUri: string | null;
  readonly scopes: readonly string[];
  /** Requested scopes that the client may not have. */
  readonly refused: readonly string[];
}

/** @returns `null` if the request no longer exists. */
async function askedFor(c: Context<HttpEnv>, hosted: Hosted): Promise<Asked | null> {
  const provider = await hosted.provider();
  const exchange = await exchangeOf(c, hosted, c.req.url);
  const { params } = await interaction(provider, exchange) ?? {};
  const client = await provider.Client.find(String(params?.["client_id"]));
  if (params === undefined || client === undefined) return null;
  const wanted = String(params["scope"] ?? "").split(" ");
  const allowed = scopesFor(client.clientId);
  const redirectUri = params["redirect_uri"];
  return {
    provider,
    exchange,
    clientId: client.clientId,
    clientName: shownClientName(client.clientId, client.clientName),
    redirectUri: typeof redirectUri === "string" ? redirectUri : null,
    scopes: allowed.filter((scope) => wanted.includes(scope)),
    refused: wanted.filter((scope) => !allowed.includes(scope)),
  };
}

async function interaction(provider: Provider, { req, res }: NodeExchange) {
  try {
    return await provider.interactionDetails(req, res);
  } catch (problem) {
    if (problem instanceof Error && problem.name === "SessionNotFound") return null;
    throw problem;
  }
}

function grant(
  { provider, clientId, scopes, refused }: Asked,
  accountId: string,
  resource: string,
): Promise<string> {
  const made = new provider.Grant({ accountId, clientId });
  made.addOIDCScope(scopes.join(" "));
  made.addResourceScope(resource, scopes.join(" "));
  // Rejects these scopes explicitly: the library would ask again for scopes that are neither granted nor
  // rejected.
  made.rejectOIDCScope(refused.join(" "));
  return made.save();
}

function consentPage(
  action: string,
  { visitor }: KnownVisitor,
  { clientId, clientName, redirectUri, scopes }: Asked,
) {
  return (
    <ConsentPage
      visitor={visitor}
      action={action}
      client={clientName}
      knownFrom={clientHost(clientId)}
      returnsTo={redirectUri === null ? "the previous page" : placeOf(redirectUri)}
      permissions={scopes.map((scope) => SCOPE_WORDS[scope] ?? scope)}
    />
  );
}

/** Describes in words where a redirect URI leads. */
function placeOf(address: string): string {
  const url = URL.parse(address);
  if (url === null) return address;
  if (url.protocol !== "http:" && url.protocol !== "https:") return `an app (${url.protocol})`;
  return ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname)
    ? "an app on this computer"
    : url.host;
}

/** Converts a request for the library, with the public origin as its host. */
async function exchangeOf(c: Context<HttpEnv>, hosted: Hosted, url: string): Promise<NodeExchange> {
  const { method } = c.req.raw;
  const hasBody = !["GET", "HEAD"].includes(method) && !c.req.path.startsWith("/oauth/consent/");
  const body = hasBody ? await c.req.text() : null;
  const { host, protocol } = new URL(hosted.origin());
  const headers = new Headers(c.req.raw.headers);
  headers.set("host", host);
  headers.set("x-forwarded-host", host);
  headers.set("x-forwarded-proto", protocol.slice(0, -1));
  if (body !== null) headers.set("content-length", String(new TextEncoder().encode(body).length));
  const request = new Request(url, { method, headers, body });
  return await nodeExchange(request, c.var.client, protocol === "https:");
}

/** Adds the default scopes to a request that names no scopes (RFC 6749, 3.3). */
function withScope(address: string): string {
  const url = new URL(address);
  if (!url.searchParams.get("scope")) url.searchParams.set("scope", SCOPES.join(" "));
  return url.href;
}
