/** The authorization server (OAuth 2.1): `oidc-provider` with Layerwright's configuration. */

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
import { isRedirectUri, MAX_REDIRECT_URIS } from "./redirect_uris.ts";
import { createRecords, noteArrival } from "./records.ts";
import { scopesFor, SETUP_CLIENT_ID } from "./scopes.ts";

/** The options of an authorization server. */
export interface ProviderOptions {
  readonly database: Database;
  /** The secret that all servers on the database share. */
  readonly secret: string;
  /** The issuer: the server's public origin. */
  readonly issuer: string;
  /** The resource of the tokens: the URL of the MCP endpoint. */
  readonly resource: string;
  /** The signing keys. */
  readonly jwks: NonNullable<Configuration["jwks"]>;
  /** Returns the time, in milliseconds since 1970. */
  time(): number;
  /**
   * Returns the id of the account that is logged in, or `null`.
   *
   * @param cookies The `Cookie` header of the request.
   */
  accountOf(cookies: string | undefined): Promise<string | null>;
  /**
   * Fetches a URL that a client named, from public addresses only.
   *
   * @param client The client's IP address, if known.
   * @throws {TooManyFetches} If the client's network has named too many URLs.
   */
  fetchPublic(url: string, init: RequestInit, client: string | null): Promise<Response>;
  /** Receives unexpected errors: bugs of the server, and outages of its database. */
  onBug(problem: Error): void;
}

/** Thrown when a client's network has named too many metadata documents. */
export class TooManyFetches extends Error {
  override readonly name = "TooManyFetches";
  /** Seconds until the server fetches another document for this network. */
  readonly seconds: number;

  constructor(seconds: number) {
    super(`Too many documents (try again in ${seconds} seconds)`);
    this.seconds = seconds;
  }
}

/** The events and middleware of Koa, on which the library is built. */
interface KoaApp {
  on(event: "error", hear: (problem: Error) => void): unknown;
  use(middleware: (ctx: KoaContextWithOIDC, next: () => Promise<void>) => Promise<void>): unknown;
}

/** Lifetimes in seconds. */
const TTL = {
  AccessToken: 3_600,
  AuthorizationCode: 60,
  DeviceCode: 600,
  Grant: 400 * 86_400,
  Interaction: 900,
  RefreshToken: 60 * 86_400,
  Session: 3_600,
} as const;

/** Paths of the authorization server. */
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

/** Maximum size of a client metadata document in bytes (section 6.6 of its OAuth draft). */
const MAX_DOCUMENT_BYTES = 5 * 1024;

/** A scope with which some clients ask for refresh tokens, although they would also get them without this scope. */
const OFFLINE = "offline_access";

const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";

/** Creates the authorization server. */
export function createProvider(options: ProviderOptions): Provider {
  const provider = new Provider(options.issuer, configuration(options));
  // A proxy terminates TLS, so the issuer's URL decides whether requests are secure.
  provider.proxy = true;
  provider.on("server_error", (_ctx, problem) => options.onBug(problem));
  // The library's types do not include the members that it inherits from Koa.
  const koa = provider as KoaApp;
  koa.on("error", options.onBug);
  koa.use((ctx, next) => {
    noteArrival(ctx.req, options.time());
    return next();
  });
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
    // No CORS headers for other sites: `checkHost` refuses their requests anyway.
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
      // The key is derived for cookies only, so that nothing else that is signed with the secret is valid as
      // a cookie.
      keys: [macOf(secret, "cookie", "oauth")],
      long: cookie,
      short: cookie,
    },
    expiresWithSession: () => false,
    extraClientMetadata: {
      properties: ["application_type"],
      // Forces the type `native`: clients of the type `web` could redirect to plain http and skip the
      // consent.
      validator: (_ctx, _key, _value, metadata) => void (metadata.application_type = "native"),
    },
    features: features(options),
    fetch: (input, init) => fetchFor(options, String(input), init ?? {}),
    fetchResponseBodyLimits: { "client_id metadata document": MAX_DOCUMENT_BYTES },
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
    // Subjects do not depend on the sector identifier, so the library need not fetch the document that it
    // names.
    sectorIdentifierUriValidate: () => false,
    ttl: TTL,
  };
}

/** The URLs that were fetched so far for each request. */
const fetched = new WeakMap<object, Set<string>>();

/**
 * Fetches a URL at most once per request. Without this check, the library would fetch a failed URL again, to
 * render the error. Sets `Retry-After` itself, because the library drops the reason of a failure.
 */
async function fetchFor(
  { fetchPublic }: ProviderOptions,
  url: string,
  init: RequestInit,
): Promise<Response> {
  const { ctx } = Provider;
  if (ctx !== undefined && isRepeated(ctx.req, url)) {
    throw new Error("Fetching this document has already failed");
  }
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

/** Returns the client of the setup wizard: a native app without a secret (RFC 8252). */
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

/** Reports whether an app with a metadata document complies with the rules for registered apps. */
function isAllowed(
  _ctx: KoaContextWithOIDC,
  { redirectUris = [] }: { readonly redirectUris?: readonly string[] | undefined },
): boolean {
  return redirectUris.length <= MAX_REDIRECT_URIS && redirectUris.every(isRedirectUri);
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

/**
 * Returns the library's prompts with an additional check: if the library's session is for another account
 * than the one that is logged in, the person logs in again.
 */
function policy({ accountOf }: ProviderOptions) {
  const prompts = interactionPolicy.base();
  const other = async ({ oidc: { session }, req }: KoaContextWithOIDC) => {
    if (session?.accountId === await accountOf(req.headers.cookie)) return false;
    // Empties the library's session. Otherwise, the library would show its own logout page.
    delete session?.accountId;
    delete session?.authorizations;
    return true;
  };
  const check = new interactionPolicy.Check(
    "other_account",
    "Another account is logged in",
    "login_required",
    other,
  );
  prompts.get("login")?.checks.add(check);
  return prompts;
}
