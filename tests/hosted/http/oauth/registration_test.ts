/** Registration of apps: redirect URIs, sizes and numbers. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { REGISTRATION_LIMIT } from "../../../../hosted/accounts/limits.ts";
import { forEachServed, withDatabase } from "../../storage/on_both.ts";
import { hostedApp, type TestedHostedApp } from "../hosted_app.ts";
import { askToRegister, connected, type JsonAnswer } from "./played_client.ts";

const URI = "http://127.0.0.1/callback";

/** Sends a registration with common metadata and the given changes. */
async function register(
  app: TestedHostedApp,
  metadata: Readonly<Record<string, unknown>> = {},
): Promise<JsonAnswer> {
  return await askToRegister(app, { client_name: "Agent", redirect_uris: [URI], ...metadata });
}

async function clients({ database }: TestedHostedApp): Promise<number> {
  return (await database.all("SELECT id FROM oauth_records WHERE kind = 'Client'")).length;
}

const ACCEPTED: readonly (readonly [string, readonly string[]])[] = [
  ["https", ["https://app.example/callback"]],
  ["loopback", ["http://127.0.0.1:1234/callback", "http://[::1]/callback", "http://localhost/cb"]],
  ["an app's own scheme", ["com.example.app:/callback", "cursor://anysphere.cursor/callback"]],
  ["editors' schemes", ["vscode://vscode.dev/callback", "vscode-insiders:/cb", "windsurf:/cb"]],
  ["ten", Array.from({ length: 10 }, (_, at) => `${URI}/${at}`)],
];

const REFUSED_URIS: readonly string[] = [
  "javascript:alert(1)",
  "JavaScript://127.0.0.1/%0aalert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "file:///etc/passwd",
  "blob:https://app.example/x",
  "about:blank",
  "view-source:https://app.example",
  "search-ms:query=a",
  "search:query=a",
  "ms-word:ofe|u|https://app.example/a.docx",
  "ms-appinstaller:?source=https://app.example/a",
  "ms-settings:about",
  "shell:startup",
  "SHELL:startup",
  "chrome://settings",
  "chrome-extension://abcdefghijklmnop/callback",
  "moz-extension://abcdefghijklmnop/callback",
  "safari-web-extension://abcdefghijklmnop/callback",
  "edge://settings",
  "com.example.app:/callback#fragment",
  "http://127.0.0.1/callback#fragment",
  "https://app.example/callback#",
  "mailto:ada@example.com",
  "ws://app.example",
  "http://app.example/callback",
  "http://127.0.0.1.evil.example/callback",
  "http://localhost@evil.example/callback",
  "http://0.0.0.0/callback",
  "https://user:password@app.example/callback",
  "https://app.example/callback#fragment",
  "/callback",
  "",
  `${URI}/${"a".repeat(2_000)}`,
];

const REFUSED_METADATA: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ["eleven addresses", { redirect_uris: Array.from({ length: 11 }, (_, at) => `${URI}/${at}`) }],
  ["no addresses", { redirect_uris: [] }],
  ["addresses that are no list", { redirect_uris: URI }],
  ["addresses that are no text", { redirect_uris: [1, { a: 1 }] }],
  ["a long name", { client_name: "a".repeat(101) }],
  ["a name in two lines", { client_name: "Agent\nLayerwright" }],
  ["a name that turns round", { client_name: "Agent \u202egpj.exe" }],
  ["the wizard's name", { client_name: "Layerwright setup" }],
  ["a name that looks like the wizard's", { client_name: "L\u0430yerwright setup" }],
  ["an invisible name", { client_name: "\u3164" }],
  ["a name that is not text", { client_name: { a: 1 } }],
  ["plain http for a site", { application_type: "web", redirect_uris: ["http://app.example/cb"] }],
  ["a body that is too long", { client_uri: `https://app.example/${"a".repeat(17_000)}` }],
];

Deno.test("apps register with valid redirect URIs", () =>
  withDatabase("sqlite", async (database) => {
    const app = await hostedApp(database);
    for (const [what, redirect_uris] of ACCEPTED) {
      equal((await register(app, { redirect_uris })).status, 201, what);
    }
    equal((await register(app, { client_name: "🙂".repeat(100) })).status, 201);
    equal(await clients(app), ACCEPTED.length + 1);
  }));

Deno.test("registrations with unsafe redirect URIs or too many bytes are refused", () =>
  withDatabase("sqlite", async (database) => {
    const app = await hostedApp(database);
    const cases = [
      ...REFUSED_URIS.flatMap((uri) => [
        [`${uri} alone`, { redirect_uris: [uri] }] as const,
        [`${uri} beside another`, { redirect_uris: [URI, uri] }] as const,
        [`${uri} of a site`, { redirect_uris: [uri], application_type: "web" }] as const,
      ]),
      ...REFUSED_METADATA,
    ];
    for (const [what, metadata] of cases) {
      app.wait(3_600_000);
      const response = await register(app, metadata);
      ok([400, 413].includes(response.status), `${what} ${response.status}`);
      equal(await clients(app), 0, what);
    }
  }));

forEachServed("registrations per address and hour are limited", async (database) => {
  const app = await hostedApp(database);
  const responses = await Promise.all(
    Array.from({ length: REGISTRATION_LIMIT + 5 }, () => register(app)),
  );
  const statuses = responses.map(({ status }) => status).sort();
  deepEqual(statuses, [...Array(REGISTRATION_LIMIT).fill(201), ...Array(5).fill(429)]);
  const late = responses.find(({ status }) => status === 429);
  match(late?.headers.get("retry-after") ?? "", /^(?:360[01]|359\d)$/);
  equal(late?.body["error"], "temporarily_unavailable");
  equal(await clients(app), REGISTRATION_LIMIT);
  const request = new Request(`${app.origin}/oauth/register`, {
    method: "POST",
    headers: { "host": "localhost", "content-type": "application/json" },
    body: JSON.stringify({ redirect_uris: [URI] }),
  });
  equal((await app.fetch(request, "198.51.100.1")).status, 201);
  app.wait(3_600_000);
  equal((await register(app)).status, 201);
  // Connected apps are not affected.
  const owner = await app.owner();
  ok((await connected(app, owner)).tokens.access);
});
