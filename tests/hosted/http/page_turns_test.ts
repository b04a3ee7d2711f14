/** The pages and forms of an account take turns, and do not delay other accounts. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { MAX_PAGES_PER_ACCOUNT, PAGES_AT_ONCE } from "../../../hosted/http/page_turns.tsx";
import type { Database, Row, Value } from "../../../hosted/storage/database.ts";
import { untilSo } from "../../http/in_time.ts";
import { withDatabase } from "../storage/on_both.ts";
import type { Browser } from "./browser.ts";
import { hostedApp } from "./hosted_app.ts";

/** A database that does not list keys before the test says so. */
function holding(database: Database) {
  const held: (() => void)[] = [];
  let isHolding = true;
  const slow: Database = {
    kind: database.kind,
    transaction: (work) => database.transaction(work),
    close: () => database.close(),
    async all<Found extends Row>(sql: string, ...values: readonly Value[]) {
      if (isHolding && sql.includes("FROM api_keys")) {
        await new Promise<void>((resolve) => held.push(resolve));
      }
      return await database.all<Found>(sql, ...values);
    },
  };
  const letGo = () => {
    isHolding = false;
    held.splice(0).forEach((resolve) => resolve());
  };
  return { database: slow, held, letGo };
}

Deno.test("two pages of an account are prepared at once, few wait, and others are refused", () =>
  withDatabase("sqlite", async (database) => {
    const { database: slow, held, letGo } = holding(database);
    const app = await hostedApp(slow);
    const owner = await app.owner();
    const member = await app.member(owner, "member@example.com");
    const people = await owner.open("/people");
    const statuses: number[] = [];
    const ask = async (browser: Browser) => {
      const response = await browser.request("/keys");
      await response.body?.cancel();
      statuses.push(response.status);
    };
    const pages = Array.from({ length: MAX_PAGES_PER_ACCOUNT + 5 }, () => ask(owner));
    await untilSo("refusals", () => statuses.length === 5);
    deepEqual(statuses, Array(5).fill(429));
    await untilSo("the first pages", () => held.length === PAGES_AT_ONCE);

    const form = await owner.send(people, "/people", { email: "kim@example.com" });
    equal(form.status, 429);
    equal(form.headers.get("retry-after"), "1");
    match(form.html, /Your account has too many open requests/);
    deepEqual(await database.all("SELECT email FROM invitations"), []);

    const other = ask(member);
    await untilSo("the page of another account", () => held.length === PAGES_AT_ONCE + 1);
    letGo();
    await Promise.all([...pages, other]);
    deepEqual(statuses.slice(5), Array(MAX_PAGES_PER_ACCOUNT + 1).fill(200));
    equal(app.inFlight(), 0);
  }));

Deno.test("a page whose client has gone is never prepared", () =>
  withDatabase("sqlite", async (database) => {
    const { database: slow, held, letGo } = holding(database);
    const app = await hostedApp(slow);
    const owner = await app.owner();
    const first = Array.from({ length: PAGES_AT_ONCE }, () => owner.request("/keys"));
    await untilSo("the first pages", () => held.length === PAGES_AT_ONCE);
    const client = new AbortController();
    const gone = owner.request("/keys", { signal: client.signal });
    const last = owner.request("/keys");
    client.abort();
    equal((await gone).status, 408);
    letGo();
    for (const page of [...first, last]) equal((await page).status, 200);
  }));

Deno.test("other requests get a turn between the pages of an account", () =>
  withDatabase("sqlite", async (database) => {
    let turn = 0;
    const pagesOfTurn = new Map<number, number>();
    const counting: Database = {
      kind: database.kind,
      transaction: (work) => database.transaction(work),
      close: () => database.close(),
      async all<Found extends Row>(sql: string, ...values: readonly Value[]) {
        if (sql.includes("FROM api_keys")) {
          pagesOfTurn.set(turn, (pagesOfTurn.get(turn) ?? 0) + 1);
        }
        return await database.all<Found>(sql, ...values);
      },
    };
    const app = await hostedApp(counting);
    const owner = await app.owner();
    pagesOfTurn.clear();
    const turns = setInterval(() => turn++, 0);
    const pages = Array.from({ length: MAX_PAGES_PER_ACCOUNT }, () => owner.request("/keys"));
    for (const page of pages) await (await page).body?.cancel();
    clearInterval(turns);
    const most = Math.max(...pagesOfTurn.values());
    ok(most <= PAGES_AT_ONCE, `${most} pages in one turn`);
  }));
