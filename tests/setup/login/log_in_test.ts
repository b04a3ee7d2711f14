/** Logins at servers that answer correctly, wrongly or with hostile responses. */

import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import type { Diagnostic } from "../../../core/diagnostic.ts";
import { createDiskHost } from "../../../setup/disk_host.ts";
import type { SetupHost } from "../../../setup/host.ts";
import { logIn, type LoginJob, type MadeKey } from "../../../setup/login/log_in.ts";
import { IS_FULL_TIER } from "../../tools/tier.ts";
import {
  logInAt,
  type LoginServer,
  type Meddler,
  typeCode,
  withLoginServer,
} from "./login_server.ts";

const host = createDiskHost(() => undefined, "/", () => {});

const STRANGER = "https://evil.example.com";

const TOKEN = { access_token: "token-of-nobody", token_type: "Bearer", expires_in: 60 };

/** A login that records its keys, its messages and the origins that it contacts. */
interface Spied extends LoginJob {
  readonly kept: MadeKey[];
  readonly told: Promise<readonly string[]>;
  readonly sentTo: Set<string>;
}

function spied(
  device: boolean,
  { refuses = null, ...parts }: Partial<SetupHost> & { readonly refuses?: Diagnostic | null } = {},
): Spied {
  const kept: MadeKey[] = [];
  const sentTo = new Set<string>();
  const { promise: told, resolve } = Promise.withResolvers<readonly string[]>();
  return {
    device,
    kept,
    told,
    sentTo,
    host: {
      ...host,
      openBrowser() {},
      send(url, init) {
        sentTo.add(new URL(url).origin);
        return host.send(url, init);
      },
      ...parts,
    },
    tell: (_, lines) => resolve(lines),
    keep(made) {
      kept.push(made);
      return refuses;
    },
  };
}

/** Replaces whole responses, or fields in them, at some paths. Also shortens the polling interval. */
function answering(answers: Readonly<Record<string, unknown>>): Meddler {
  return (request, answer) => {
    const { pathname } = new URL(request.url);
    const found = Object.entries(answers).find(([path]) => pathname.endsWith(path))?.[1];
    const hurried = pathname === "/oauth/device" ? { interval: 0.1 } : {};
    if (typeof found === "function") return found();
    if (found === undefined && pathname !== "/oauth/device") return null;
    return answer().then(async (response) =>
      Response.json({ ...await response.json(), ...hurried, ...Object(found) })
    );
  };
}

function html(status: number, headers: Record<string, string> = {}) {
  return () => new Response("<h1>Hello</h1>", { status, headers });
}

function json(value: unknown, status = 200) {
  return () => Response.json(value, { status });
}

const [RESOURCE, METADATA] = ["/oauth-protected-resource/mcp", "/oauth-authorization-server"];
const NOT_OAUTH = /\(its response is not valid OAuth\)/;
const UNUSABLE = /\(it returned an unusable token\)/;
const OTHER_SERVER = /\(it refers to another server\)/;
const GOT_TOKEN = { "/oauth/token": json(TOKEN) };

/** Wrong responses, and the expected messages. */
const ANSWERS: readonly (readonly [string, Readonly<Record<string, unknown>>, RegExp])[] = [
  ["a challenge that names another server", {
    "/mcp": () =>
      new Response(null, {
        status: 401,
        headers: {
          "www-authenticate": `Bearer realm="layerwright", resource_metadata="${STRANGER}/x"`,
        },
      }),
  }, /\(its own address is 'https:\/\/evil\.example\.com\/x'\)/],
  [
    "another resource",
    { [RESOURCE]: { resource: `${STRANGER}/mcp` } },
    /\(its own address is 'https:/,
  ],
  ["no resource", { [RESOURCE]: json({}) }, NOT_OAUTH],
  [
    "another authorization server",
    { [RESOURCE]: { authorization_servers: [STRANGER] } },
    /\(its authorization server is another server\)/,
  ],
  [
    "an invalid list of authorization servers",
    { [RESOURCE]: { authorization_servers: 7 } },
    /\(its authorization server is another server\)/,
  ],
  ["another issuer", { [METADATA]: { issuer: STRANGER } }, /\(its own address is 'https:\/\/evil/],
  ["an issuer that is not a URL", { [METADATA]: { issuer: "\u001b[2J" } }, NOT_OAUTH],
  ["no issuer", { [METADATA]: json({}) }, NOT_OAUTH],
  ["HTML for metadata", { [METADATA]: html(200) }, NOT_OAUTH],
  ["a list for metadata", { [METADATA]: json([]) }, NOT_OAUTH],
  [
    "a redirect for metadata",
    { [METADATA]: html(302, { location: STRANGER }) },
    /answered 302/,
  ],
  ["an error for metadata", { [METADATA]: html(500) }, /\(it answered 500\)/],
  [
    "endless metadata",
    { [METADATA]: () => new Response(endless()) },
    /\(its answer is too long\)/,
  ],
  ["PKCE without S256", { [METADATA]: { code_challenge_methods_supported: ["plain"] } }, /S256/],
  ["no PKCE", { [METADATA]: { code_challenge_methods_supported: undefined } }, /S256/],
  ["an authorization page on another server", {
    [METADATA]: { authorization_endpoint: `${STRANGER}/x` },
  }, OTHER_SERVER],
  [
    "a token endpoint on another server",
    { [METADATA]: { token_endpoint: `${STRANGER}/token` } },
    OTHER_SERVER,
  ],
  ["a device endpoint on another server", {
    [METADATA]: { device_authorization_endpoint: `${STRANGER}/x` },
  }, OTHER_SERVER],
  ["no device endpoint", { [METADATA]: { device_authorization_endpoint: undefined } }, NOT_OAUTH],
  [
    "a page for codes on another server",
    { "/oauth/device": { verification_uri: `${STRANGER}/x` } },
    OTHER_SERVER,
  ],
  [
    "a script as the page for codes",
    { "/oauth/device": { verification_uri: "javascript:1" } },
    OTHER_SERVER,
  ],
  [
    "a code with control characters",
    { "/oauth/device": { user_code: "\u001b[2JAB" } },
    /\(its code is invalid\)/,
  ],
  [
    "a code that expires at once",
    { "/oauth/device": { expires_in: 0.01 } },
    /\(the code has expired\)/,
  ],
  ["a negative lifetime of codes", { "/oauth/device": { expires_in: -1 } }, NOT_OAUTH],
  ["an interval that is not a number", { "/oauth/device": { interval: "soon" } }, NOT_OAUTH],
  ["no device code", { "/oauth/device": { device_code: undefined } }, NOT_OAUTH],
  ["HTML for a token", { "/oauth/token": html(200) }, NOT_OAUTH],
  ["no token", { "/oauth/token": json({ token_type: "Bearer" }) }, NOT_OAUTH],
  ["a token of another type", { "/oauth/token": json({ ...TOKEN, token_type: "mac" }) }, NOT_OAUTH],
  ["a token bound to a key", { "/oauth/token": json({ ...TOKEN, token_type: "DPoP" }) }, UNUSABLE],
  [
    "a token with a line break",
    { "/oauth/token": json({ ...TOKEN, access_token: "a\nb" }) },
    UNUSABLE,
  ],
  ["an error with its own text", {
    "/oauth/token": json({ error: "x", error_description: "\u001b[2J\nHint: call 555" }, 400),
  }, /\(it returned the error 'x: .\[2J\\nHint: call 555'\)/],
  ["a key with shell commands", {
    ...GOT_TOKEN,
    "/api/keys": json({ id: "key_1", key: "lw_$(touch x)$(touch x)$(touch x)" }, 201),
  }, /\(it created no API key\)/],
  ["a key without an id", {
    ...GOT_TOKEN,
    "/api/keys": json({ key: "lw_0123456789abcdef0123456789" }, 201),
  }, /\(it created no API key\)/],
  ["a key with status 200", {
    ...GOT_TOKEN,
    "/api/keys": json({ id: "key_1", key: "lw_0123456789abcdef0123456789" }, 200),
  }, /\(it created no API key\)/],
  ["HTML for a key", { ...GOT_TOKEN, "/api/keys": html(201) }, /\(it created no API key\)/],
  ["a redirect for a key", {
    ...GOT_TOKEN,
    "/api/keys": html(307, { location: `${STRANGER}/api/keys` }),
  }, /\(it created no API key\)/],
  ["a refused key with a long reason", {
    ...GOT_TOKEN,
    "/api/keys": json({ errors: [{ message: "no ".repeat(999) }] }, 422),
  }, /\(it created no API key: (?:no ){50,70}n?o?\.\.\.\)/],
];

Deno.test("logIn fails at a server with", (context) =>
  withLoginServer(async (server) => {
    for (const [what, answers, says] of ANSWERS) {
      await context.step(what, async () => {
        server.meddle(answering(answers));
        const job = spied(true);
        const ended = await logIn(job, server.url);
        ok(ended.kind === "failed", JSON.stringify(ended));
        match(ended.problem.message, says);
        ok(ended.problem.message.startsWith(`Cannot log in at ${server.origin} (`));
        ok(!ended.problem.message.includes("token-of-nobody"));
        deepEqual([job.kept, await server.keyNames()], [[], []]);
        deepEqual([...job.sentTo], [server.origin]);
      });
    }
  }));

function endless(): ReadableStream<Uint8Array> {
  return new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(65_536)) });
}

Deno.test({
  name: "logIn fails at a server whose response never ends",
  ignore: !IS_FULL_TIER,
  fn: () =>
    withLoginServer(async (server) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const slow = new ReadableStream({ pull: () => promise });
      server.meddle(answering({ [METADATA]: () => new Response(slow) }));
      const ended = await logIn(spied(true), server.url);
      resolve();
      match(ended.kind === "failed" ? ended.problem.message : "", /\(no answer\)/);
    }),
});

for (
  const [what, response] of [
    ["is not Layerwright", () => new Response(null, { status: 401 })],
    ["has no authorization server", () => challenging('Bearer realm="layerwright"')],
    ["needs no key", json({ result: { serverInfo: { name: "layerwright" } } })],
  ] as const
) {
  Deno.test(`logIn sends one request to a server that ${what}`, () =>
    withLoginServer(async (server) => {
      server.meddle(answering({ "/mcp": response }));
      deepEqual(await logIn(spied(true), server.url), { kind: "none" });
      deepEqual(new Set(server.asked), new Set(["POST /mcp"]));
    }));
}

function challenging(challenge: string): Response {
  return new Response(null, { status: 401, headers: { "www-authenticate": challenge } });
}

Deno.test("logIn fails at another address than the server's own and reports that one", () =>
  withLoginServer(async ({ url }) => {
    const ended = await logIn(spied(true), url.replace("127.0.0.1", "localhost"));
    ok(ended.kind === "failed");
    match(
      ended.problem.message,
      /^Cannot log in at http:\/\/localhost:\d+ \(its own address is 'http:/,
    );
    match(ended.problem.hint ?? "", /--url$/);
  }));

/** Starts a browser login and opens the wizard's address. */
async function started(server: LoginServer) {
  const job = spied(false);
  const ended = logIn(job, server.url);
  const [address = ""] = await job.told;
  const { headers } = await fetch(address, { redirect: "manual" });
  const authorization = new URL(headers.get("location") ?? "");
  const state = authorization.searchParams.get("state") ?? "";
  const ask = async (words: Record<string, string>) => {
    const parameters = new URLSearchParams({ iss: server.origin, state, ...words });
    const response = await fetch(new URL(`/callback?${parameters}`, address), {
      redirect: "manual",
    });
    await response.body?.cancel();
    const lastPage = await fetch(new URL(response.headers.get("location") ?? "", address));
    match(await lastPage.text(), /Return to the terminal/);
    return response;
  };
  return { job, ended, address, authorization, state, ask };
}

Deno.test("logIn requests only the scope for keys, with PKCE and a state", () =>
  withLoginServer(async (server) => {
    const { ended, address, authorization, ask } = await started(server);
    equal(authorization.origin, server.origin);
    const { code_challenge: challenge, state, ...rest } = Object.fromEntries(
      authorization.searchParams,
    );
    match(challenge ?? "", /^[\w-]{43}$/);
    match(state ?? "", /^[\w-]{43}$/);
    deepEqual(rest, {
      client_id: "layerwright-setup",
      code_challenge_method: "S256",
      redirect_uri: address.replace("/login", "/callback"),
      resource: server.url,
      response_type: "code",
      scope: "keys",
    });
    await ask({ error: "access_denied" });
    equal((await ended).kind, "failed");
  }));

Deno.test("logIn ignores requests of others to its port", () =>
  withLoginServer(async (server) => {
    const { job, ended, address, state, ask } = await started(server);
    const strange: readonly (readonly [string, RequestInit?])[] = [
      ["/"],
      ["/callback"],
      ["/callback?code=1"],
      ["/callback?code=1&state="],
      [`/callback?code=1&state=${state}x`],
      ["/callback?error=access_denied&state=x"],
      [`/callback?code=1&state=${state}`, { method: "POST" }],
      ["/login", { method: "POST" }],
      ["/login/../../etc/passwd"],
    ];
    for (const [path, init = {}] of strange) {
      const response = await fetch(new URL(path, address), { ...init, redirect: "manual" });
      const page = await response.text();
      equal(response.status, 404, path);
      ok(!page.includes(state));
      match(response.headers.get("content-security-policy") ?? "", /default-src 'none'/);
    }
    for (const path of ["/login", `/callback?code=1&state=${state}`]) {
      for (const name of ["evil.example.com", `localhost:${new URL(address).port}`, ""]) {
        match(await requestAsHost(address, path, name), /^HTTP\/1\.1 40[04] /);
      }
    }
    await logInAt(server, address);
    equal((await ended).kind, "made");
    equal(job.kept.length, 1);
    await rejects(ask({}), "the port is closed");
  }));

/** Requests a page under another host name, as in DNS rebinding. */
async function requestAsHost(address: string, path: string, name: string): Promise<string> {
  const { hostname, port } = new URL(address);
  const connection = await Deno.connect({ hostname, port: Number(port) });
  const lines = [`GET ${path} HTTP/1.1`, `Host: ${name}`, "Connection: close", "", ""];
  await connection.write(new TextEncoder().encode(lines.join("\r\n")));
  return await new Response(connection.readable).text();
}

const CALLBACKS: readonly (readonly [string, Record<string, string>, RegExp])[] = [
  ["from another issuer", { iss: STRANGER, code: "1" }, NOT_OAUTH],
  ["without an issuer", { iss: "", code: "1" }, NOT_OAUTH],
  ["without a code", {}, NOT_OAUTH],
  ["with an unknown code", { code: "1" }, /\(the code has expired or was already used\)/],
  ["of a refused login", { error: "access_denied" }, /\(the login was refused\)/],
  ["with a token", { code: "1", token: "x" }, NOT_OAUTH],
  ["with an unknown error", { error: "\u001b[2J" }, /\(it returned the error '.\[2J'\)/],
];

Deno.test("logIn fails and creates no key after a callback", (context) =>
  withLoginServer(async (server) => {
    for (const [what, words, says] of CALLBACKS) {
      await context.step(what, async () => {
        server.asked.length = 0;
        const { job, ended, ask } = await started(server);
        const { status, headers } = await ask(words);
        deepEqual([status, headers.get("location")], [303, "/done"]);
        const login = await ended;
        match(login.kind === "failed" ? login.problem.message : "", says);
        deepEqual([job.kept, await server.keyNames()], [[], []]);
        const isPlain = Object.keys(words).join() === "code";
        equal(
          server.asked.includes("POST /oauth/token"),
          isPlain,
          "a token request only for a code",
        );
      });
    }
  }));

Deno.test("logIn saves the key before an interruption", () =>
  withLoginServer(async (server) => {
    server.meddle(answering({}));
    const job = spied(true, {
      async uninterrupted(work) {
        await work();
        throw new RangeError("interrupted");
      },
    });
    const ended = logIn(job, server.url);
    const [open = "", code = ""] = await job.told;
    const typed = typeCode(server, { address: word(open), code: word(code) });
    await rejects(ended, RangeError);
    await typed;
    equal(job.kept.length, 1);
    equal(server.asked.at(-1), "POST /oauth/revoke");
  }));

Deno.test("logIn revokes a key that cannot be saved", () =>
  withLoginServer(async (server) => {
    server.meddle(answering({}));
    const refuses: Diagnostic = {
      severity: "error",
      code: "write-failed",
      message: "Cannot write.",
      hint: null,
      where: null,
    };
    const job = spied(true, { refuses });
    const ended = logIn(job, server.url);
    const [open = "", code = ""] = await job.told;
    await typeCode(server, { address: word(open), code: word(code) });
    deepEqual(await ended, { kind: "failed", problem: refuses });
    equal(job.kept.length, 1);
    deepEqual(await server.keyNames(), []);
  }));

/** Returns the second word of a line. */
function word(line: string): string {
  return line.split(/ +/)[1] ?? "";
}

Deno.test("logIn falls back to a code if it cannot listen for the browser", () =>
  withLoginServer(async (server) => {
    server.meddle(answering({}));
    const job = spied(false, { listen: () => null });
    const ended = logIn(job, server.url);
    const [open = "", code = ""] = await job.told;
    await typeCode(server, { address: word(open), code: word(code) });
    equal((await ended).kind, "made");
  }));

Deno.test("logIn by code survives two failed requests", () =>
  withLoginServer(async (server) => {
    server.meddle(answering({}));
    let questions = 0;
    const job = spied(true, {
      send(url, init) {
        const isAway = url.endsWith("/oauth/token") && ++questions < 3;
        return isAway ? Promise.reject(new TypeError("gone")) : host.send(url, init);
      },
    });
    const ended = logIn(job, server.url);
    const [open = "", code = ""] = await job.told;
    await typeCode(server, { address: word(open), code: word(code) });
    equal((await ended).kind, "made");
  }));
