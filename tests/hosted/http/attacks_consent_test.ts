/** Hostile names and parameters of apps on the consent page. */

import { deepEqual, doesNotMatch, equal, ok } from "node:assert/strict";
import { forEachServed } from "../storage/on_both.ts";
import { hostedApp, ORIGIN, type TestedHostedApp } from "./hosted_app.ts";
import { skeleton } from "./skeleton.ts";

const REDIRECT = "http://127.0.0.1/callback";

function register(app: TestedHostedApp, metadata: Readonly<Record<string, unknown>>) {
  return app.send(
    new Request(`${ORIGIN}/oauth/register`, {
      method: "POST",
      headers: { "host": "localhost", "content-type": "application/json" },
      body: JSON.stringify({
        redirect_uris: [REDIRECT],
        token_endpoint_auth_method: "none",
        ...metadata,
      }),
    }),
  );
}

function authorize(clientId: string, others: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: "code",
    redirect_uri: REDIRECT,
    code_challenge: "A".repeat(43),
    code_challenge_method: "S256",
    resource: `${ORIGIN}/mcp`,
    ...others,
  });
  return `/oauth/authorize?${query}`;
}

function token(app: TestedHostedApp, fields: Readonly<Record<string, string>>) {
  return app.send(
    new Request(`${ORIGIN}/oauth/token`, {
      method: "POST",
      headers: { "host": "localhost", "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ grant_type: "authorization_code", ...fields }).toString(),
    }),
  );
}

const TEXTS = [
  "'; DROP TABLE accounts; --",
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "</title></main><h1>Log in</h1>",
  "&lt;b&gt;",
  "{{7*7}}${7*7}",
  "a\r\nSet-Cookie: session=planted",
  "a\u202eb\u2028c",
  "a\0b",
  "\ud800",
  "x".repeat(5_000),
];

forEachServed("names of apps are shown unchanged, or refused", async (database) => {
  const app = await hostedApp(database);
  const owner = await app.owner();
  const pageOf = async (name: string) => {
    const registered = await register(app, { client_name: name });
    const { client_id } = await registered.json();
    if (registered.status !== 201) {
      ok(registered.status === 400, `${registered.status} ${name}`);
      return null;
    }
    return await owner.open(authorize(client_id));
  };
  const plain = await pageOf("Agent");
  ok(plain !== null && plain.status === 200);
  for (const name of TEXTS) {
    const page = await pageOf(name);
    if (page === null) continue;
    equal(page.status, 200);
    const actions = (html: string) => html.replaceAll(/\/oauth\/consent\/[\w-]+/g, "*");
    deepEqual(skeleton(actions(page.html)), skeleton(actions(plain.html)), name);
  }
  doesNotMatch(app.lines.join(""), /"bug"|"status":5/);
});

forEachServed("parameters of requests are escaped", async (database) => {
  const app = await hostedApp(database);
  const owner = await app.owner();
  const { client_id } = await (await register(app, { client_name: "Agent" })).json();
  for (const text of TEXTS.filter((each) => each.isWellFormed())) {
    await (await token(app, { client_id: text, code: text, refresh_token: text })).body?.cancel();
    for (
      const others of [
        { client_id: text },
        { redirect_uri: text },
        { redirect_uri: `https://evil.example/?${text}` },
        { scope: text },
        { state: text },
        { resource: text },
        { response_type: text },
        { response_mode: text },
        { code_challenge: text },
        { prompt: text },
        { login_hint: text },
        { request_uri: text },
      ]
    ) {
      const response = await owner.request(authorize(client_id, others));
      const [what] = Object.entries(others)[0] ?? [];
      ok(response.status < 500, `${what} ${response.status} ${text}`);
      const to = new URL(response.headers.get("location") ?? ORIGIN, ORIGIN);
      ok([ORIGIN, "http://127.0.0.1"].includes(to.origin), `${what}: ${to}`);
      ok(!response.headers.getSetCookie().some((cookie) => cookie.includes("planted")));
      const html = await response.text();
      if (/[<>"]/.test(text)) ok(!html.includes(text), `${what} ${html}`);
    }
    const part = encodeURIComponent(text);
    for (
      const path of [
        `/oauth/consent/${part}`,
        `/device?user_code=${part}`,
        `/oauth/authorize/${part}`,
      ]
    ) {
      const response = await owner.request(path);
      ok(response.status < 500, `${path} ${response.status}`);
      const html = await response.text();
      if (/[<>"]/.test(text)) ok(!html.includes(text), path);
    }
  }
  doesNotMatch(app.lines.join(""), /"bug"|"status":5/);
});

forEachServed(
  "redirects to script URLs or other servers are refused",
  async (database) => {
    const app = await hostedApp(database);
    for (
      const uri of [
        "javascript:alert(1)",
        "data:text/html,x",
        "vbscript:x",
        "file:///etc/passwd",
        "blob:x",
        "about:blank",
        "https://",
        "//evil.example",
        "http://evil.example/callback",
        "http://127.0.0.1@evil.example/",
        "https://a.example/#x",
        "",
        "x",
      ]
    ) {
      const registered = await register(app, { client_name: "Agent", redirect_uris: [uri] });
      equal(registered.status, 400, `${uri} ${await registered.text()}`);
    }
  },
);
