/** The authorization server (OAuth 2.1): `oidc-provider`, with what of it Layerwright uses. */

// @ts-types="@types/oidc-provider"
import {
  type Configuration,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
  Provider,
} from "oidc-provider";
import type { Database } from "../storage/database.ts";
import { findAccount } from "../accounts/account.ts";
import { macOf } from "../accounts/server_secret.ts";
import { SETUP_CLIENT_NAME } from "./client_names.ts";
import { devicePages, renderProblem } from "./provider_pages.tsx";
import { PROVIDER_COOKIE } from "./provider_sessions.ts";
import { isRedirectUri, MOST_REDIRECT_URIS } from "./redirect_uris.ts";
import { createRecords } from "./records.ts";
import { scopesFor, SETUP_CLIENT_ID } from "./scopes.ts";

/** What an authorization server is made of. */
export interface ProviderOptions {
  readonly database: Database;
  /** What all servers of the database sign with. */
  readonly secret: string;
  /** What it calls itself: the origin that people see. */
  readonly issuer: string;
  /** What tokens are good for: the address of the protocol's endpoint. */
  readonly resource: string;
  /** The keys that sign what is signed. */
  readonly jwks: NonNullable<Configuration["jwks"]>;
  /** The time, in milliseconds since 1970. */
  time(): number;
  /**
   * Who is logged in.
   *
   * @param cookies The header of the request.
   */
  accountOf(cookies: string | undefined): Promise<string | null>;
  /**
   * Fetches what a stranger named: from public addresses alone.
   *
   * @throws {TooManyFetches} If the stranger named too many.
   */
  fetchPublic(url: string, init: RequestInit, client: string | null): Promise<Response>;
  /** Hears what is our own mistake. */
  onBug(problem: Error): void;
}

/** Somebody named more documents than are fetched for one network. */
export class TooManyFetches extends Error {
  override readonly name = "TooManyFetches";
  /** In how many another is fetched. */
  readonly seconds: number;

  constructor(seconds: number) {
    super(`Too many documents; the next one in ${seconds} seconds`);
    this.seconds = seconds;
  }
}

/** What the library stands on (Koa). */
interface Listened {
  on(event: "error", hear: (problem: Error) => void): unknown;
}

/** Seconds that things last. */
const TTL = {
  AccessToken: 3_600,
  AuthorizationCode: 60,
  DeviceCode: 600,
  Grant: 400 * 86_400,
  Interaction: 900,
  RefreshToken: 60 * 86_400,
  Session: 3_600,
} as const;

/** Addresses of the authorization server, below the origin. */
const ROUTES = {
  authorization: "/oauth/authorize",
  code_verification: "/device",
  device_authorization: "/oauth/device",
  end_session: "/oauth/end",
  jwks: "/oauth/jwks",
  registration: "/oauth/register",
  revocation: "/oauth/revoke",
  token: "/oauth/token",
} as const;

/** Bytes of a client's metadata document (draft-ietf-oauth-client-id-metadata-document, 6.6). */
const LONGEST_DOCUMENT = 5 * 1024;

/** What some clients ask for to get refresh tokens, which all get. */
const OFFLINE = "offline_access";

const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";

/** Makes the authorization server. */
export function createProvider(options: ProviderOptions): Provider {
  const provider = new Provider(options.issuer, configuration(options));
  // TLS ends before us, and what the issuer's address says is so.
  provider.proxy = true;
  provider.on("server_error", (_ctx, problem) => options.onBug(problem));
  // The library's types know no events of what it stands on.
  (provider as Listened).on("error", options.onBug);
  return provider;
}

function configuration(options: ProviderOptions): Configuration {
  const { database, secret, issuer, time } = options;
  const isSecure = issuer.startsWith("https:");
  const cookie = { httpOnly: true, sameSite: "lax", secure: isSecure, signed: true } as const;
  return {
    adapter: (kind: string) => createRecords(database, kind, time),
    clients: [setupClient()],
    clientAuthMethods: ["none"],
    // Pages of others ask for nothing here: see the guard of hosts and origins.
    clientBasedCORS: () => false,
    clientDefaults: {
      application_type: "native",
      grant_types: ["authorization_code", "refresh_token"],
      id_token_signed_response_alg: "ES256",
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    },
    cookies: {
      names: { session: PROVIDER_COOKIE },
      // Its own purpose: nothing else that is signed with the secret passes for one of these.
      keys: [macOf(secret, "cookie", "oauth")],
      long: cookie,
      short: cookie,
    },
    expiresWithSession: () => false,
    extraClientMetadata: {
      properties: ["application_type"],
      // Others may be led to any address by plain http, and to their codes without being asked.
      validator: (_ctx, _key, _value, metadata) => void (metadata.application_type = "native"),
    },
    features: features(options),
    fetch: (input, init) => fetchFor(options, String(input), init ?? {}),
    fetchResponseBodyLimits: { "client_id metadata document": LONGEST_DOCUMENT },
    findAccount: async (_ctx, id) => {
      const account = await findAccount(database, id);
      return account === null ? undefined : { accountId: id, claims: () => ({ sub: id }) };
    },
    interactions: {
      policy: policy(options),
      url: (_ctx, { uid }) => `/oauth/consent/${uid}`,
    },
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed("refresh_token"),
    jwks: options.jwks,
    pkce: { required: () => true },
    renderError: renderProblem,
    responseTypes: ["code"],
    rotateRefreshToken: () => true,
    routes: ROUTES,
    scopes: [...scopesFor(SETUP_CLIENT_ID), OFFLINE],
    // Nobody's name depends on it: what it leads to is not fetched.
    sectorIdentifierUriValidate: () => false,
    ttl: TTL,
  };
}

/** Addresses that were fetched to answer each request. */
const fetched = new WeakMap<object, Set<string>>();

/**
 * Fetches an address at most once to answer a request: after a failure, the library looks for the client
 * again to render the error. The answer says when to try again, for the library drops why a fetch failed.
 */
async function fetchFor(
  { fetchPublic }: ProviderOptions,
  url: string,
  init: RequestInit,
): Promise<Response> {
  const { ctx } = Provider;
  if (ctx !== undefined && isRepeated(ctx.req, url)) throw new Error("This document failed before");
  try {
    return await fetchPublic(url, init, ctx?.req.socket.remoteAddress ?? null);
  } catch (problem) {
    if (problem instanceof TooManyFetches) ctx?.set("Retry-After", String(problem.seconds));
    throw problem;
  }
}

function isRepeated(request: object, url: string): boolean {
  const urls = fetched.get(request) ?? new Set();
  fetched.set(request, urls);
  const isRepeated = urls.has(url);
  urls.add(url);
  return isRepeated;
}

/** The setup wizard, on any computer: it has no secret to keep (RFC 8252). */
function setupClient() {
  return {
    client_id: SETUP_CLIENT_ID,
    client_name: SETUP_CLIENT_NAME,
    application_type: "native",
    grant_types: ["authorization_code", DEVICE_GRANT],
    redirect_uris: ["http://127.0.0.1/callback", "http://[::1]/callback"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  } as const;
}

/** Holds apps that are known by their documents to what holds for those that register. */
function isAllowed(
  _ctx: KoaContextWithOIDC,
  { redirectUris = [] }: { readonly redirectUris?: readonly string[] | undefined },
): boolean {
  return redirectUris.length <= MOST_REDIRECT_URIS && redirectUris.every(isRedirectUri);
}

function features({ resource }: ProviderOptions): Configuration["features"] {
  return {
    clientIdMetadataDocument: { enabled: true, ack: "draft-02", allowClient: isAllowed },
    devInteractions: { enabled: false },
    deviceFlow: { enabled: true, ...devicePages },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    registration: { enabled: true, issueRegistrationAccessToken: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resource,
      useGrantedResource: () => true,
      getResourceServerInfo: (_ctx, asked, client) => {
        if (asked !== resource) throw new errors.InvalidTarget();
        return {
          scope: scopesFor(client.clientId).join(" "),
          audience: resource,
          accessTokenTTL: TTL.AccessToken,
          accessTokenFormat: "opaque",
        };
      },
    },
    revocation: {
      enabled: true,
      allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
    },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
  };
}

/** When people are asked: whenever the library would, and if another than it knows is logged in. */
function policy({ accountOf }: ProviderOptions) {
  const prompts = interactionPolicy.base();
  const other = async ({ oidc: { session }, req }: KoaContextWithOIDC) => {
    if (session?.accountId === await accountOf(req.headers.cookie)) return false;
    // Else the library would have somebody log out on a page of its own.
    delete session?.accountId;
    delete session?.authorizations;
    return true;
  };
  const check = new interactionPolicy.Check(
    "other_account",
    "Somebody else is logged in",
    "login_required",
    other,
  );
  prompts.get("login")?.checks.add(check);
  return prompts;
}
