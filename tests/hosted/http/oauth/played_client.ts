/** A scripted client of the authorization server. */

import { equal, ok } from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import type { Browser } from "../browser.ts";
import type { TestedHostedApp } from "../hosted_app.ts";
import { post } from "../../../http/messages.ts";

export type Fields = Readonly<Record<string, string>>;

/** Sends requests like a program, which has no cookies. */
type Asked = Pick<TestedHostedApp, "origin" | "send">;

export const REDIRECT_URI = "http://127.0.0.1:4444/callback";

/** The PKCE verifier and challenge (RFC 7636). */
export const VERIFIER = "a-verifier-of-fifty-characters-or-so-as-it-should-be";

export const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");

/** A JSON answer. */
export interface JsonAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Sends a form to an endpoint for programs. */
export async function askEndpoint(app: Asked, path: string, fields: Fields): Promise<JsonAnswer> {
  const request = new Request(app.origin + path, {
    method: "POST",
    headers: { ...hostOf(app), "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });
  return await jsonAnswer(await app.send(request));
}

/** Gets a document. */
export async function getDocument(
  app: Asked,
  path: string,
  headers: Fields = {},
): Promise<JsonAnswer> {
  const request = new Request(app.origin + path, { headers: { ...hostOf(app), ...headers } });
  return await jsonAnswer(await app.send(request));
}

/** Sends a registration (RFC 7591). @returns The answer, which may be a refusal. */
export async function askToRegister(app: Asked, metadata: unknown): Promise<JsonAnswer> {
  const request = new Request(`${app.origin}/oauth/register`, {
    method: "POST",
    headers: { ...hostOf(app), "content-type": "application/json" },
    body: JSON.stringify(metadata),
  });
  return await jsonAnswer(await app.send(request));
}

function hostOf({ origin }: Asked): Fields {
  return { host: new URL(origin).host };
}

async function jsonAnswer(response: Response): Promise<JsonAnswer> {
  const text = await response.text();
  const { status, headers } = response;
  return { status, headers, body: text === "" ? {} : JSON.parse(text) };
}

/** Registers a client, and returns its id. */
export async function registered(
  app: Asked,
  metadata: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const usual = {
    client_name: "Agent",
    redirect_uris: [REDIRECT_URI],
    token_endpoint_auth_method: "none",
  };
  const { status, body } = await askToRegister(app, { ...usual, ...metadata });
  equal(status, 201, JSON.stringify(body));
  return String(body["client_id"]);
}

/** Returns the URL of an authorization request. A parameter that is `undefined` is left out. */
export function authorizePath(
  { origin }: Pick<TestedHostedApp, "origin">,
  clientId: string,
  others: Readonly<Record<string, string | undefined>> = {},
): string {
  const query = new URLSearchParams();
  const usual = {
    client_id: clientId,
    response_type: "code",
    redirect_uri: REDIRECT_URI,
    code_challenge: CHALLENGE,
    code_challenge_method: "S256",
    resource: `${origin}/mcp`,
    state: "what the client remembers",
  };
  for (const [name, value] of Object.entries({ ...usual, ...others })) {
    if (value !== undefined) query.set(name, value);
  }
  return `/oauth/authorize?${query}`;
}

/** Answers the consent page. @returns The redirect to the client. */
export async function answerConsent(
  browser: Browser,
  { origin }: Pick<TestedHostedApp, "origin">,
  path: string,
  answer: "allow" | "refuse" = "allow",
): Promise<URL> {
  const page = await browser.open(path);
  const form = page.forms.find(({ action }) => action.startsWith("/oauth/consent/"));
  ok(form !== undefined, `${page.status} ${page.path}\n${page.html}`);
  let response = await browser.request(form.action, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", origin },
    body: new URLSearchParams({ ...form.fields, answer }).toString(),
  });
  for (let left = 3; left > 0; left--) {
    const location = response.headers.get("location");
    ok(location !== null, `${response.status} ${await response.text()}`);
    const target = new URL(location, origin);
    if (target.origin !== origin) return target;
    response = await browser.request(target.href);
  }
  throw new Error("Nobody is led anywhere");
}

/** Gets a code. */
export async function codeFor(
  browser: Browser,
  app: Pick<TestedHostedApp, "origin">,
  clientId: string,
  others: Readonly<Record<string, string | undefined>> = {},
): Promise<string> {
  const target = await answerConsent(browser, app, authorizePath(app, clientId, others));
  const code = target.searchParams.get("code");
  ok(code !== null, target.href);
  return code;
}

/** Returns the form that redeems a code. */
export function redemption(
  { origin }: Pick<TestedHostedApp, "origin">,
  clientId: string,
  code: string,
): Fields {
  return {
    grant_type: "authorization_code",
    client_id: clientId,
    code,
    redirect_uri: REDIRECT_URI,
    code_verifier: VERIFIER,
    resource: `${origin}/mcp`,
  };
}

/** Returns the form that renews tokens. */
export function renewal(clientId: string, refreshToken: string): Fields {
  return { grant_type: "refresh_token", client_id: clientId, refresh_token: refreshToken };
}

/** A client's tokens. */
export interface Tokens {
  readonly access: string;
  readonly refresh: string;
}

/** Returns the tokens in an answer. */
export function tokensIn({ status, body }: JsonAnswer): Tokens {
  equal(status, 200, JSON.stringify(body));
  return { access: String(body["access_token"]), refresh: String(body["refresh_token"]) };
}

/** A connected client. */
export interface Connected {
  readonly clientId: string;
  readonly tokens: Tokens;
}

/** Registers and connects a client. */
export async function connected(app: TestedHostedApp, browser: Browser): Promise<Connected> {
  const clientId = await registered(app);
  const code = await codeFor(browser, app, clientId);
  const fields = redemption(app, clientId, code);
  return { clientId, tokens: tokensIn(await askEndpoint(app, "/oauth/token", fields)) };
}

/** Encodes text for an `Authorization: Basic` header. */
export function basic(name: string, password: string): string {
  return `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}`;
}

/** Returns the gate's status for a token. */
export async function statusFor(app: Asked, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await app.send(post({ method: "tools/list" }, "modern", headers));
  await response.body?.cancel();
  return response.status;
}
