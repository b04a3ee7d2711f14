/** Health checks and metrics. */

import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import { inHostileFolder } from "./hostile_folder.ts";
import { type Asked, ERAS, headersOf, KEY, post, toolCall } from "./messages.ts";
import { type TestedApp, testedApp } from "./tested_app.ts";

for (const headers of [{}, { host: "evil.example", origin: "null", authorization: "Bearer x" }]) {
  Deno.test(`/health reports that the server is healthy, with ${JSON.stringify(headers)}`, () =>
    inHostileFolder(async (root) => {
      const app = testedApp(root);
      const response = await app.send(new Request("http://localhost/health?key=x", { headers }));
      equal(response.status, 200);
      equal(response.headers.get("content-type"), "application/json");
      equal(await response.text(), '{"status":"ok"}');
      // Health checks come every few seconds.
      deepEqual(app.lines, []);
    }));
}

function askForMetrics(app: TestedApp, headers: Readonly<Record<string, string>>) {
  return app.send(new Request("http://localhost/metrics", { headers }));
}

for (
  const [behaviour, headers, status] of [
    ["without a key", { host: "localhost" }, 401],
    ["with a wrong key", { host: "localhost", authorization: "Bearer wrong" }, 401],
    ["for a strange host", { host: "evil.example", authorization: `Bearer ${KEY}` }, 403],
    [
      "for a strange page",
      { host: "localhost", origin: "http://evil.example", authorization: `Bearer ${KEY}` },
      403,
    ],
  ] as const
) {
  Deno.test(`/metrics is refused ${behaviour}`, () =>
    inHostileFolder(async (root) => {
      const response = await askForMetrics(testedApp(root), headers);
      equal(response.status, status);
      doesNotMatch(await response.text(), /layerwright_/);
    }));
}

/** Parses the metrics: each series with its value. */
async function samples(app: TestedApp): Promise<ReadonlyMap<string, number>> {
  const headers = { host: "localhost", authorization: `Bearer ${KEY}` };
  const response = await askForMetrics(app, headers);
  equal(response.headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8");
  const lines = (await response.text()).split("\n");
  return new Map(
    lines.filter((line) => line !== "" && !line.startsWith("#")).map((line) => {
      const at = line.lastIndexOf(" ");
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

async function askAll(app: TestedApp, all: readonly Asked[]): Promise<void> {
  for (const asked of all) {
    for (const era of ERAS) await (await app.ask(asked, era)).text();
  }
}

Deno.test("/metrics counts requests and responses", () =>
  inHostileFolder(async (root) => {
    const app = testedApp(root);
    const info = toolCall("get_project_info", { project: "shop" });
    await askAll(app, [info, { method: "tools/list" }]);
    await (await app.send(post(info, "modern", { authorization: null }))).text();
    await (await app.send(post(info, "modern", { "mcp-name": null }))).text();
    const all = await samples(app);
    equal(all.get('layerwright_requests_total{rpc="tools/call",status="200"}'), 2);
    equal(all.get('layerwright_requests_total{rpc="tools/list",status="200"}'), 2);
    equal(all.get('layerwright_requests_total{rpc="none",status="401"}'), 1);
    equal(all.get('layerwright_requests_total{rpc="tools/call",status="400"}'), 1);
    equal(all.get('layerwright_tool_call_seconds_count{tool="get_project_info"}'), 3);
    // The scrape itself.
    equal(all.get("layerwright_calls_in_flight"), 1);
  }));

Deno.test("/metrics has no series for names that clients invent", () =>
  inHostileFolder(async (root) => {
    const app = testedApp(root, { readOnly: true });
    const made = (count: number) =>
      Array.from({ length: count }, (_, number) => [
        { method: `made/up${number}` },
        { method: `tools/call${number}` },
        toolCall(`made_up${number}`, {}),
        { method: "prompts/get", params: { name: `made_up${number}` } },
      ]).flat();
    await askAll(app, made(1));
    const before = [...(await samples(app)).keys()];
    await askAll(app, made(20));
    for (const name of ["__proto__", "constructor", 'a"}\nb 1', "none", "other"]) {
      await (await app.ask({ method: name }, "legacy")).text();
      await (await app.ask(toolCall(name, {}), "legacy")).text();
    }
    for (let number = 0; number < 20; number++) {
      const headers = headersOf({ method: "x" }, "legacy");
      const url = `http://localhost/made-up${number}`;
      await (await app.send(new Request(url, { headers }))).text();
    }
    const after = [...(await samples(app)).keys()];
    const more = after.filter((name) => !before.includes(name));
    deepEqual(more.filter((name) => !/rpc="(?:none|other)"/.test(name)), []);
    ok(more.length <= 4, more.join("\n"));
    doesNotMatch(after.join("\n"), /made|proto|constructor/);
  }));

Deno.test("/metrics is in Prometheus' format", () =>
  inHostileFolder(async (root) => {
    const app = testedApp(root);
    await askAll(app, [toolCall("get_project_info", { project: "shop" })]);
    const headers = { host: "localhost", authorization: `Bearer ${KEY}` };
    const text = await (await askForMetrics(app, headers)).text();
    const label = '[a-z_]+="[^"\\\\\\n]*"';
    const sample = `[a-z_]+(?:\\{${label}(?:,${label})*\\})? [0-9.e+-]+`;
    match(text, new RegExp(`^(?:(?:# (?:HELP|TYPE) .+|${sample}|)\\n)+$`));
  }));
