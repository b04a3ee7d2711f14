/** Traces and metrics of a hosted server, and the secrets that must not be in them. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { freePort } from "../../../tools/free_port.ts";
import { type TestedDatabase, withDatabasePlace } from "../storage/on_both.ts";
import { post, replyOf, toolAnswer, toolCall } from "../../http/messages.ts";
import { testInFullTier } from "../../tools/tier.ts";
import { attributeOf, type CollectedSpan, type Collector, startCollector } from "./collector.ts";
import { OWNER } from "./hosted_app.ts";
import { openBrowser, unescaped } from "./browser.ts";
import { ask, makeKey, makeOwner } from "./hosted_client.ts";
import { startHostedServer } from "./run_hosted_server.ts";

/** The client's trace (W3C Trace Context). */
const TRACE = "0af7651916cd43dd8448eb211c80319c";
const PARENT = "b7ad6b7169203331";

const PAYLOAD = "An unlisted teapot";

const PROJECT = "unlisted_shop";

/** The address of an issuer at a port on which nothing listens. */
const ABSENT_ISSUER = `http://127.0.0.1:${freePort()}/unlisted_issuer`;

const SPEC = { routes: { products: { type: "GET", mock: [{ name: PAYLOAD }] } } };

/** Runs a server with tracing. @returns The secrets that must not be exported. */
async function serveTraced(
  place: TestedDatabase,
  settings: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const server = await startHostedServer(place, {
    ...settings,
    LAYERWRIGHT_OIDC_ISSUER: ABSENT_ISSUER,
    LAYERWRIGHT_OIDC_CLIENT_ID: "tests",
    LAYERWRIGHT_OIDC_CLIENT_SECRET: "unlisted secret",
  });
  try {
    const { origin } = server;
    const ownerLink = await server.ownerLink();
    const browser = await makeOwner({ origin, ownerLink: () => Promise.resolve(ownerLink) });
    const stranger = openBrowser(ask, origin);
    const { html } = await stranger.open("/login");
    const [, elsewhere = ""] = /href="(\/login\/oidc\?[^"]+)"/.exec(html) ?? [];
    equal((await stranger.open(unescaped(elsewhere))).status, 400);
    const { text: key } = await makeKey(browser, "Laptop");
    const headers = {
      authorization: `Bearer ${key}`,
      host: null,
      traceparent: `00-${TRACE}-${PARENT}-01`,
    };
    const call = toolCall("generate_api", { project: PROJECT, spec: SPEC });
    const answer = await replyOf(await ask(post(call, "modern", headers, `${origin}/mcp`)));
    const [, link = ""] = /curl \S+ '(http[^']+)'/.exec(toolAnswer(answer).text) ?? [];
    const signature = new URL(link).searchParams.get("signature") ?? "";
    // Requests with keys in the wrong places.
    const written = key.replace("_", "%5F");
    const addresses = [
      link,
      ...[`?api_key=${key}`, `/${key}`, `/${written}`].map((rest) => `${origin}/projects${rest}`),
    ];
    for (const address of addresses) await (await ask(new Request(address))).body?.cancel();
    equal((await server.stop()).code, 0);
    const code = new URL(ownerLink).searchParams.get("code") ?? "";
    return [
      key,
      written,
      PROJECT,
      "unlisted_issuer",
      "unlisted secret",
      code,
      signature,
      PAYLOAD,
      OWNER.password,
      OWNER.email,
      ...browser.cookies.values(),
    ];
  } finally {
    await server.stop();
  }
}

for (const kind of ["sqlite", "postgres"] as const) {
  const test = kind === "sqlite" ? testInFullTier : Deno.test;
  test(`traces connect the client, the route, the tool and the statements (${kind})`, () =>
    withDatabasePlace(kind, async (place) => {
      const collector = startCollector();
      try {
        // Deno accepts both.
        const OTEL_DENO = kind === "sqlite" ? "TRUE" : "true";
        const secrets = await serveTraced(place, { ...collector.settings, OTEL_DENO });
        judgeTrace(collector, kind === "sqlite" ? "sqlite" : "postgresql");
        judgeMetrics(collector);
        for (const secret of secrets) {
          ok(secret.length > 8, "what is looked for is there");
          const told = collector.bodies.flatMap((body) => body.split("\n"))
            .filter((line) => line.includes(secret) || line.includes(encodeURIComponent(secret)));
          deepEqual(told, []);
        }
      } finally {
        await collector.stop();
      }
    }));
}

function judgeTrace(collector: Collector, system: string): void {
  const spans = collector.spans();
  const within = ({ spanId }: CollectedSpan) =>
    spans.filter(({ parentSpanId }) => parentSpanId === spanId);
  const [request, ...others] = spans.filter(({ parentSpanId }) => parentSpanId === PARENT);
  ok(request !== undefined);
  deepEqual(others, []);
  equal(request.traceId, TRACE);
  equal(request.name, "POST /mcp");
  equal(attributeOf(request, "http.route"), "/mcp");
  const tool = within(request).find(({ name }) => name === "tools/call generate_api");
  ok(tool !== undefined, "the tool's call is a part of the request");
  equal(attributeOf(tool, "gen_ai.tool.name"), "generate_api");
  const commit = within(tool).find(({ name }) => name === "transaction");
  ok(commit !== undefined, "the change is a part of the call");
  equal(attributeOf(commit, "db.system.name"), system);
  const statements = within(commit).map(({ name }) => name);
  ok(statements.includes("INSERT projects"), `${statements}`);
  const routes = new Set(spans.map((span) => attributeOf(span, "http.route")));
  ok(routes.has("/projects/:name/archive"), `${[...routes]}`);
}

function judgeMetrics(collector: Collector): void {
  const durations = collector.metrics().filter(({ name }) =>
    name === "layerwright.request.duration"
  );
  ok(JSON.stringify(durations).includes('"/mcp"'), "durations are told by route");
}

Deno.test("a server without a collector exports nothing", () =>
  withDatabasePlace("sqlite", async (place) => {
    const collector = startCollector();
    try {
      await serveTraced(place, { ...collector.settings, OTEL_DENO: "false" });
      deepEqual(collector.bodies, []);
    } finally {
      await collector.stop();
    }
  }));
