import { equal } from "node:assert/strict";
import { Hono } from "hono";
import { cookieIn } from "../../../hosted/http/cookies.ts";
import type { HttpEnv } from "../../../http/exchange.ts";
import type { Hosted } from "../../../hosted/http/hosted.ts";
import { isFromOurPages, sessionIn } from "../../../hosted/http/visitors.ts";

const HTTP = "http://localhost:8000";
const HTTPS = "https://layerwright.example.com";

/** Reports whether a server with this origin takes a request for one from its own pages. */
async function isOurs(origin: string, headers: Record<string, string>): Promise<boolean> {
  const app = new Hono<HttpEnv>();
  const hosted = { origin: () => origin } as Hosted;
  app.post("/", (c) => c.json(isFromOurPages(c, hosted)));
  const answer = await app.request("/", {
    method: "POST",
    headers: { host: new URL(origin).host, ...headers },
  });
  return await answer.json();
}

interface Case {
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly isOurs: boolean;
}

const CASES: readonly Case[] = [
  // Programs, and browsers that do not send all of these headers.
  { origin: HTTP, headers: {}, isOurs: true },
  { origin: HTTPS, headers: {}, isOurs: true },
  { origin: HTTP, headers: { origin: HTTP }, isOurs: true },
  { origin: HTTPS, headers: { origin: HTTPS }, isOurs: true },
  { origin: HTTPS, headers: { origin: HTTPS, "sec-fetch-site": "same-origin" }, isOurs: true },
  // The address was typed.
  { origin: HTTPS, headers: { "sec-fetch-site": "none" }, isOurs: true },
  { origin: HTTPS, headers: { origin: HTTPS, "sec-fetch-site": "none" }, isOurs: true },
  { origin: HTTPS, headers: { origin: HTTPS, "sec-fetch-site": "same-site" }, isOurs: false },
  { origin: HTTPS, headers: { origin: HTTPS, "sec-fetch-site": "cross-site" }, isOurs: false },
  { origin: HTTPS, headers: { "sec-fetch-site": "cross-site" }, isOurs: false },
  { origin: HTTPS, headers: { origin: HTTPS, "sec-fetch-site": "" }, isOurs: false },
  { origin: HTTPS, headers: { origin: "null" }, isOurs: false },
  { origin: HTTPS, headers: { origin: "https://evil.example" }, isOurs: false },
  { origin: HTTPS, headers: { origin: `${HTTPS}.evil.example` }, isOurs: false },
  { origin: HTTPS, headers: { origin: `${HTTPS}:8443` }, isOurs: false },
  // Without TLS, an attacker on the network could have sent the page.
  { origin: HTTPS, headers: { origin: HTTPS.replace("https:", "http:") }, isOurs: false },
  // Requests to the same server under another host name.
  {
    origin: HTTP,
    headers: { host: "127.0.0.1:8000", origin: "http://127.0.0.1:8000" },
    isOurs: true,
  },
  { origin: HTTP, headers: { host: "shop.local", origin: "https://shop.local" }, isOurs: true },
  { origin: HTTPS, headers: { host: "shop.local", origin: "https://shop.local" }, isOurs: true },
  { origin: HTTPS, headers: { host: "shop.local", origin: "http://shop.local" }, isOurs: false },
  {
    origin: HTTP,
    headers: { host: "127.0.0.1:8000", origin: "http://127.0.0.1:9000" },
    isOurs: false,
  },
  {
    origin: HTTP,
    headers: { host: "127.0.0.1:8000", origin: "http://evil.example" },
    isOurs: false,
  },
];

for (const { origin, headers, isOurs: expected } of CASES) {
  Deno.test(`isFromOurPages at ${origin} is ${expected} for ${JSON.stringify(headers)}`, async () => {
    equal(await isOurs(origin, headers), expected);
  });
}

const SECRET = "A".repeat(42) + "_";

for (
  const [origin, cookies, session] of [
    [HTTP, undefined, null],
    [HTTP, "", null],
    [HTTP, `session=${SECRET}`, SECRET],
    [HTTP, `visitor=x; session=${SECRET}; other=y`, SECRET],
    [HTTP, `__Host-session=${SECRET}`, null],
    [HTTP, `visitor=${SECRET}`, null],
    [HTTP, `session=${SECRET}x`, null],
    [HTTP, `session=${SECRET.slice(1)}`, null],
    [HTTP, `session=${SECRET.slice(1)}%20`, null],
    [HTTPS, `__Host-session=${SECRET}`, SECRET],
    [HTTPS, `session=${SECRET}`, null],
    [HTTPS, `__host-session=${SECRET}`, null],
    [HTTPS, `__Secure-session=${SECRET}`, null],
  ] as const
) {
  Deno.test(`sessionIn at ${origin} finds ${session} in '${cookies}'`, () => {
    equal(sessionIn(cookies, { origin: () => origin }), session);
  });
}

Deno.test("cookieIn matches the full name of a cookie", () => {
  const at = { origin: () => HTTP };
  equal(cookieIn("a=1; ab=2; b=3", at, "ab"), "2");
  equal(cookieIn("a=1; ab=2; b=3", at, "c"), null);
});
