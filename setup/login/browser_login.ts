/** Logs in with a browser, which the server redirects back to this computer (RFC 8252). */

import * as oauth from "oauth4webapi";
import { sleep } from "../../core/sleep.ts";
import type { SetupHost } from "../host.ts";
import type { Ui } from "../ui.ts";
import {
  type AuthorizationServer,
  bearerToken,
  CLIENT,
  LoginFailure,
} from "./authorization_server.ts";

/** Maximum time that the wizard waits for the login, in milliseconds. */
const MAX_WAIT_MS = 600_000;

/** Maximum time that the wizard waits for the browser to load the final page, in milliseconds. */
const LAST_PAGE_MS = 1000;

/**
 * Gets an access token.
 *
 * @returns `null` if this computer cannot listen for the browser.
 * @throws {LoginFailure} If no one logs in.
 */
export async function logInByBrowser(
  host: SetupHost,
  server: AuthorizationServer,
  tell: Ui["tell"],
): Promise<string | null> {
  const verifier = oauth.generateRandomCodeVerifier();
  const challenge = await oauth.calculatePKCECodeChallenge(verifier);
  const state = oauth.generateRandomState();
  const waiting = waitForBrowser(host, (redirectUri) => ({
    address: authorizationAddress(server, { redirectUri, challenge, state }),
    state,
  }));
  if (waiting === null) return null;
  const { redirectUri, loginAddress, arrived, close } = waiting;
  try {
    tell("Log in with your browser. If it did not open, go to:", [loginAddress]);
    // Other users of the computer can see the browser's arguments, so this address must not contain
    // the state.
    host.openBrowser(loginAddress);
    const late = sleep(MAX_WAIT_MS).then(() => null);
    const parameters = await Promise.race([arrived, late]);
    if (parameters === null) throw new LoginFailure("no login within 10 minutes");
    return await tokenFor(server, parameters, { state, redirectUri, verifier });
  } finally {
    await close();
  }
}

interface Wait {
  readonly redirectUri: string;
  /** A short address that redirects to the authorization page. */
  readonly loginAddress: string;
  readonly arrived: Promise<URLSearchParams>;
  close(): Promise<void>;
}

/** Starts to listen for the browser; returns `null` if this computer cannot. */
function waitForBrowser(
  host: SetupHost,
  pendingAt: (redirectUri: string) => Omit<PendingLogin, "host">,
): Wait | null {
  const arrival = Promise.withResolvers<URLSearchParams>();
  const lastPage = Promise.withResolvers<void>();
  let hasArrived = false;
  const local = host.listen((request) => {
    const { response, event } = answerCallback(request, pending);
    if (event.kind === "arrived") {
      hasArrived = true;
      arrival.resolve(event.parameters);
    } else if (event.kind === "seen") {
      lastPage.resolve();
    }
    return response;
  });
  if (local === null) return null;
  const origin = `http://127.0.0.1:${local.port}`;
  const redirectUri = `${origin}/callback`;
  const pending: PendingLogin = { ...pendingAt(redirectUri), host: new URL(origin).host };
  return {
    redirectUri,
    loginAddress: `${origin}/login`,
    arrived: arrival.promise,
    async close() {
      if (hasArrived) await Promise.race([lastPage.promise, sleep(LAST_PAGE_MS)]);
      await local.close();
    },
  };
}

function authorizationAddress(
  { authorizationEndpoint, wanted }: AuthorizationServer,
  { redirectUri, challenge, state }: Record<"redirectUri" | "challenge" | "state", string>,
): string {
  const address = new URL(authorizationEndpoint);
  const parameters = {
    ...wanted,
    client_id: CLIENT.client_id,
    redirect_uri: redirectUri,
    response_type: "code",
    code_challenge: challenge,
    code_challenge_method: "S256",
    state,
  };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return address.href;
}

async function tokenFor(
  { metadata, wanted: { resource }, options }: AuthorizationServer,
  parameters: URLSearchParams,
  { state, redirectUri, verifier }: Record<"state" | "redirectUri" | "verifier", string>,
): Promise<string> {
  const callback = oauth.validateAuthResponse(metadata, CLIENT, parameters, state);
  const response = await oauth.authorizationCodeGrantRequest(
    metadata,
    CLIENT,
    oauth.None(),
    callback,
    redirectUri,
    verifier,
    { ...options, additionalParameters: { resource } },
  );
  return bearerToken(await oauth.processAuthorizationCodeResponse(metadata, CLIENT, response));
}

/** A login that the wizard waits for. */
export interface PendingLogin {
  /** Host and port at which the wizard listens. */
  readonly host: string;
  /** The authorization page. */
  readonly address: string;
  /** Secret that ties the callback to this login. */
  readonly state: string;
}

/** The outcome of a request to the wizard. */
export interface Callback {
  readonly response: Response;
  /** `arrived`: the callback, with its parameters; `seen`: the last page; `other`: any other request. */
  readonly event:
    | { readonly kind: "arrived"; readonly parameters: URLSearchParams }
    | { readonly kind: "seen" }
    | { readonly kind: "other" };
}

const HEADERS = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  "Content-Type": "text/html; charset=utf-8",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  Connection: "close",
};

/**
 * Answers a request to the wizard.
 *
 * @example
 * ```ts
 * import { answerCallback } from "./browser_login.ts";
 * import { equal } from "node:assert/strict";
 *
 * const pending = {
 *   host: "127.0.0.1:49321",
 *   address: "https://layerwright.example.com/oauth/authorize?state=abc",
 *   state: "abc",
 * };
 * const login = new Request("http://127.0.0.1:49321/login");
 * equal(answerCallback(login, pending).response.headers.get("location"), pending.address);
 * const stranger = new Request("http://127.0.0.1:49321/callback?code=1&state=xyz");
 * equal(answerCallback(stranger, pending).event.kind, "other");
 * ```
 */
export function answerCallback(request: Request, pending: PendingLogin): Callback {
  const { host, pathname, searchParams: parameters } = new URL(request.url);
  // Other websites may reach this port under their own host name (DNS rebinding).
  if (host !== pending.host || request.method !== "GET") return notFound();
  switch (pathname) {
    case "/login":
      return { response: redirect(pending.address), event: { kind: "other" } };
    case "/callback":
      if (parameters.get("state") !== pending.state) return notFound();
      // The redirect keeps the code out of the address bar and the history.
      return { response: redirect("/done"), event: { kind: "arrived", parameters } };
    case "/done":
      return { response: page(200, "Return to the terminal", DONE), event: { kind: "seen" } };
    default:
      return notFound();
  }
}

const DONE = "Setup continues there. You can close this page.";

function notFound(): Callback {
  const response = page(404, "Page not found", "This page is not part of the current login.");
  return { response, event: { kind: "other" } };
}

function redirect(address: string): Response {
  return new Response(null, { status: 303, headers: { ...HEADERS, Location: address } });
}

function page(status: number, title: string, text: string): Response {
  const html = `<!DOCTYPE html><html lang="en"><head><title>${title}</title></head>` +
    `<body><h1>${title}</h1><p>${text}</p></body></html>`;
  return new Response(html, { status, headers: HEADERS });
}
