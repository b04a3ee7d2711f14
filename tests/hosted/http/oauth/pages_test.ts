/** Consent pages: only the person and the browser for whom a request began can answer it. */

import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import { forEachServed } from "../../storage/on_both.ts";
import type { Browser } from "../browser.ts";
import { hostedApp, ORIGIN, OWNER } from "../hosted_app.ts";
import { storedRows } from "../stored_rows.ts";
import {
  answerConsent,
  askEndpoint,
  authorizePath,
  codeFor,
  connected,
  getDocument,
  redemption,
  registered,
  tokensIn,
} from "./played_client.ts";

const MEMBER = { email: "member@example.com", password: "the password of member@example.com" };

async function logIn(browser: Browser, credentials: typeof OWNER): Promise<void> {
  await browser.send(await browser.open("/login"), "/login", credentials);
}

/** Returns the account of the newest tokens. */
async function holders(database: Parameters<typeof storedRows>[0]): Promise<string[]> {
  const { oauth_records: rows = [], accounts = [] } = await storedRows(database);
  const emails = new Map(accounts.map((row) => {
    const { id, email } = JSON.parse(row);
    return [id, email];
  }));
  return rows.map((row) => JSON.parse(row)).filter(({ kind }) => kind === "AccessToken")
    .map(({ account_id: id }) => emails.get(id)).sort();
}

forEachServed(
  "consent counts for the person who logged in last in a browser",
  async (database) => {
    const app = await hostedApp(database);
    const browser = await app.owner();
    await app.member(browser, MEMBER.email);
    const { clientId } = await connected(app, browser);
    await browser.send(await browser.open("/keys"), "/logout");
    await logIn(browser, MEMBER);
    const code = await codeFor(browser, app, clientId);
    tokensIn(await askEndpoint(app, "/oauth/token", redemption(app, clientId, code)));
    deepEqual(await holders(database), ["member@example.com", "owner@example.com"]);
    // The page of the previous person cannot be answered in the session of the next one.
    const asking = await browser.open(authorizePath(app, clientId));
    await browser.send(await browser.open("/keys"), "/logout");
    await logIn(browser, OWNER);
    const [form] = asking.forms.filter(({ action }) => action.startsWith("/oauth/consent/"));
    ok(form !== undefined);
    const response = await browser.request(form.action, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", origin: ORIGIN },
      body: new URLSearchParams({ ...form.fields, answer: "allow" }).toString(),
    });
    equal(response.status, 403);
    doesNotMatch(app.lines.join(""), /"bug"/);
  },
);

forEachServed(
  "consent counts for the next person after a session in the same browser has expired",
  async (database) => {
    const app = await hostedApp(database);
    const browser = await app.owner();
    await app.member(browser, MEMBER.email);
    const { clientId } = await connected(app, browser);
    // The cookie expires before the authorization server's own session does.
    browser.cookies.delete("session");
    await logIn(browser, MEMBER);
    const code = await codeFor(browser, app, clientId);
    tokensIn(await askEndpoint(app, "/oauth/token", redemption(app, clientId, code)));
    deepEqual(await holders(database), ["member@example.com", "owner@example.com"]);
    doesNotMatch(app.lines.join(""), /"bug"/);
  },
);

forEachServed("a request can only be answered in its own browser", async (database) => {
  const app = await hostedApp(database);
  const victim = await app.owner();
  const attacker = await app.member(victim, MEMBER.email);
  const clientId = await registered(app);
  const asking = await attacker.open(authorizePath(app, clientId));
  const path = new URL(asking.path, ORIGIN).pathname;
  // The victim opens the attacker's request, without the request's cookie.
  const led = await victim.open(path);
  equal(led.status, 410);
  match(led.html, /This request has expired/);
  // The attacker submits their form in the victim's session. The form's token belongs to another browser.
  const form = asking.forms.find(({ action }) => action === path);
  const sent = await victim.request(path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", origin: ORIGIN },
    body: new URLSearchParams({ ...form?.fields, answer: "allow" }).toString(),
  });
  equal(sent.status, 403);
  // The address that continues the request is bound to the browser, too.
  for (const other of [victim, app.browser()]) {
    const resumed = await other.request(path.replace("/consent/", "/authorize/"));
    ok(resumed.status === 400 || resumed.status === 303, `${resumed.status}`);
    const location = resumed.headers.get("location");
    ok(location === null || !location.includes("code="), String(location));
    await resumed.body?.cancel();
  }
  deepEqual(await holders(database), []);
});

forEachServed("every request asks for consent", async (database) => {
  const app = await hostedApp(database);
  const browser = await app.owner();
  for (const metadata of [{}, { application_type: "web", redirect_uris: ["https://a.example/"] }]) {
    const clientId = await registered(app, metadata);
    const redirect = metadata.redirect_uris?.[0];
    const others = redirect === undefined ? {} : { redirect_uri: redirect };
    const path = authorizePath(app, clientId, others);
    await answerConsent(browser, app, path);
    match((await browser.open(path)).path, /\/oauth\/consent\//);
    const silent = await browser.request(
      authorizePath(app, clientId, { ...others, prompt: "none" }),
    );
    match(silent.headers.get("location") ?? "", /error=(?:interaction|consent|login)_required/);
  }
});

forEachServed("other sites cannot frame these pages", async (database) => {
  const app = await hostedApp(database);
  const browser = await app.owner();
  const clientId = await registered(app);
  const pages = {
    consent: await browser.open(authorizePath(app, clientId)),
    device: await browser.open("/device"),
    "wrong code": await browser.send(await browser.open("/device"), "/device", { user_code: "x" }),
    login: await app.browser().open("/login"),
    "nobody asks": await browser.open("/oauth/consent/x"),
    problem: await browser.open(authorizePath(app, "nobody")),
  };
  for (const [name, { headers }] of Object.entries(pages)) {
    const policy = headers.get("content-security-policy") ?? "";
    match(policy, /frame-ancestors 'none'/, name);
    match(policy, /default-src 'none'/, name);
    doesNotMatch(policy, /script-src|unsafe-inline/, name);
    equal(headers.get("x-frame-options"), "DENY", name);
    match(headers.get("cache-control") ?? "", /no-store/, name);
  }
});

const SAID = {
  "host": "localhost:1",
  "x-forwarded-host": "evil.example",
  "x-forwarded-proto": "https",
  "x-forwarded-port": "8443",
  "x-forwarded-prefix": "/evil.example",
  "x-original-url": "/evil.example",
  "forwarded": "host=evil.example;proto=https",
};

forEachServed("documents do not repeat the Host of a request", async (database) => {
  const app = await hostedApp(database);
  const browser = await app.owner();
  for (
    const path of [
      "/.well-known/oauth-authorization-server",
      "/.well-known/oauth-protected-resource",
      "/.well-known/oauth-protected-resource/mcp",
    ]
  ) {
    const usual = await getDocument(app, path);
    equal(usual.status, 200);
    deepEqual((await getDocument(app, path, SAID)).body, usual.body, path);
    for (const value of JSON.stringify(usual.body).match(/"https?:[^"]+"/g) ?? []) {
      ok(value.startsWith(`"${ORIGIN}`), value);
    }
  }
  const clientId = await registered(app);
  const response = await browser.request(authorizePath(app, clientId), { headers: SAID });
  match(response.headers.get("location") ?? "", /^\/oauth\/consent\//);
  const refused = await app.send(
    new Request(`${ORIGIN}/mcp`, { method: "POST", headers: SAID }),
  );
  equal(
    refused.headers.get("www-authenticate")?.match(/resource_metadata="([^"]+)"/)?.[1],
    `${ORIGIN}/.well-known/oauth-protected-resource/mcp`,
  );
});
