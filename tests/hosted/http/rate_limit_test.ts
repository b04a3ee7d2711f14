/** Limits per minute: their headers, their subjects, and several servers. */

import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import type { Database } from "../../../hosted/storage/database.ts";
import {
  forEachServed,
  forEachServedAtOnce,
  withDatabase,
  withDatabasePlace,
} from "../storage/on_both.ts";
import { IS_FULL_TIER } from "../../tools/tier.ts";
import { askEndpoint, connected, renewal, tokensIn } from "./oauth/played_client.ts";
import { post, replyOf, toolCall } from "../../http/messages.ts";
import { hostedApp, keyOf, ORIGIN, type TestedHostedApp } from "./hosted_app.ts";
import { ask, askMcp, makeKey, makeOwner } from "./hosted_client.ts";
import { startHostedServer } from "./run_hosted_server.ts";
import { storedRows } from "./stored_rows.ts";

const SPEC = { routes: { products: { type: "GET", mock: [{ id: 1 }] } } };

/** Advances the clock of a server and its database. */
async function pass(app: TestedHostedApp, ms: number): Promise<void> {
  app.wait(ms);
  if (app.database.kind === "sqlite") return;
  const sql = "UPDATE rate_limits SET ends_at = ends_at - $1";
  await app.database.transaction((queries) => queries.all(sql, ms));
}

/** Waits until all counted requests have expired. */
async function expireAll(app: TestedHostedApp): Promise<void> {
  await pass(app, 120_000);
}

function list(bearer: string): Request {
  return post({ method: "tools/list" }, "modern", { authorization: `Bearer ${bearer}` });
}

function page(path: string, headers: Readonly<Record<string, string>>): Request {
  return new Request(new URL(path, ORIGIN), { headers: { host: "localhost", ...headers } });
}

/** Repeats a request. @returns The statuses. */
async function statusesOf(app: TestedHostedApp, times: number, request: () => Request) {
  const statuses = [];
  while (statuses.length < times) {
    const response = await app.send(request());
    await response.body?.cancel();
    statuses.push(response.status);
  }
  return statuses;
}

forEachServed(
  "a key over its limit is refused until the announced time",
  async (database) => {
    const app = await hostedApp(database, { limits: { callsPerMinute: 30 } });
    const key = await keyOf(await app.owner());
    await app.call(key, "generate_api", { project: "shop", spec: SPEC });
    for (let left = 28; left >= 0; left--) {
      const { status, headers } = await app.send(list(key));
      equal(status, 200);
      equal(headers.get("ratelimit-policy"), '"minute";q=30;w=60');
      match(headers.get("ratelimit") ?? "", new RegExp(`^"minute";r=${left};t=(?:[1-5]?\\d|60)$`));
      equal(headers.get("retry-after"), null);
    }
    const rows = await storedRows(database);
    app.lines.length = 0;
    const args = { project: "shop", route: "a", type: "GET" };
    const asked = toolCall("generate_route", args);
    const refused = await app.send(post(asked, "modern", { authorization: `Bearer ${key}` }));
    equal(refused.status, 429);
    const wait = refused.headers.get("retry-after") ?? "";
    match(wait, /^(?:[1-5]?\d|60)$/);
    equal(refused.headers.get("ratelimit"), `"minute";r=0;t=${wait}`);
    equal(refused.headers.get("ratelimit-policy"), '"minute";q=30;w=60');
    const message = `More than 30 requests in a minute; try again in ${wait} second${
      wait === "1" ? "" : "s"
    }`;
    deepEqual(await refused.json(), { jsonrpc: "2.0", error: { code: -32000, message }, id: null });
    deepEqual(await storedRows(database), rows);
    const [line = "", ...others] = app.lines;
    const { level, status, reason } = JSON.parse(line);
    deepEqual([level, status, reason, others], ["warn", 429, message, []]);
    await pass(app, Number(wait) * 1000);
    equal((await app.call(key, "generate_route", args)).report.status, "applied");
  },
);

forEachServed("each key, session, connected app and link has its own limit", async (database) => {
  const app = await hostedApp(database, { limits: { callsPerMinute: 20 } });
  const owner = await app.owner();
  const keys = [await keyOf(owner), await keyOf(owner)];
  await expireAll(app);
  const { report } = await app.call(keys[0] ?? "", "generate_api", { project: "shop", spec: SPEC });
  const link = /https?:\/\/[^\s'"]+/.exec(JSON.stringify(report))?.[0];
  ok(link !== undefined, JSON.stringify(report));
  const app1 = await connected(app, owner);
  const app2 = await connected(app, owner);
  const member = await app.member(owner, "member@example.com");
  await expireAll(app);
  const cookieOf = (browser: typeof owner) =>
    [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const askers: readonly (() => Request)[] = [
    ...keys.map((key) => () => list(key)),
    () => list(app1.tokens.access),
    () => list(app2.tokens.access),
    () => page("/keys", { cookie: cookieOf(owner) }),
    () => page("/api/keys", { cookie: cookieOf(member) }),
    () => page(link, {}),
  ];
  for (const request of askers) {
    deepEqual(await statusesOf(app, 22, request), [...Array(20).fill(200), 429, 429]);
  }
  // Every use of a key or session counts towards the same limit.
  const [key = ""] = keys;
  const sames = [
    page("/projects", { authorization: `Bearer ${key}` }),
    page("/metrics", { authorization: `Bearer ${key}` }),
    page("/api/keys", { cookie: cookieOf(owner) }),
    page("/activity", { cookie: cookieOf(owner) }),
  ];
  for (const same of sames) equal((await app.send(same)).status, 429, same.url);
  // Requests without credentials are not counted.
  equal((await app.send(page("/login", {}))).status, 200);
  equal((await app.send(page("/health", {}))).status, 200);
});

forEachServed("all tokens of an app share its limit", async (database) => {
  const app = await hostedApp(database, { limits: { callsPerMinute: 20 } });
  const { clientId, tokens } = await connected(app, await app.owner());
  deepEqual(await statusesOf(app, 20, () => list(tokens.access)), Array(20).fill(200));
  const renewed = tokensIn(
    await askEndpoint(app, "/oauth/token", renewal(clientId, tokens.refresh)),
  );
  deepEqual(await statusesOf(app, 2, () => list(renewed.access)), [429, 429]);
  await pass(app, 60_000);
  equal((await app.send(list(renewed.access))).status, 200);
});

forEachServed(
  "the refusal is a page for people and JSON for programs",
  async (database) => {
    const app = await hostedApp(database, { limits: { callsPerMinute: 10 } });
    const owner = await app.owner();
    await expireAll(app);
    const form = await owner.open("/keys");
    for (let left = 8; left >= 0; left--) await owner.open("/keys");
    const accept = { headers: { accept: "text/html,*/*;q=0.8" } };
    const refused = await owner.request("/keys", accept);
    equal(refused.status, 429);
    match(refused.headers.get("content-type") ?? "", /^text\/html/);
    match(refused.headers.get("retry-after") ?? "", /^\d\d?$/);
    match(refused.headers.get("content-security-policy") ?? "", /default-src 'none'/);
    match(await refused.text(), /More than 10 requests in a minute; try again in \d+ seconds?\./);
    const rows = await storedRows(database);
    equal((await owner.send(form, "/keys", { name: "Laptop" })).status, 429);
    const byApi = await owner.request("/api/keys", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "Laptop" }),
    });
    equal(byApi.status, 429);
    match(byApi.headers.get("ratelimit") ?? "", /^"minute";r=0;t=\d\d?$/);
    const { errors: [problem] } = await byApi.json();
    equal(problem.code, "too-many-requests");
    match(problem.message, /^More than 10 requests in a minute; try again in/);
    deepEqual(await storedRows(database), rows);
  },
);

forEachServedAtOnce(
  "50 concurrent calls on two servers stay within the limit of a key",
  async (database, tested) => {
    const limits = { callsPerMinute: 7 };
    const app = await hostedApp(database, { limits });
    const key = await keyOf(await app.owner());
    const isShared = database.kind === "postgres";
    const other = isShared ? await hostedApp(await tested.open(), { limits }) : app;
    const answers = await Promise.all(Array.from({ length: 50 }, async (_, at) => {
      const response = await (at % 2 === 0 ? app : other).send(list(key));
      await response.body?.cancel();
      return response.status;
    }));
    equal(answers.filter((status) => status === 200).length, 7);
    equal(answers.filter((status) => status === 429).length, 43);
  },
);

Deno.test("requests with invalid credentials are not counted", () =>
  withDatabase("postgres", async (database) => {
    const app = await hostedApp(database, { limits: { callsPerMinute: 20 } });
    const owner = await app.owner();
    const key = await keyOf(owner);
    const { html } = await owner.open("/keys");
    const [, id = ""] = /href="\/keys\/revoke\?id=(key_[^"]+)"/.exec(html) ?? [];
    equal((await owner.request(`/api/keys/${id}`, { method: "DELETE" })).status, 204);
    await expireAll(app);
    const before = await subjectsOf(database);
    const unknown = [
      () => list(key),
      () => list("lw_" + "a".repeat(49)),
      () => list("A".repeat(43)),
      () => page("/api/keys", { cookie: `session=${"B".repeat(43)}` }),
      () => page("/projects/shop/archive?account=acc_1&expires=9999999999&signature=x", {}),
    ];
    for (const request of unknown) {
      const statuses = await statusesOf(app, 25, request);
      ok(statuses.every((status) => status === 401 || status === 403), String(statuses));
    }
    deepEqual(await subjectsOf(database), before);
  }));

/** Returns the counted subjects, and checks that none is a secret. */
async function subjectsOf(database: Database): Promise<readonly string[]> {
  const sql = "SELECT subject FROM rate_limits";
  const subjects = (await database.all<{ subject: string }>(sql)).map(({ subject }) => subject);
  for (const subject of subjects) match(subject, /^(?:key_[\w-]+|(?:grant|session|links) [\w-]+)$/);
  return subjects.sort();
}

forEachServed("the answer of a tool call also has the daily limit", async (database) => {
  const app = await hostedApp(database, { limits: { callsPerDay: 2, callsPerMinute: 40 } });
  const key = await keyOf(await app.owner());
  const asked = toolCall("get_project_info", { project: "shop" });
  const call = () => app.send(post(asked, "modern", { authorization: `Bearer ${key}` }));
  const answers = [await call(), await call(), await call()];
  deepEqual(answers.map(({ status }) => status), [200, 200, 429]);
  for (const [index, { headers }] of answers.entries()) {
    equal(headers.get("ratelimit-policy"), '"minute";q=40;w=60, "day";q=2;w=86400');
    const left = `"minute";r=${39 - index};t=\\d+, "day";r=${Math.max(0, 1 - index)};t=\\d+`;
    match(headers.get("ratelimit") ?? "", new RegExp(`^${left}$`));
  }
  const [, , refused] = answers;
  if (refused === undefined) throw new Error("There is no third answer");
  const wait = Number(refused.headers.get("retry-after"));
  ok(wait >= 1 && wait <= 86_400, String(wait));
  match(refused.headers.get("ratelimit") ?? "", new RegExp(`"day";r=0;t=${wait}$`));
  const { error } = await replyOf(refused);
  match(
    error?.message ?? "",
    /^More than 2 tool calls in a day \(UTC\); try again in \d+ \w+$/,
  );
});

forEachServed("metrics count refused requests", async (database) => {
  const app = await hostedApp(database, { limits: { callsPerMinute: 7 } });
  const owner = await app.owner();
  await expireAll(app);
  const [busy, idle] = [await keyOf(owner), await keyOf(owner)];
  await statusesOf(app, 10, () => list(busy));
  const figures = await (await app.send(page("/metrics", { authorization: `Bearer ${idle}` })))
    .text();
  match(figures, /^layerwright_requests_total\{rpc="none",status="429"\} 3$/m);
  doesNotMatch(figures, /key_/);
});

Deno.test("two processes on one Postgres share the limit of a key", () =>
  withDatabasePlace("postgres", async (place) => {
    const limit = IS_FULL_TIER ? 200 : 40;
    const settings = { LAYERWRIGHT_MAX_CALLS_PER_MINUTE: String(limit) };
    const first = await startHostedServer(place, settings);
    try {
      const { text: key } = await makeKey(await makeOwner(first), "Laptop");
      const second = await startHostedServer(place, settings);
      try {
        const statuses = await Promise.all(Array.from({ length: 10 }, async (_, at) => {
          const { origin } = at % 2 === 0 ? first : second;
          const own = [];
          while (own.length < limit / 5 + 2) {
            const response = await askMcp({ origin, key }, { method: "tools/list" });
            await response.body?.cancel();
            own.push(response.status);
          }
          return own;
        }));
        const all = statuses.flat();
        deepEqual(new Set(all), new Set([200, 429]));
        // Each process got more requests than the limit, so neither holds reserved requests any more.
        equal(all.filter((status) => status === 200).length, limit);
        const other = await askMcp({ origin: second.origin, key }, { method: "tools/list" });
        match(other.headers.get("retry-after") ?? "", /^\d\d?$/);
        await other.body?.cancel();
        const { status, body } = await ask(new Request(`${first.origin}/login`));
        await body?.cancel();
        equal(status, 200);
      } finally {
        await second.stop();
      }
    } finally {
      await first.stop();
    }
  }));
