/** New keys and invitation links on their pages: how long, where, and for whom they are shown. */

import { doesNotMatch, equal, match, ok } from "node:assert/strict";
import { LIFETIMES, milliseconds } from "../../../hosted/accounts/limits.ts";
import { forEachServed } from "../storage/on_both.ts";
import { type Browser, type Page, revokeFirst } from "./browser.ts";
import { hostedApp, OWNER } from "./hosted_app.ts";
import { storedRows } from "./stored_rows.ts";

/** A form that creates a secret. */
interface Case {
  readonly page: string;
  readonly values: Readonly<Record<string, string>>;
  readonly shown: RegExp;
  readonly revoke: string;
}

const CASES: readonly Case[] = [
  {
    page: "/keys",
    values: { name: "Laptop" },
    shown: /id="made-key">(lw_\w+)</,
    revoke: "/keys/revoke",
  },
  {
    page: "/people",
    values: { email: "guest@example.com" },
    shown: /id="invitation-link">[^<]*code=([\w-]+)</,
    revoke: "/people/withdraw",
  },
];

async function create(browser: Browser, { page, values }: Case): Promise<Page> {
  return await browser.send(await browser.open(page), page, values);
}

function secretIn({ html }: Page, { shown }: Case): string | null {
  return shown.exec(html)?.[1] ?? null;
}

for (const each of CASES) {
  const { page, shown } = each;

  forEachServed(
    `a secret of ${page} survives a reload, once, on its own page`,
    async (database) => {
      const app = await hostedApp(database);
      const owner = await app.owner();
      const made = await create(owner, each);
      match(made.path, new RegExp(`${page}\\?new=`));
      const secret = secretIn(made, each);
      ok(secret !== null, made.html);
      const before = await storedRows(database);
      for (let time = 0; time < 2; time++) {
        equal(secretIn(await owner.open(made.path), each), secret);
      }
      equal(secretIn(await owner.open(page), each), null, "the list alone does not show it");
      equal(secretIn(await owner.open(made.path), each), secret, "back at the page");
      const rows = await storedRows(database);
      equal(JSON.stringify(rows).includes(secret), false, "the database does not store it");
      equal(rows[page === "/keys" ? "api_keys" : "invitations"]?.length, 1);
      equal(JSON.stringify(rows["audit"]), JSON.stringify(before["audit"]));
      ok([...owner.cookies.values()].every((cookie) => !cookie.includes(secret)));
      doesNotMatch(app.lines.join(""), new RegExp(secret));
      match((await owner.open(`${page}?hide`)).html, /./);
      equal(secretIn(await owner.open(made.path), each), null, "a hidden secret stays hidden");
    },
  );

  forEachServed(
    `any server on the database shows a secret of ${page}`,
    async (database, tested) => {
      const app = await hostedApp(database);
      const other = await hostedApp(await tested.open());
      const owner = await app.owner();
      const made = await create(owner, each);
      const moved = other.browser();
      for (const [name, value] of owner.cookies) moved.cookies.set(name, value);
      equal(secretIn(await moved.open(made.path), each), secretIn(made, each));
    },
  );

  forEachServed(
    `a secret of ${page} is shown in its session only, for minutes`,
    async (database) => {
      const app = await hostedApp(database);
      const owner = await app.owner();
      const { path } = await create(owner, each);
      const kept = [...owner.cookies].filter(([name]) => name.startsWith("made-"));
      equal(kept.length, 1);
      // Someone logs in again in a browser that still has the cookie.
      const next = app.browser();
      await next.send(await next.open("/login"), "/login", OWNER);
      for (const [name, value] of kept) next.cookies.set(name, value);
      equal(secretIn(await next.open(path), each), null);
      match((await owner.open(path)).html, shown);
      app.wait(milliseconds(LIFETIMES.sealed));
      equal(secretIn(await owner.open(path), each), null);
    },
  );

  forEachServed(`a revoked secret of ${page} is no longer shown`, async (database) => {
    const app = await hostedApp(database);
    const owner = await app.owner();
    const { path } = await create(owner, each);
    const { html } = await revokeFirst(owner, page, each.revoke);
    match(html, /<p class="said" role="status">(?:Revoked|Withdrew) /);
    equal(secretIn(await owner.open(path), each), null);
    doesNotMatch((await owner.open(page)).html, /class="said"/);
  });
}
