/** Hostile requests: the server refuses each, and writes nothing. */

import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import { inHostileFolder } from "./hostile_folder.ts";
import {
  type Asked,
  ERAS,
  headersOf,
  KEY,
  MCP_URL,
  messageOf,
  type OtherHeaders,
  post,
  replyOf,
  toolCall,
  withHeaders,
} from "./messages.ts";
import { type TestedApp, testedApp } from "./tested_app.ts";

const SPEC = { routes: { planted: { type: "GET" } } };

/** A call that would write if it were accepted. */
const WRITE = toolCall("generate_api", { project: "planted", spec: SPEC });

interface Hostile {
  readonly behaviour: string;
  readonly status: number;
  /** The JSON-RPC code; `undefined` for any. */
  readonly code?: number;
  readonly says?: RegExp;
  readonly headers?: Readonly<Record<string, string>>;
  send(app: TestedApp): Promise<Response>;
}

function testRefusals(table: readonly Hostile[]): void {
  for (const { behaviour, status, code, says = /./, headers = {}, send } of table) {
    Deno.test(`the server answers ${behaviour} with ${status}, and changes nothing`, () =>
      inHostileFolder(async (root) => {
        const app = testedApp(root);
        // The fast path handles only envelopes that it knows, so an accepted call goes first.
        await app.call("get_project_info", { project: "shop" });
        const response = await send(app);
        equal(response.status, status);
        match(response.headers.get("x-request-id") ?? "", /^req_[0-9a-f]{8}$/);
        for (const [name, value] of Object.entries(headers)) {
          equal(response.headers.get(name), value);
        }
        if (response.body !== null) {
          const { error } = await replyOf(response);
          equal(error?.code, code ?? error?.code);
          match(error?.message ?? "", says);
        }
        doesNotMatch(app.lines.join(""), new RegExp(KEY));
        deepEqual(app.bugs, []);
        equal(app.inFlight(), 0);
        // The server keeps running.
        equal((await app.ask({ method: "tools/list" })).status, 200);
      }));
  }
}

/** Returns the call with other headers, in both eras. */
function inBothEras(
  others: OtherHeaders,
  { behaviour, ...expected }: Omit<Hostile, "send">,
): Hostile[] {
  return ERAS.map((era) => ({
    ...expected,
    behaviour: `${behaviour} (${era})`,
    send: (app) => app.send(post(WRITE, era, others)),
  }));
}

const CHALLENGE = 'Bearer realm="layerwright"';
const INVALID = `${CHALLENGE}, error="invalid_token"`;

testRefusals([
  ...inBothEras({ authorization: null }, {
    behaviour: "no key",
    status: 401,
    headers: { "www-authenticate": CHALLENGE },
    says: /^Missing API key$/,
  }),
  ...Object.entries({
    "a wrong key": "Bearer lw_wrong-horse-battery-staple",
    "the beginning of the key": `Bearer ${KEY.slice(0, -1)}`,
    "the key and more": `Bearer ${KEY}x`,
    "the key in capitals": `Bearer ${KEY.toUpperCase()}`,
    "an empty header": "",
    "a scheme alone": "Bearer",
    "a key alone": KEY,
    "another scheme": `Basic ${btoa(`user:${KEY}`)}`,
    "a scheme of its own": `Token ${KEY}`,
    "a scheme that only begins like it": `BearerX ${KEY}`,
    "two keys": `Bearer ${KEY}, Bearer ${KEY}`,
    "two keys in one": `Bearer ${KEY} ${KEY}`,
    "a key in quotes": `Bearer "${KEY}"`,
    "parameters": `Bearer ${KEY}, realm="x"`,
    "a tab for a space": `Bearer\t${KEY}`,
    "no space": `Bearer${KEY}`,
    "a character beyond ASCII": `Bearer ${KEY}\u00e9`,
    "a control character": `Bearer ${KEY}\u0001`,
    "a very long key": `Bearer ${"x".repeat(100_000)}`,
  }).map(([behaviour, authorization]): Hostile => ({
    behaviour,
    status: 401,
    headers: { "www-authenticate": INVALID },
    says: /^Wrong API key$/,
    send: (app) => app.send(post(WRITE, "modern", { authorization })),
  })),
]);

for (const authorization of [`bearer ${KEY}`, `BEARER  ${KEY}`, ` Bearer ${KEY} `]) {
  Deno.test(`the server accepts '${authorization}', as HTTP allows`, () =>
    inHostileFolder(async (root) => {
      const response = await testedApp(root).send(
        post({ method: "tools/list" }, "modern", { authorization }),
      );
      equal(response.status, 200);
    }));
}

testRefusals(
  [
    `api_key=${KEY}`,
    `API-Key=${KEY}`,
    `apikey=${KEY}`,
    `x-api-key=${KEY}`,
    `key=${KEY}`,
    `token=${KEY}`,
    `access_token=${KEY}`,
    `authorization=Bearer%20${KEY}`,
    `bearer=${KEY}`,
    `client_secret=${KEY}`,
    `a=b&%74oken=${KEY}`,
    "token",
    "token=",
  ].flatMap((query): Hostile[] =>
    [`Bearer ${KEY}`, null].map((authorization) => ({
      behaviour: `'?${query.replace(KEY, "...")}' ${
        authorization ? "beside" : "without"
      } a good key`,
      status: 400,
      says: /bearer token, never in the URL/,
      headers: { "www-authenticate": `${CHALLENGE}, error="invalid_request"` },
      send: (app) => app.send(post(WRITE, "modern", { authorization }, `${MCP_URL}?${query}`)),
    }))
  ),
);

testRefusals([
  ...[
    "evil.example",
    "evil.example:80",
    "localhost.evil.example",
    "127.0.0.1.nip.io",
    "localhost.",
    "localhost@evil.example",
    "evil.example#localhost",
    "evil.example/localhost",
    "localhost, evil.example",
    "[::2]",
    "0.0.0.0",
    "127.0.0.2",
    "192.168.0.1",
    "",
    " ",
    "localhost:99999",
  ].flatMap((host) =>
    inBothEras({ host }, {
      behaviour: `the host '${host}'`,
      status: 403,
      says: /Host/,
    })
  ),
  ...inBothEras({ host: null }, { behaviour: "no host", status: 403, says: /Missing Host/ }),
  ...[
    "null",
    "http://evil.example",
    "https://evil.example:8000",
    "http://localhost.evil.example",
    "http://evil.example/http://localhost",
    "http://127.0.0.1.nip.io",
    "http://localhost, http://evil.example",
    "chrome-extension://abcdef",
    "file://",
    "data:text/html,x",
    "localhost",
    "*",
  ].flatMap((origin) =>
    inBothEras({ origin }, {
      behaviour: `the origin '${origin}'`,
      status: 403,
      says: /Origin/,
    })
  ),
  {
    behaviour: "an unknown host without a key",
    status: 403,
    send: (app) => app.send(post(WRITE, "modern", { host: "evil.example", authorization: null })),
  },
]);

for (const path of ["/mcp", "/metrics", "/nothing"]) {
  Deno.test(`a foreign web page learns nothing from ${path}`, () =>
    inHostileFolder(async (root) => {
      const app = testedApp(root);
      for (const method of ["OPTIONS", "GET"]) {
        const { status, headers } = await app.send(
          new Request(`http://localhost${path}`, {
            method,
            headers: {
              "host": "localhost",
              "origin": "http://evil.example",
              "access-control-request-method": "POST",
              "access-control-request-headers": "authorization",
            },
          }),
        );
        equal(status, 403);
        const allowed = [...headers.keys()].filter((name) => name.startsWith("access-control"));
        deepEqual(allowed, []);
      }
    }));
}

function postText(text: BodyInit, others: OtherHeaders = {}): Request {
  const headers = withHeaders(headersOf(WRITE, "legacy"), others);
  return new Request(MCP_URL, { method: "POST", headers, body: text });
}

function withText(behaviour: string, text: BodyInit, code: number, says = /./): Hostile {
  return { behaviour, status: 400, code, says, send: (app) => app.send(postText(text)) };
}

const WRITE_TEXT = JSON.stringify(messageOf(WRITE, "legacy"));

const CANCELLATION =
  '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}';

const DEEP = "[".repeat(100_000) + "]".repeat(100_000);

/** Values of a wrong type, each of which the protocol's library would describe. */
const MANY = `{${Array.from({ length: 300 }, (_, at) => `"${at}":1`).join(",")}}`;

const NOT_JSON = -32700;
const NO_REQUEST = -32600;

testRefusals([
  withText("an empty body", "", NOT_JSON),
  withText("words", "generate everything", NOT_JSON),
  withText("half a message", WRITE_TEXT.slice(0, -1), NOT_JSON),
  withText("two messages", WRITE_TEXT + WRITE_TEXT, NOT_JSON),
  withText("lines of messages", `${WRITE_TEXT}\n${WRITE_TEXT}\n`, NOT_JSON),
  withText("a comment", `${WRITE_TEXT} // please`, NOT_JSON),
  withText("a trailing comma", WRITE_TEXT.replace(/}$/, ",}"), NOT_JSON),
  withText("NaN", WRITE_TEXT.replace('"id":1', '"id":NaN'), NOT_JSON),
  withText("UTF-16", new Uint8Array([0xff, 0xfe, 0x7b, 0, 0x7d, 0]), NOT_JSON),
  withText("a packed body", new Uint8Array([0x1f, 0x8b, 8, 0, 0]), NOT_JSON),
  withText("an empty batch", "[]", NO_REQUEST, /Batches/),
  withText("a batch", `[${WRITE_TEXT}]`, NO_REQUEST, /Batches/),
  withText("a batch with space", `\n [${WRITE_TEXT},\n${WRITE_TEXT}]`, NO_REQUEST, /Batches/),
  withText(
    "a batch with a request and its own cancellation",
    `[${WRITE_TEXT},${CANCELLATION}]`,
    NO_REQUEST,
    /Batches/,
  ),
  withText(
    "a batch with a cancellation and its request",
    `[${CANCELLATION},${WRITE_TEXT}]`,
    NO_REQUEST,
    /Batches/,
  ),
  withText("a batch in a batch", `[[${WRITE_TEXT}]]`, NO_REQUEST, /Batches/),
  withText("100,000 levels", DEEP, NO_REQUEST, /Nested deeper/),
  withText("100,000 levels that never end", "[".repeat(100_000), NO_REQUEST, /Nested deeper/),
  withText("100,000 levels of objects", '{"a":'.repeat(100_000), NO_REQUEST, /Nested deeper/),
  ...["params", "_meta", "id", "jsonrpc"].map((key) =>
    withText(
      `100,000 levels in ${key}`,
      WRITE_TEXT.replace("{", `{"${key}":${DEEP},`),
      NO_REQUEST,
      /Nested deeper/,
    )
  ),
  ...["spec", "mock"].map((key) =>
    withText(
      `100,000 levels in a call's ${key}`,
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"generate_route",` +
        `"arguments":{"project":"shop","route":"a","${key}":${DEEP}}}}`,
      NO_REQUEST,
      /Nested deeper/,
    )
  ),
  ...[
    `"method":"prompts/get","params":{"name":"design_api","arguments":${MANY}}`,
    '"method":"completion/complete","params":{"ref":{"type":"ref/prompt","name":"a"},' +
    `"argument":{"name":"a","value":"b"},"context":{"arguments":${MANY}}}`,
    '"method":"initialize","params":{"protocolVersion":"2025-06-18","clientInfo":{"name":"a",' +
    `"version":"1"},"capabilities":{"experimental":${MANY}}}`,
    `"method":"tools/call","params":{"name":"list_projects","arguments":{},"_meta":${MANY}}`,
    `"method":"ping","params":[${Array(300).fill("[]")}]`,
  ].map((text) =>
    withText(
      `300 values in ${text.slice(0, 30)}`,
      `{"jsonrpc":"2.0","id":1,${text}}`,
      NO_REQUEST,
      /More than 256 values/,
    )
  ),
  ...[
    "null",
    "1",
    '"text"',
    "true",
    "{}",
    '{"jsonrpc":"2.0","id":1}',
    WRITE_TEXT.replace("2.0", "1.0"),
    WRITE_TEXT.replace('"jsonrpc":"2.0",', ""),
    WRITE_TEXT.replace('"id":1', '"id":null'),
    WRITE_TEXT.replace('"id":1', '"id":{}'),
    WRITE_TEXT.replace('"id":1', '"id":1.5'),
    WRITE_TEXT.replace('"tools/call"', "5"),
    WRITE_TEXT.replace('"tools/call"', '["tools/call"]'),
    WRITE_TEXT.replace('"method":', '"__proto__":'),
    '{"jsonrpc":"2.0","id":1,"result":{}}',
    '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}',
  ].map((text) => withText(`the message ${text.slice(0, 60)}`, text, NO_REQUEST)),
]);

testRefusals(
  [
    null,
    "",
    "text/plain",
    "text/plain;application/json",
    "text/html",
    "text/json",
    "application/jsonp",
    "application/json5",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/octet-stream",
    "text/plain, application/json",
  ].flatMap((type) =>
    inBothEras({ "content-type": type }, {
      behaviour: `the content type '${type ?? "none"}'`,
      status: 415,
    }).filter(() => type !== null)
  ),
);

Deno.test("the server reads JSON as UTF-8, with any declared character set", () =>
  inHostileFolder(async (root) => {
    const app = testedApp(root);
    for (const type of ["application/json; charset=utf-8", "Application/JSON ;charset=latin1"]) {
      const asked = { method: "ping" };
      equal((await app.send(post(asked, "legacy", { "content-type": type }))).status, 200);
    }
  }));

const MIB = 1024 * 1024;

function stream(bytes: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunk = new Uint8Array(64 * 1024).fill(0x20);
  let left = bytes;
  return new ReadableStream({
    pull(controller) {
      if (left <= 0) return controller.close();
      controller.enqueue(chunk.subarray(0, Math.min(left, chunk.length)));
      left -= chunk.length;
    },
  });
}

testRefusals([
  {
    behaviour: "a body of 5 MiB with a declared length",
    status: 413,
    says: /^Body longer than 4194304 bytes$/,
    send: (app) =>
      app.send(postText(new Uint8Array(5 * MIB), { "content-length": String(5 * MIB) })),
  },
  {
    behaviour: "a body of 5 MiB without a declared length",
    status: 413,
    says: /^Body longer than/,
    send: (app) => app.send(postText(stream(5 * MIB))),
  },
  {
    behaviour: "a body that never ends",
    status: 413,
    send: (app) => app.send(postText(stream(Infinity))),
  },
  {
    behaviour: "a body one byte over the limit",
    status: 413,
    send: (app) => app.send(postText(WRITE_TEXT + " ".repeat(4 * MIB + 1 - WRITE_TEXT.length))),
  },
  {
    behaviour: "a wrong length",
    status: 413,
    send: (app) => app.send(postText(WRITE_TEXT, { "content-length": String(5 * MIB) })),
  },
]);

Deno.test("the server accepts a body of 4 MiB", () =>
  inHostileFolder(async (root) => {
    const text = JSON.stringify(messageOf({ method: "ping" }, "legacy"));
    const app = testedApp(root);
    const body = text + " ".repeat(4 * MIB - text.length);
    equal((await app.send(postText(body))).status, 200);
    equal((await app.send(postText(new Blob([body]).stream()))).status, 200);
  }));

const OTHER = toolCall("generate_route", { project: "shop", route: "planted" });

interface Disagreement {
  readonly behaviour: string;
  readonly asked?: Asked;
  readonly headers: OtherHeaders;
  readonly code: number;
}

const DISAGREEMENTS: readonly Disagreement[] = [
  {
    behaviour: "another method in the header",
    headers: { "mcp-method": "tools/list" },
    code: -32020,
  },
  {
    behaviour: "a reading tool in the header",
    headers: { "mcp-name": "get_project_info" },
    code: -32020,
  },
  { behaviour: "no method in the header", headers: { "mcp-method": null }, code: -32020 },
  { behaviour: "an empty method in the header", headers: { "mcp-method": "" }, code: -32020 },
  { behaviour: "no name in the header", headers: { "mcp-name": null }, code: -32020 },
  {
    behaviour: "another writing tool in the header",
    asked: OTHER,
    headers: { "mcp-name": "generate_api" },
    code: -32020,
  },
  {
    behaviour: "no version in the header",
    headers: { "mcp-protocol-version": null },
    code: -32020,
  },
  {
    behaviour: "an older version in the header",
    headers: { "mcp-protocol-version": "2025-11-25" },
    code: -32020,
  },
  {
    behaviour: "a future version in the header",
    headers: { "mcp-protocol-version": "2099-01-01" },
    code: -32020,
  },
];

testRefusals([
  ...DISAGREEMENTS.map(({ behaviour, asked = WRITE, headers, code }): Hostile => ({
    behaviour,
    status: 400,
    code,
    send: (app) => app.send(post(asked, "modern", headers)),
  })),
  {
    behaviour: "a future version in header and body",
    status: 400,
    code: -32022,
    send: (app) => {
      const { method, params } = WRITE;
      const _meta = { "io.modelcontextprotocol/protocolVersion": "2099-01-01" };
      const asked = { method, params: { ...params, _meta } };
      return app.send(post(asked, "modern", { "mcp-protocol-version": "2099-01-01" }));
    },
  },
  {
    behaviour: "a future version only in the body",
    status: 400,
    code: -32020,
    send: (app) => {
      const { method, params } = WRITE;
      const _meta = { "io.modelcontextprotocol/protocolVersion": "2099-01-01" };
      return app.send(post({ method, params: { ...params, _meta } }, "modern"));
    },
  },
  ...["2026-07-28", "2099-01-01"].map((version): Hostile => ({
    behaviour: `the header's version ${version} with a body of the older era`,
    status: 400,
    code: -32602,
    send: (app) => app.send(post(WRITE, "legacy", { "mcp-protocol-version": version })),
  })),
  ...["2023-01-01", "1.0", "", "2025-11-25, 2025-06-18"].map((version): Hostile => ({
    behaviour: `the version '${version}' of the older era`,
    status: 400,
    code: -32000,
    says: /Unsupported protocol version/,
    send: (app) => app.send(post(WRITE, "legacy", { "mcp-protocol-version": version })),
  })),
]);

const PATHS = [
  "/",
  "/mcp/",
  "//mcp",
  "/MCP",
  "/mcp/x",
  "/mcp%2f",
  "/health/",
  "/metrics/x",
  "/.env",
];

testRefusals([
  ...["GET", "HEAD", "PUT", "PATCH", "OPTIONS"].map((method): Hostile => ({
    behaviour: `${method} /mcp`,
    status: 405,
    headers: { allow: "POST, DELETE" },
    send: async (app) => {
      const headers = headersOf(WRITE, "legacy");
      const { status, headers: got } = await app.send(new Request(MCP_URL, { method, headers }));
      return new Response(null, { status, headers: got });
    },
  })),
  ...PATHS.map((path): Hostile => ({
    behaviour: `POST ${path}`,
    status: 404,
    send: (app) => app.send(post(WRITE, "modern", {}, `http://localhost${path}`)),
  })),
  ...["POST", "PUT", "PATCH", "DELETE", "OPTIONS"].flatMap((method) =>
    ["/health", "/metrics"].map((path): Hostile => ({
      behaviour: `${method} ${path}`,
      status: 404,
      send: (app) => {
        const headers = headersOf(WRITE, "legacy");
        return app.send(new Request(`http://localhost${path}`, { method, headers }));
      },
    }))
  ),
  ...["/mcp", "/metrics", "/", "/mcp/x"].flatMap((path) =>
    ["GET", "POST", "DELETE", "OPTIONS"].map((method): Hostile => ({
      behaviour: `${method} ${path} without a key`,
      status: 401,
      headers: { "www-authenticate": CHALLENGE },
      send: (app) =>
        app.send(
          new Request(`http://localhost${path}`, { method, headers: { host: "localhost" } }),
        ),
    }))
  ),
]);

Deno.test("DELETE of a session succeeds and changes nothing", () =>
  inHostileFolder(async (root) => {
    const headers = { ...headersOf(WRITE, "legacy"), "mcp-session-id": "../outside" };
    const response = await testedApp(root).send(
      new Request(MCP_URL, { method: "DELETE", headers }),
    );
    equal(response.status, 204);
    equal(response.headers.get("mcp-session-id"), null);
  }));

Deno.test("the server uses no sessions", () =>
  inHostileFolder(async (root) => {
    const app = testedApp(root);
    const params = {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "tests", version: "1" },
    };
    const response = await app.ask({ method: "initialize", params }, "legacy");
    equal(response.headers.get("mcp-session-id"), null);
    equal((await replyOf(response)).result?.["protocolVersion"], "2025-11-25");
    const list = { method: "tools/list" };
    equal((await app.send(post(list, "legacy", { "mcp-session-id": "made-up" }))).status, 200);
  }));

Deno.test("the log and the response ignore the client's own claims", () =>
  inHostileFolder(async (root) => {
    const app = testedApp(root);
    const forged = "req_f0f0f0f0";
    const headers = {
      "x-request-id": forged,
      "x-forwarded-for": "192.0.2.66",
      "x-forwarded-host": "evil.example",
      "x-real-ip": "192.0.2.66",
      "forwarded": "for=192.0.2.66",
      "user-agent": "precious",
    };
    const response = await app.send(post({ method: "tools/list" }, "modern", headers));
    equal(response.status, 200);
    ok(response.headers.get("x-request-id") !== forged);
    doesNotMatch(app.lines.join(""), /f0f0f0f0|192\.0\.2\.66|evil|precious/);
  }));
