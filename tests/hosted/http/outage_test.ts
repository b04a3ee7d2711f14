/** Outages of the database, and internal errors: the answers to callers, and the log. */

import { deepEqual, doesNotMatch, equal, match } from "node:assert/strict";
import { LEASE_MS } from "../../../hosted/accounts/leases.ts";
import { dayPolicy } from "../../../hosted/accounts/limits.ts";
import { openGate } from "../../../http/gate.ts";
import { createHostedApp } from "../../../hosted/http/app.ts";
import { readinessOf } from "../../../hosted/http/readiness.ts";
import { forEachServed, withDatabase } from "../storage/on_both.ts";
import { withOwnPostgres } from "../storage/own_postgres.ts";
import type { Postgres } from "../../../tools/postgres.ts";
import { post, replyOf, toolAnswer, toolCall } from "../../http/messages.ts";
import { CLIENT, hostedApp, keyOf, ORIGIN, type TestedHostedApp } from "./hosted_app.ts";

const OUTAGE = /The server's database does not answer; try again/;

const LIST = { method: "tools/list" };

/** The Postgres that is down, and the credentials of the owner. */
interface Outage {
  readonly postgres: Postgres;
  readonly key: string;
  readonly cookie: string;
}

/** Runs a test of an app while Postgres is down. */
function duringOutage(
  name: string,
  test: (app: TestedHostedApp, outage: Outage) => Promise<void>,
): void {
  Deno.test(name, () =>
    withOwnPostgres(async (database, postgres) => {
      const app = await hostedApp(database);
      const owner = await app.owner();
      const key = await keyOf(owner);
      equal((await app.call(key, "analyze_project", { project: "shop" })).isError, true);
      const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      app.lines.length = 0;
      await postgres.halt();
      app.wait(LEASE_MS);
      try {
        await test(app, { postgres, key, cookie });
      } finally {
        await postgres.resume();
      }
    }));
}

function page(path: string, headers: Readonly<Record<string, string>> = {}): Request {
  return new Request(new URL(path, ORIGIN), { headers: { host: "localhost", ...headers } });
}

duringOutage(
  "during an outage, answers ask to retry and the log has one line with the reason",
  async (app, { key, cookie }) => {
    const bearer = { authorization: `Bearer ${key}` };
    const requests = [
      post(LIST, "modern", bearer),
      post(LIST, "legacy", bearer),
      page("/projects", bearer),
      page("/keys", { cookie }),
      page("/api/keys", { cookie }),
      page("/keys", { cookie, accept: "text/html,*/*;q=0.8" }),
    ];
    for (const [index, request] of requests.entries()) {
      const response = await app.send(request);
      equal(response.status, 503);
      equal(response.headers.get("retry-after"), "5");
      const isPage = index === requests.length - 1;
      match(
        response.headers.get("content-type") ?? "",
        isPage ? /^text\/html/ : /^application\/json/,
      );
      match((await response.text()).replaceAll("&#39;", "'"), OUTAGE);
    }
    equal(app.lines.length, requests.length);
    for (const line of app.lines) {
      const { level, status, reason, bug } = JSON.parse(line);
      deepEqual([level, status, bug], ["warn", 503, undefined]);
      match(reason, /^(?:Cannot reach|Lost the connection to) the database '[^']+'/);
      doesNotMatch(line, /\.ts:\d|\\n/);
    }
  },
);

duringOutage("a tool fails with the words that its caller can do something with", async (app) => {
  const policy = dayPolicy({ callsPerDay: 2 });
  const standing = { policy, isExceeded: false, left: 1, resetSeconds: 1 };
  const open = createHostedApp({
    ...app.options,
    gate: openGate,
    usage: { spend: () => Promise.resolve(standing) },
  });
  for (const tool of ["get_project_info", "generate_route"]) {
    const args = { project: "shop", route: "a", type: "GET" };
    const given = tool === "generate_route" ? args : { project: "shop" };
    app.lines.length = 0;
    const response = await open.fetch(post(toolCall(tool, given), "modern"), CLIENT);
    const { isError, report } = toolAnswer(await replyOf(response));
    deepEqual([isError, report.status], [true, "failed"]);
    deepEqual(report.diagnostics?.map(({ code }) => code), ["database-unavailable"]);
    match(report.message, OUTAGE);
    const [outage = "", ...others] = app.lines;
    match(JSON.parse(outage).database, /^(?:Cannot reach|Lost the connection to) the database/);
    equal(others.length, 1);
  }
  const uri = "layerwright://projects/shop/files/a.py";
  const read = post({ method: "resources/read", params: { uri } }, "modern");
  match(JSON.stringify(await replyOf(await open.fetch(read, CLIENT))), OUTAGE);
  doesNotMatch(app.lines.join(), /"bug"/);
});

duringOutage("a server is alive but not ready", async (app, { postgres }) => {
  equal((await app.send(page("/health"))).status, 200);
  const response = await app.send(page("/ready"));
  deepEqual([response.status, await response.json()], [503, { status: "unavailable" }]);
  await postgres.resume();
  equal((await app.send(page("/ready"))).status, 200);
  await postgres.halt();
});

forEachServed(
  "a server whose database answers is ready, for any Host",
  async (database) => {
    const app = await hostedApp(database);
    for (const host of ["localhost", "10.0.0.7:8000"]) {
      const response = await app.send(page("/ready", { host }));
      deepEqual([response.status, await response.json()], [200, { status: "ready" }]);
    }
  },
);

Deno.test("a server whose database does not answer in time is not ready", () =>
  withDatabase("postgres", async (database) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const busy = Array.from({ length: 10 }, () => database.transaction(() => released));
    const isReady = readinessOf(database, 100);
    deepEqual(await Promise.all([isReady(), isReady()]), [false, false]);
    release();
    await Promise.all(busy);
    equal(await isReady(), true);
  }));

forEachServed(
  "the id in an internal error leads to its line in the log",
  async (database) => {
    const app = await hostedApp(database);
    const owner = await app.owner();
    const key = await keyOf(owner);
    await app.call(key, "analyze_project", { project: "shop" });
    await database.transaction((queries) => queries.all("DROP TABLE files"));
    app.lines.length = 0;
    const { text } = await app.call(key, "get_project_info", { project: "shop" });
    await database.transaction((queries) => queries.all("DROP TABLE sessions"));
    const broken = await owner.request("/keys", { headers: { accept: "text/html" } });
    equal(broken.status, 500);
    match(broken.headers.get("content-type") ?? "", /^text\/html/);
    for (const told of [text, await broken.text()]) {
      const [id = "none"] = /[0-9a-f]{8}\b(?=;)|req_[0-9a-f]{8}/.exec(told) ?? [];
      const found = app.lines.map((line) => JSON.parse(line)).filter((line) => line.id === id);
      match(found[0]?.bug ?? "", /\n {4}at /, told);
    }
  },
);

Deno.test("a missing page is HTML for browsers and JSON for programs", () =>
  withDatabase("sqlite", async (database) => {
    const app = await hostedApp(database);
    for (
      const [accept, type] of [
        ["text/html,application/xhtml+xml", /^text\/html/],
        ["application/json", /^application\/json/],
        ["*/*", /^application\/json/],
      ] as const
    ) {
      const response = await app.send(page("/nowhere", { accept }));
      equal(response.status, 404);
      match(response.headers.get("content-type") ?? "", type);
      match(await response.text(), /not found/i);
    }
  }));
