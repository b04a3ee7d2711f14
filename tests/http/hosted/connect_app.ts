/** An app that connects as apps do: it registers, sends a person to consent, and gets its tokens. */

import { createHash } from "node:crypto";
import { equal, match, ok } from "node:assert/strict";
import type { Browser } from "./browser.ts";
import type { TestedHostedApp } from "./hosted_app.ts";

const REDIRECT = "http://127.0.0.1/callback";

const VERIFIER = "v".repeat(43);

/** An app that somebody let in. */
export interface TestedClient {
  readonly clientId: string;
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** Registers an app. */
export async function register(
  app: TestedHostedApp,
  metadata: Readonly<Record<string, unknown>> = {},
): Promise<Response> {
  return await app.send(
    new Request(`${app.origin}/oauth/register`, {
      method: "POST",
      headers: { "host": "localhost", "content-type": "application/json" },
      body: JSON.stringify({ client_name: "Agent", redirect_uris: [REDIRECT], ...metadata }),
    }),
  );
}

/** The address to which an app sends people. */
export function authorizeUrl({ origin }: TestedHostedApp, clientId: string): string {
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: "code",
    redirect_uri: REDIRECT,
    code_challenge: createHash("sha256").update(VERIFIER).digest("base64url"),
    code_challenge_method: "S256",
    resource: `${origin}/mcp`,
  });
  return `/oauth/authorize?${query}`;
}

/** Asks for tokens. */
export async function askForToken(
  app: TestedHostedApp,
  fields: Readonly<Record<string, string>>,
): Promise<Response> {
  return await app.send(
    new Request(`${app.origin}/oauth/token`, {
      method: "POST",
      headers: { "host": "localhost", "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ resource: `${app.origin}/mcp`, ...fields }).toString(),
    }),
  );
}

/** Connects an app to the account of whoever is logged in. */
export async function connectApp(
  app: TestedHostedApp,
  browser: Browser,
  known?: string,
): Promise<TestedClient> {
  const clientId = known ?? (await (await register(app)).json()).client_id;
  const page = await browser.open(authorizeUrl(app, clientId));
  const [, form] = page.forms;
  ok(form !== undefined, page.html);
  match(form.action, /^\/oauth\/consent\//);
  const code = await codeFrom(browser, form.action, { ...form.fields, answer: "allow" });
  const answer = await askForToken(app, {
    grant_type: "authorization_code",
    client_id: clientId,
    redirect_uri: REDIRECT,
    code,
    code_verifier: VERIFIER,
  });
  const tokens = await answer.json();
  equal(answer.status, 200, JSON.stringify(tokens));
  return { clientId, accessToken: tokens.access_token, refreshToken: tokens.refresh_token };
}

/** Sends the consent, and goes where that leads, up to where the app waits. */
async function codeFrom(
  browser: Browser,
  action: string,
  fields: Readonly<Record<string, string>>,
): Promise<string> {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const body = new URLSearchParams(fields).toString();
  let answer = await browser.request(action, { method: "POST", headers, body });
  for (;;) {
    const location = answer.headers.get("location");
    const text = await answer.text();
    ok(location !== null, text);
    if (location.startsWith(REDIRECT)) return new URL(location).searchParams.get("code") ?? "";
    answer = await browser.request(location);
  }
}
