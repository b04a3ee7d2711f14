/** Authorization requests: their parameters, redirects and tokens. */

import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import { forEachServed } from "../../storage/on_both.ts";
import type { Browser } from "../browser.ts";
import { hostedApp, ORIGIN, type TestedHostedApp } from "../hosted_app.ts";
import { storedRows } from "../stored_rows.ts";
import { post } from "../../../http/messages.ts";
import {
  answerConsent,
  askEndpoint,
  authorizePath,
  CHALLENGE,
  codeFor,
  connected,
  redemption,
  REDIRECT_URI,
  registered,
  tokensIn,
  VERIFIER,
} from "./played_client.ts";

/** The result of a request: a page or a redirect. */
async function outcomeOf(browser: Browser, path: string): Promise<URL | number> {
  const response = await browser.request(path);
  await response.body?.cancel();
  const location = response.headers.get("location");
  return location === null ? response.status : new URL(location, ORIGIN);
}

function isConsent(outcome: URL | number): boolean {
  return outcome instanceof URL && outcome.origin === ORIGIN &&
    outcome.pathname.startsWith("/oauth/consent/");
}

interface Redirect {
  readonly registered: string;
  /** Other URIs to which redirects are allowed. */
  readonly allowed?: readonly string[];
  readonly refused: readonly string[];
}

const REDIRECTS: readonly Redirect[] = [
  {
    registered: "http://127.0.0.1:4444/callback",
    // Loopback addresses may have any port (RFC 8252, 7.3).
    allowed: ["http://127.0.0.1/callback", "http://127.0.0.1:1/callback"],
    refused: [
      "http://localhost:4444/callback",
      "http://[::1]:4444/callback",
      "http://127.0.0.2:4444/callback",
      "http://127.0.0.1:4444/callback/",
      "http://127.0.0.1:4444/callback/../other",
      "http://127.0.0.1:4444/other/../callback",
      "http://127.0.0.1:4444/callback%2f..%2fother",
      "http://127.0.0.1:4444//callback",
      "http://127.0.0.1:4444/Callback",
      "http://127.0.0.1:4444/callback?a=b",
      "http://127.0.0.1:4444/callback#a",
      "http://127.0.0.1:4444/callback;a",
      "https://127.0.0.1:4444/callback",
      "http://127.0.0.1:4444@evil.example/callback",
      "http://user@127.0.0.1:4444/callback",
      "http://user:secret@127.0.0.1/callback",
      "http://127.0.0.1.evil.example:4444/callback",
      "http://127.1:4444/callback",
      "http://2130706433:4444/callback",
      "http://evil.example/callback",
      "http:\\\\127.0.0.1:4444\\callback",
      "http:127.0.0.1:4444/callback",
      "//127.0.0.1:4444/callback",
      "/callback",
      "javascript:alert(1)",
      "data:text/html,x",
      "http://127.0.0.1:4444/callback http://evil.example/",
      " http://127.0.0.1:4444/callback",
      "http://127.0.0.1:65536/callback",
    ],
  },
  {
    registered: "http://localhost/callback",
    allowed: ["http://localhost:9/callback"],
    refused: ["http://127.0.0.1/callback", "http://localhost.evil.example/callback"],
  },
  {
    registered: "https://app.example/callback",
    refused: [
      "https://app.example:8443/callback",
      "https://app.example:443/callback",
      "https://app.example/callback/",
      "https://app.example/callback?next=https://evil.example",
      "https://app.example/callback/../evil",
      "https://evil.app.example/callback",
      "https://app.example.evil.example/callback",
      "https://app.example@evil.example/callback",
      "https://user@app.example/callback",
      "https://APP.example/callback",
      "https://app.example\\@evil.example/callback",
      "https://app.example%2eevil.example/callback",
      "http://app.example/callback",
    ],
  },
  {
    registered: "com.example.app:/callback",
    refused: [
      "com.example.app:/other",
      "com.example.app://callback",
      "com.example.application:/callback",
      "javascript:/callback",
    ],
  },
];

forEachServed("redirects lead only to registered addresses", async (database) => {
  const app = await hostedApp(database);
  const browser = await app.owner();
  for (const { registered: uri, allowed = [], refused } of REDIRECTS) {
    // Waits for the limit of requests to reset.
    app.wait(15 * 60_000);
    const clientId = await registered(app, { redirect_uris: [uri] });
    const asking = (redirectUri: string | undefined, others = {}) =>
      authorizePath(app, clientId, { redirect_uri: redirectUri, ...others });
    for (const each of [uri, ...allowed]) {
      ok(isConsent(await outcomeOf(browser, asking(each))), each);
    }
    for (const each of refused) {
      // The server shows an error page, even for errors that it would otherwise send to the client.
      equal(await outcomeOf(browser, asking(each)), 400, each);
      equal(await outcomeOf(browser, asking(each, { response_type: "token" })), 400, each);
      equal(await outcomeOf(browser, asking(each, { prompt: "none" })), 400, each);
      equal(await outcomeOf(browser, asking(each, { scope: "everything" })), 400, each);
    }
    const twice = `${asking(uri)}&redirect_uri=${encodeURIComponent("https://evil.example/")}`;
    const answer = await outcomeOf(browser, twice);
    ok(answer instanceof URL && answer.href.startsWith(uri) && !answer.searchParams.has("code"));
  }
  doesNotMatch(app.lines.join(""), /"bug"/);
});

interface Mistake {
  readonly behaviour: string;
  readonly asked: Readonly<Record<string, string | undefined>>;
  readonly error: string;
}

const MISTAKES: readonly Mistake[] = [
  {
    behaviour: "no challenge",
    asked: { code_challenge: undefined, code_challenge_method: undefined },
    error: "invalid_request",
  },
  {
    behaviour: "an empty challenge",
    asked: { code_challenge: "" },
    error: "invalid_request",
  },
  {
    behaviour: "a plain challenge",
    asked: { code_challenge: VERIFIER, code_challenge_method: "plain" },
    error: "invalid_request",
  },
  {
    behaviour: "no challenge method, whose default is plain",
    asked: { code_challenge_method: undefined },
    error: "invalid_request",
  },
  {
    behaviour: "an unknown challenge method",
    asked: { code_challenge_method: "s256" },
    error: "invalid_request",
  },
  {
    behaviour: "a short challenge",
    asked: { code_challenge: "short" },
    error: "invalid_request",
  },
  {
    behaviour: "another server as the resource",
    asked: { resource: "https://mcp.example.com/mcp" },
    error: "invalid_target",
  },
  {
    behaviour: "the whole server as the resource",
    asked: { resource: ORIGIN },
    error: "invalid_target",
  },
  {
    behaviour: "a resource with a fragment",
    asked: { resource: `${ORIGIN}/mcp#a` },
    error: "invalid_target",
  },
  {
    behaviour: "the implicit flow",
    asked: { response_type: "token" },
    error: "unsupported_response_type",
  },
  {
    behaviour: "the implicit flow for an ID token",
    asked: { response_type: "id_token", nonce: "n" },
    error: "unsupported_response_type",
  },
  {
    behaviour: "no prompt",
    asked: { prompt: "none" },
    error: "login_required",
  },
  {
    behaviour: "a request object at a URL",
    asked: { request_uri: "https://evil.example/request" },
    error: "request_uri_not_supported",
  },
  {
    behaviour: "a request object",
    asked: { request: "e30.e30." },
    error: "request_not_supported",
  },
];

forEachServed(
  "error redirects have the reason, the issuer and the client's state",
  async (database) => {
    const app = await hostedApp(database);
    const browser = await app.owner();
    const clientId = await registered(app);
    for (const { behaviour, asked, error } of MISTAKES) {
      const outcome = await outcomeOf(browser, authorizePath(app, clientId, asked));
      ok(outcome instanceof URL, `${behaviour}: ${outcome}`);
      ok(outcome.href.startsWith(REDIRECT_URI), behaviour);
      const said = new URLSearchParams(outcome.search || outcome.hash.slice(1));
      deepEqual(
        [said.get("error"), said.get("iss"), said.get("state"), said.has("code")],
        [error, ORIGIN, "what the client remembers", false],
        behaviour,
      );
    }
  },
);

const STATES = [
  "x",
  " ",
  "a b+c&d=e#f?g",
  "https://evil.example/?code=planted",
  "&code=planted&iss=https://evil.example",
  "\r\nLocation: https://evil.example",
  "<script>alert(1)</script>",
  "\u202e\ud83d\ude00\u0000",
  "s".repeat(3_000),
];

forEachServed("the state of a client is returned unchanged", async (database) => {
  const app = await hostedApp(database);
  const browser = await app.owner();
  const clientId = await registered(app);
  for (const answer of ["allow", "refuse"] as const) {
    for (const state of STATES) {
      const path = authorizePath(app, clientId, { state });
      const target = await answerConsent(browser, app, path, answer);
      const { searchParams: said } = target;
      deepEqual([said.getAll("state"), said.getAll("iss")], [[state], [ORIGIN]]);
      equal(said.getAll(answer === "allow" ? "code" : "error").length, 1);
      equal(target.origin + target.pathname, REDIRECT_URI);
    }
  }
});

forEachServed("a code works only with all parameters of its request", async (database) => {
  const app = await hostedApp(database);
  const browser = await app.owner();
  const [clientId, otherId] = [await registered(app), await registered(app)];
  const wrong: Readonly<Record<string, Readonly<Record<string, string | undefined>>>> = {
    "no verifier": { code_verifier: undefined },
    "an empty verifier": { code_verifier: "" },
    "another verifier": { code_verifier: VERIFIER.toUpperCase() },
    "the challenge": { code_verifier: CHALLENGE },
    "another client": { client_id: otherId },
    "no client": { client_id: undefined },
    "a client that nobody knows": { client_id: "nobody" },
    "another address": { redirect_uri: "http://127.0.0.1:4445/callback" },
    "another resource": { resource: "https://mcp.example.com/mcp" },
    "another grant": { grant_type: "refresh_token" },
    "a grant that there is not": { grant_type: "password" },
    "no grant": { grant_type: undefined },
  };
  for (const [behaviour, fields] of Object.entries(wrong)) {
    const code = await codeFor(browser, app, clientId);
    const before = await tokensKept(app);
    const all = Object.entries({ ...redemption(app, clientId, code), ...fields });
    const sent = Object.fromEntries(
      all.flatMap(([name, value]) => value === undefined ? [] : [[name, value]]),
    );
    const { status, body } = await askEndpoint(app, "/oauth/token", sent);
    ok(status === 400 || status === 401, `${behaviour}: ${status}`);
    equal(typeof body["error"], "string", behaviour);
    deepEqual(await tokensKept(app), before, behaviour);
  }
  const code = await codeFor(browser, app, clientId);
  tokensIn(await askEndpoint(app, "/oauth/token", redemption(app, clientId, code)));
});

/** The stored rows that grant access. */
async function tokensKept({ database }: TestedHostedApp): Promise<readonly string[]> {
  const { oauth_records: rows = [] } = await storedRows(database);
  return rows.filter((row) => /"kind":"(?:AccessToken|RefreshToken)"/.test(row));
}

forEachServed("a token works only at its own server", async (database) => {
  const app = await hostedApp(database);
  const { tokens: { access } } = await connected(app, await app.owner());
  const list = async (server: TestedHostedApp) => {
    const headers = { authorization: `Bearer ${access}` };
    const response = await server.send(
      post({ method: "tools/list" }, "modern", headers, `${server.origin}/mcp`),
    );
    await response.body?.cancel();
    return response.status;
  };
  equal(await list(app), 200);
  // A server with another origin is a different one, even on the same database.
  equal(await list(await hostedApp(database, { origin: "https://other.example" })), 401);
  for (const path of ["/api/keys", "/metrics"]) {
    const headers = { host: "localhost", authorization: `Bearer ${access}` };
    const response = await app.send(new Request(ORIGIN + path, { headers }));
    equal(response.status, 403, path);
  }
});

forEachServed("only the wizard gets the scope for keys", async (database) => {
  const app = await hostedApp(database);
  const browser = await app.owner();
  for (const metadata of [{}, { scope: "tools:read keys" }, { client_name: "Setup" }]) {
    const clientId = await registered(app, metadata);
    const scope = "tools:read keys";
    const page = await browser.open(authorizePath(app, clientId, { scope }));
    doesNotMatch(page.html, /create API keys/);
    const code = await codeFor(browser, app, clientId, { scope });
    const fields = redemption(app, clientId, code);
    const { body } = await askEndpoint(app, "/oauth/token", fields);
    equal(body["scope"], "tools:read");
    const response = await app.send(
      new Request(`${ORIGIN}/api/keys`, {
        method: "POST",
        headers: {
          "host": "localhost",
          "content-type": "application/json",
          "authorization": `Bearer ${body["access_token"]}`,
        },
        body: '{"name":"Planted"}',
      }),
    );
    equal(response.status, 403);
    match(response.headers.get("www-authenticate") ?? "", /error="insufficient_scope"/);
  }
  const { api_keys: keys } = await storedRows(database);
  deepEqual(keys, []);
});
