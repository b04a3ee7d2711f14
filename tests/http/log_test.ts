import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import { trustProxies } from "../../http/client_address.ts";
import { jsonLog, terminalLog } from "../../http/log.ts";
import type { Projects } from "../../workspace/projects.ts";
import { inHostileFolder } from "./hostile_folder.ts";
import { type Asked, ERAS, headersOf, KEY, MCP_URL, post, toolCall } from "./messages.ts";
import { type TestedApp, testedApp } from "./tested_app.ts";

const FACTS = { id: "req_7f3a", rpc: "tools/call", tool: "generate_subroute", status: 200, ms: 12 };

Deno.test("jsonLog writes a line of JSON for each event", () => {
  const written: string[] = [];
  const log = jsonLog(
    (text) => void written.push(text),
    () => Date.UTC(2026, 10, 20, 15, 4, 5, 120),
  );
  log("info", FACTS);
  log("error", { bug: 'Error: "a"\n    at b' });
  deepEqual(written, [
    '{"time":"2026-11-20T15:04:05.120Z","level":"info","id":"req_7f3a","rpc":"tools/call",' +
    '"tool":"generate_subroute","status":200,"ms":12}\n',
    '{"time":"2026-11-20T15:04:05.120Z","level":"error","bug":"Error: \\"a\\"\\n    at b"}\n',
  ]);
});

for (
  const { behaviour, colour, level, facts, line } of [
    {
      behaviour: "only the values",
      colour: false,
      level: "info",
      facts: FACTS,
      line: "info  req_7f3a tools/call generate_subroute 200 12 ms",
    },
    {
      behaviour: "the level in colour",
      colour: true,
      level: "warn",
      facts: FACTS,
      line: "\u001b[33mwarn \u001b[39m req_7f3a tools/call generate_subroute 200 12 ms",
    },
    {
      behaviour: "text without cursor movements or fake lines",
      colour: false,
      level: "error",
      facts: { bug: "a\n15:04:05 info  b\u001b[2J\u202e\r" },
      line: "error a\\n15:04:05 info  b\\u001b[2J\\u202e\\u000d",
    },
  ] as const
) {
  Deno.test(`terminalLog shows ${behaviour}`, () => {
    let written = "";
    const now = () => new Date(2026, 10, 20, 15, 4, 5).getTime();
    terminalLog((text) => written += text, now, colour)(level, facts);
    equal(written, `15:04:05 ${line}\n`);
  });
}

/** Parses a log line, and leaves out the values that vary. */
function lineShape(line: string): Record<string, unknown> {
  const { time, id, ms, ...rest } = JSON.parse(line);
  match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  match(id, /^req_[0-9a-f]{8}$/);
  ok(Number.isInteger(ms) && ms >= 0);
  return rest;
}

for (const era of ERAS) {
  Deno.test(`the log has the documented line for a tool call (${era})`, () =>
    inHostileFolder(async (root) => {
      const app = testedApp(root);
      const response = await app.ask(toolCall("get_project_info", { project: "shop" }), era);
      await response.text();
      const [line = "", ...more] = app.lines;
      deepEqual(more, []);
      deepEqual(Object.keys(JSON.parse(line)), [
        "time",
        "level",
        "id",
        "rpc",
        "tool",
        "status",
        "ms",
      ]);
      deepEqual(lineShape(line), {
        level: "info",
        rpc: "tools/call",
        tool: "get_project_info",
        status: 200,
      });
      equal(JSON.parse(line).id, response.headers.get("x-request-id"));
    }));
}

interface Logged {
  readonly behaviour: string;
  readonly request: () => Request;
  readonly line: Readonly<Record<string, unknown>>;
}

const LIST: Asked = { method: "tools/list" };

const LOGGED: readonly Logged[] = [
  {
    behaviour: "a call with its method",
    request: () => post(LIST, "modern"),
    line: { level: "info", rpc: "tools/list", status: 200 },
  },
  {
    behaviour: "a missing key",
    request: () => post(LIST, "modern", { authorization: null }),
    line: { level: "warn", request: "POST /mcp", status: 401, reason: "Missing API key" },
  },
  {
    behaviour: "a wrong key",
    request: () => post(LIST, "modern", { authorization: "Bearer precious" }),
    line: { level: "warn", request: "POST /mcp", status: 401, reason: "Wrong API key" },
  },
  {
    behaviour: "a refused key in the query, without the query",
    request: () => post(LIST, "modern", {}, `${MCP_URL}?key=precious`),
    line: {
      level: "warn",
      request: "POST /mcp",
      status: 400,
      reason: "Send the key as a bearer token, never in the URL",
    },
  },
  {
    behaviour: "a call with another query, without the query",
    request: () => post(LIST, "modern", {}, `${MCP_URL}?a=precious`),
    line: { level: "info", rpc: "tools/list", status: 200 },
  },
  {
    behaviour: "an unknown host",
    request: () => post(LIST, "modern", { host: "precious.example" }),
    line: {
      level: "warn",
      request: "POST /mcp",
      status: 403,
      reason: "host or origin not allowed",
    },
  },
  {
    behaviour: "an unknown origin",
    request: () => post(LIST, "modern", { origin: "http://precious.example" }),
    line: {
      level: "warn",
      request: "POST /mcp",
      status: 403,
      reason: "host or origin not allowed",
    },
  },
  {
    behaviour: "a body that is not JSON",
    request: () =>
      new Request(MCP_URL, {
        method: "POST",
        headers: headersOf(LIST, "legacy"),
        body: "precious",
      }),
    line: { level: "warn", request: "POST /mcp", status: 400, reason: "The body is not JSON" },
  },
  {
    behaviour: "a long path, cut",
    request: () =>
      new Request(`http://localhost/${"x".repeat(1_000)}`, { headers: headersOf(LIST, "legacy") }),
    line: { level: "warn", request: `GET /${"x".repeat(63)}`, status: 404, reason: "Not found" },
  },
  {
    behaviour: "a long unknown method, cut",
    request: () => post({ method: "x".repeat(1_000) }, "legacy"),
    line: { level: "info", rpc: "x".repeat(64), status: 200 },
  },
];

for (const { behaviour, request, line } of LOGGED) {
  Deno.test(`the log records ${behaviour}`, () =>
    inHostileFolder(async (root) => {
      const app = testedApp(root);
      await (await app.send(request())).body?.cancel();
      deepEqual(app.lines.map(lineShape), [line]);
    }));
}

Deno.test("the log names the client behind trusted proxies, and only then", () =>
  inHostileFolder(async (root) => {
    const forwarded = { "x-forwarded-for": "192.0.2.7" };
    for (
      const [proxies, client] of [[null, undefined], [["127.0.0.1"], "192.0.2.7"], [
        ["10.0.0.1"],
        "127.0.0.1",
      ]] as const
    ) {
      const clientAddress = proxies === null ? null : trustProxies(proxies);
      const app = testedApp(root, { clientAddress });
      await (await app.send(post(LIST, "modern", forwarded))).text();
      equal(JSON.parse(app.lines[0] ?? "").client, client);
    }
  }));

/** Projects with unexpected failures. */
function failing(trace: string): Projects {
  const fail = () => Promise.reject(new Error(trace));
  return { foldsCase: false, open: fail, list: fail };
}

Deno.test("only the log has the details of a bug", async () => {
  const app = testedApp(failing("The disk spoke precious words"));
  const { isError, text, report } = await app.call("get_project_info", { project: "shop" });
  equal(isError, true);
  match(text, /^Error: Internal error [0-9a-f]{8}; see the server's log\.$/);
  deepEqual(report.diagnostics?.map(({ code }) => code), ["internal"]);
  doesNotMatch(JSON.stringify(report), /precious|\.ts/);
  match(app.bugs.join(), /^Error: The disk spoke precious words\n {4}at /);
});

const PRECIOUS = "precious";

/** Requests that, together, have a secret in every part of a request. */
const SECRETIVE: readonly (() => Request)[] = [
  ...ERAS.flatMap((era) => [
    () => post(toolCall("generate_api", { project: PRECIOUS, spec: PRECIOUS }), era),
    () =>
      post(toolCall("generate_route", { project: "shop", route: PRECIOUS, mock: PRECIOUS }), era),
    () => post(toolCall("get_project_info", { [PRECIOUS]: PRECIOUS }), era),
    () => post(toolCall("get_project_info", PRECIOUS), era),
    () => post({ method: "resources/read", params: { uri: `layerwright://${PRECIOUS}` } }, era),
    () => post({ method: "prompts/get", params: { name: PRECIOUS, arguments: {} } }, era),
    () =>
      post({
        method: "prompts/get",
        params: { name: "design_api", arguments: { purpose: PRECIOUS } },
      }, era),
    () => post(LIST, era, { "user-agent": PRECIOUS, "cookie": PRECIOUS, "referer": PRECIOUS }),
    () => post({ method: "tools/list", params: { cursor: PRECIOUS } }, era),
  ]),
  () =>
    post({ method: "resources/read", params: { uri: `layerwright://${PRECIOUS}` } }, "modern", {
      "mcp-name": "other",
    }),
  () => post({ method: "prompts/get", params: { name: "x" } }, "modern", { "mcp-name": PRECIOUS }),
  () => post(toolCall("get_project_info", {}), "modern", { "mcp-method": PRECIOUS }),
  () => post(LIST, "modern", { "mcp-protocol-version": PRECIOUS }),
  () => post(LIST, "legacy", { "mcp-protocol-version": PRECIOUS }),
  () =>
    post(
      {
        method: "tools/list",
        params: { _meta: { "io.modelcontextprotocol/protocolVersion": PRECIOUS } },
      },
      "modern",
      { "mcp-protocol-version": PRECIOUS },
    ),
  () =>
    post({
      method: "tools/list",
      params: { _meta: { "io.modelcontextprotocol/clientInfo": PRECIOUS } },
    }, "modern"),
  () => post({ method: "subscriptions/listen", params: { notifications: PRECIOUS } }, "modern"),
  () => post(LIST, "modern", { host: `${PRECIOUS}.example` }),
  () => post(LIST, "modern", { origin: PRECIOUS }),
  () => post(LIST, "modern", { "content-type": PRECIOUS }),
  () => post(LIST, "modern", { authorization: `Bearer ${PRECIOUS}` }),
  () => post(LIST, "modern", { authorization: PRECIOUS }),
  () => post(LIST, "modern", {}, `${MCP_URL}?key=${PRECIOUS}`),
  () => post(LIST, "modern", {}, `${MCP_URL}?${PRECIOUS}=${PRECIOUS}`),
  ...[
    PRECIOUS,
    `{"jsonrpc":"${PRECIOUS}"}`,
    `["${PRECIOUS}"]`,
    `{"jsonrpc":"2.0","id":"${PRECIOUS}","method":5}`,
    `{"jsonrpc":"2.0","id":"${PRECIOUS}","result":{"${PRECIOUS}":"${PRECIOUS}"}}`,
    `{"jsonrpc":"2.0","id":"${PRECIOUS}","method":"ping"}`,
    `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"${PRECIOUS}"}}`,
  ].map((body) => () =>
    new Request(MCP_URL, { method: "POST", headers: headersOf(LIST, "legacy"), body })
  ),
];

async function sendAll(app: TestedApp): Promise<void> {
  for (const request of SECRETIVE) await (await app.send(request())).text();
}

Deno.test("no log line has a payload, a key or a query", () =>
  inHostileFolder(async (root) => {
    // In this folder, every write fails.
    const app = testedApp(root, { readOnly: true });
    await sendAll(app);
    ok(app.lines.length >= SECRETIVE.length);
    deepEqual(app.lines.filter((line) => line.includes(PRECIOUS) || line.includes(KEY)), []);
    deepEqual(app.bugs, []);
  }));

Deno.test("every log entry is one line of JSON", () =>
  inHostileFolder(async (root) => {
    const app = testedApp(root, { readOnly: true });
    await sendAll(app);
    for (const method of ["a\nb", "a\u2028b", '"', "\u001b[2J", "\ud800"]) {
      await (await app.ask({ method }, "legacy")).text();
    }
    ok(app.lines.length > 10);
    for (const line of app.lines) {
      equal(line.indexOf("\n"), line.length - 1);
      const { time, level } = JSON.parse(line);
      deepEqual([typeof time, /^(?:info|warn|error)$/.test(level)], ["string", true]);
    }
  }));
