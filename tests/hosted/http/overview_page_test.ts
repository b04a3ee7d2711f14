/** The overview and the activity page. */

import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import { DAY_MS } from "../../../hosted/accounts/limits.ts";
import type { Database } from "../../../hosted/storage/database.ts";
import { forEachServed } from "../storage/on_both.ts";
import { hostedApp, keyOf } from "./hosted_app.ts";

const PING = { routes: { ping: { type: "GET" } } };

/** Stores how many calls the owner made on an earlier day. */
async function count(database: Database, daysAgo: number, calls: number): Promise<void> {
  const day = Math.floor(Date.now() / DAY_MS) - daysAgo;
  await database.transaction((queries) =>
    queries.all(
      "INSERT INTO usage (account_id, day, calls) " +
        "SELECT id, CAST($1 AS BIGINT), CAST($2 AS BIGINT) FROM accounts WHERE role = 'owner'",
      day,
      calls,
    )
  );
}

forEachServed(
  "the overview shows the calls of 30 days as a chart and in words",
  async (database) => {
    const app = await hostedApp(database);
    const owner = await app.owner();
    const member = await app.member(owner, "member@example.com");
    doesNotMatch((await owner.open("/")).html, /<svg/);
    for (const [daysAgo, calls] of [[1, 300], [29, 1_200], [30, 77]] as const) {
      await count(database, daysAgo, calls);
    }
    const { html } = await owner.open("/");
    match(html, /1,500 calls in the last 30 days, with a peak of 1,200 on /);
    equal([...html.matchAll(/<rect /g)].length, 2);
    equal([...html.matchAll(/<th scope="row">/g)].length, 30);
    doesNotMatch(html, />77</);
    doesNotMatch((await member.open("/")).html, /<svg/);
  },
);

forEachServed("the overview shows usage and limits", async (database) => {
  const app = await hostedApp(database, { limits: { projects: 3, callsPerDay: 100 } });
  const owner = await app.owner();
  await app.call(await keyOf(owner), "generate_api", { project: "shop", spec: PING });
  const { html } = await owner.open("/");
  for (const words of [/1 of 3/, /1 of 100/, /\d KiB of 100 MiB/, /Changed the project/]) {
    match(html, words);
  }
});

forEachServed("members see their own activity, the owner sees all", async (database) => {
  const app = await hostedApp(database);
  const owner = await app.owner();
  const member = await app.member(owner, "member@example.com");
  await keyOf(member);
  const own = await member.open("/activity");
  match(own.html, /Created the API key/);
  doesNotMatch(own.html, /owner@example\.com/);
  const all = await owner.open("/activity");
  match(all.html, /by <bdi>member@example\.com/);
  match(all.html, /by <bdi>owner@example\.com/);
});

forEachServed("the activity pages together show every entry", async (database) => {
  const app = await hostedApp(database);
  const owner = await app.owner();
  await database.transaction(async (queries) => {
    for (let at = 0; at < 120; at++) {
      await queries.all(
        "INSERT INTO audit (id, at, account_id, event, subject, client) " +
          "SELECT $1, CAST($2 AS BIGINT), id, 'login', $3, NULL FROM accounts",
        `aud_${crypto.randomUUID()}`,
        Math.floor(at / 7),
        `visit-${at}.`,
      );
    }
  });
  const seen: string[] = [];
  for (let next: string | undefined = "/activity"; next !== undefined;) {
    const { html } = await owner.open(next);
    seen.push(...[...html.matchAll(/visit-\d+\./g)].map(([visit]) => visit));
    next = /href="([^"]+)">Older/.exec(html)?.[1];
  }
  equal(new Set(seen).size, 120);
  deepEqual(seen.length, 120);
});

forEachServed(
  "visitors without a login log in first and return to their page",
  async (database) => {
    const app = await hostedApp(database);
    await app.owner();
    const cases = [
      ["/activity", "/login?next=%2Factivity"],
      ["/activity?before=1.a", "/login?next=%2Factivity%3Fbefore%3D1.a"],
    ] as const;
    for (const [path, login] of cases) {
      const answer = await app.browser().request(path);
      equal(answer.status, 303);
      equal(answer.headers.get("location"), login);
    }
  },
);

forEachServed(
  "the navigation marks the current page and hides the owner's page from members",
  async (database) => {
    const app = await hostedApp(database);
    const owner = await app.owner();
    const member = await app.member(owner, "member@example.com");
    const links = (
      { html }: { readonly html: string },
    ) => [...html.matchAll(/<li><a href="([^"]+)"( aria-current="page")?>/g)];
    for (const [, path = ""] of links(await owner.open("/"))) {
      const page = await owner.open(path);
      equal(page.status, 200, path);
      deepEqual(links(page).filter(([, , current]) => current).map(([, here]) => here), [path]);
    }
    ok(links(await owner.open("/")).some(([, path]) => path === "/people"));
    ok(!links(await member.open("/")).some(([, path]) => path === "/people"));
  },
);
