/** Forms that are sent after the session of their page has ended. */

import { deepEqual, doesNotMatch, equal, match } from "node:assert/strict";
import { LIFETIMES, milliseconds } from "../../../hosted/accounts/limits.ts";
import { forEachServed } from "../storage/on_both.ts";
import type { Page } from "./browser.ts";
import { hostedApp, OWNER } from "./hosted_app.ts";
import { storedRows } from "./stored_rows.ts";

const KEY = { name: "The <laptop>", access: "read", expires_in_days: "365" };

function isFilled({ html }: Page): void {
  match(html, /name="name"[^>]* value="The &lt;laptop&gt;"/);
  match(html, /value="read" checked=""/);
  doesNotMatch(html, /value="write" checked/);
  match(html, /<option value="365" selected="">/);
}

forEachServed(
  "a form outlives its session, and is not sent by itself",
  async (database, tested) => {
    const app = await hostedApp(database);
    const browser = await app.owner();
    const page = await browser.open("/keys");
    app.wait(milliseconds(LIFETIMES.session));
    browser.cookies.delete("session");
    const login = await browser.send(page, "/keys", KEY);
    match(login.path, /\/login\?next=%2Fkeys$/);
    match(login.html, /Your session has ended\. Nothing was changed\./);
    const wrong = await browser.send(login, "/login", {
      ...OWNER,
      password: "a horse in a stable",
    });
    equal(wrong.status, 422);
    const again = await browser.send(wrong, "/login", OWNER);
    match(again.path, /\/keys$/);
    isFilled(again);
    isFilled(await browser.open("/keys"));
    const other = await hostedApp(await tested.open());
    other.wait(milliseconds(LIFETIMES.session));
    const moved = other.browser();
    for (const [name, value] of browser.cookies) moved.cookies.set(name, value);
    isFilled(await moved.open("/keys"));
    deepEqual((await storedRows(database))["api_keys"], []);
    const made = await browser.send(again, "/keys", KEY);
    match(made.html, /Key “The &lt;laptop&gt;” created/);
    doesNotMatch((await browser.open("/keys")).html, /name="name"[^>]* value=/);
  },
);

forEachServed(
  "a form of an earlier session is kept while its person is logged in",
  async (database) => {
    const app = await hostedApp(database);
    const browser = await app.owner();
    const page = await browser.open("/keys");
    await browser.send(await browser.open("/account"), "/logout");
    await browser.send(await browser.open("/login"), "/login", OWNER);
    const refused = await browser.send(page, "/keys", KEY);
    equal(refused.status, 403);
    match(refused.html, /<a href="\/keys">Open the page again<\/a>/);
    isFilled(await browser.open("/keys"));
    deepEqual((await storedRows(database))["api_keys"], []);
  },
);

forEachServed("nobody else gets a kept form, and no password is kept", async (database) => {
  const app = await hostedApp(database);
  const browser = await app.owner();
  await app.member(browser, "member@example.com");
  const [keys, account] = [await browser.open("/keys"), await browser.open("/account")];
  browser.cookies.delete("session");
  const change = { current: OWNER.password, next: "another horse, another library" };
  match((await browser.send(account, "/account/password", change)).path, /\?next=%2Faccount$/);
  equal(browser.cookies.has("typed"), false);
  const login = await browser.send(keys, "/keys", KEY);
  equal(browser.cookies.has("typed"), true);
  const credentials = {
    email: "member@example.com",
    password: "the password of member@example.com",
  };
  const other = await browser.send(login, "/login", credentials);
  match(other.path, /\/keys$/);
  doesNotMatch(other.html, /laptop/);
});

forEachServed("a question comes back after the login", async (database) => {
  const app = await hostedApp(database);
  const browser = await app.owner();
  await browser.send(await browser.open("/people"), "/people", { email: "guest@example.com" });
  const { html } = await browser.open("/people");
  const [, path = ""] = /href="(\/people\/withdraw\?id=[^"]+)"/.exec(html) ?? [];
  const question = await browser.open(path);
  browser.cookies.delete("session");
  const login = await browser.send(question, "/people/withdraw");
  const again = await browser.send(login, "/login", OWNER);
  match(again.html, /Withdraw this invitation\?/);
  equal((await storedRows(database))["invitations"]?.length, 1);
});
