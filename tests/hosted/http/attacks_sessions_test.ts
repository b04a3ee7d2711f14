/** Planted, stolen and forged cookies. */

import { deepEqual, doesNotMatch, equal, match, notEqual, ok } from "node:assert/strict";
import { formToken } from "../../../hosted/accounts/form_tokens.ts";
import { LIFETIMES, milliseconds } from "../../../hosted/accounts/limits.ts";
import { forEachServed } from "../storage/on_both.ts";
import type { Browser } from "./browser.ts";
import {
  AT_HOME,
  hostedApp,
  ORIGIN,
  OWNER,
  removeMember,
  type TestedHostedApp,
} from "./hosted_app.ts";
import { storedRows } from "./stored_rows.ts";

async function logIn(browser: Browser): Promise<string> {
  const home = await browser.send(await browser.open("/login"), "/login", OWNER);
  match(home.path, AT_HOME);
  return browser.cookies.get("session") ?? "";
}

/** Reports whether a session is valid. */
async function isKnown(app: TestedHostedApp, session: string): Promise<boolean> {
  const browser = app.browser();
  browser.cookies.set("session", session);
  const { status } = await browser.request("/keys");
  const { status: api } = await browser.request("/api/keys");
  equal(api === 200, status === 200);
  return status === 200;
}

const MADE_UP = "fixed-by-an-attacker".padEnd(43, "_");

forEachServed(
  "a planted session is invalid after a login",
  async (database) => {
    const app = await hostedApp(database);
    const attacker = await app.owner();
    for (const planted of [MADE_UP, attacker.cookies.get("session") ?? "", "x", ""]) {
      const victim = app.browser();
      const page = await victim.open("/login");
      victim.cookies.set("session", planted);
      // A valid session redirects away from the login page, so the form is opened before.
      if (await isKnown(app, planted)) continue;
      await victim.send(page, "/login", OWNER);
      const session = victim.cookies.get("session") ?? "";
      notEqual(session, planted);
      equal(await isKnown(app, session), true);
      equal(await isKnown(app, planted), false);
    }
  },
);

forEachServed("a new login ends the previous session", async (database) => {
  const app = await hostedApp(database);
  const browser = await app.owner();
  const first = browser.cookies.get("session") ?? "";
  const secret = app.options.secret;
  const body = new URLSearchParams({
    ...OWNER,
    form_token: formToken(secret, "/login", first),
  }).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded", origin: ORIGIN };
  equal((await browser.request("/login", { method: "POST", headers, body })).status, 303);
  equal(await isKnown(app, first), false);
  equal(await isKnown(app, browser.cookies.get("session") ?? ""), true);
});

forEachServed(
  "a planted visitor cookie creates no valid forms after a login",
  async (database) => {
    const app = await hostedApp(database);
    await app.owner();
    const victim = app.browser();
    victim.cookies.set("visitor", MADE_UP);
    await logIn(victim);
    const rows = await storedRows(database);
    const body = new URLSearchParams({
      name: "Planted",
      form_token: formToken(app.options.secret, "/keys", MADE_UP),
    }).toString();
    const headers = { "content-type": "application/x-www-form-urlencoded", origin: ORIGIN };
    equal((await victim.request("/keys", { method: "POST", headers, body })).status, 403);
    deepEqual(await storedRows(database), rows);
  },
);

forEachServed(
  "a session ends with a logout, its expiry, or its account",
  async (database) => {
    const app = await hostedApp(database);
    const owner = await app.owner();
    const member = await app.member(owner, "member@example.com");
    const [left, kept] = [app.browser(), app.browser()];
    const sessions = [await logIn(left), await logIn(kept)] as const;
    await left.send(await left.open("/keys"), "/logout");
    deepEqual(await Promise.all(sessions.map((each) => isKnown(app, each))), [false, true]);

    const theirs = member.cookies.get("session") ?? "";
    equal(await isKnown(app, theirs), true);
    await removeMember(owner);
    equal(await isKnown(app, theirs), false);

    app.wait(milliseconds(LIFETIMES.session) - 60_000);
    equal(await isKnown(app, sessions[1]), true);
    app.wait(60_000);
    equal(await isKnown(app, sessions[1]), false);
  },
);

forEachServed(
  "forms that need a login do nothing without one, with any token",
  async (database) => {
    const app = await hostedApp(database);
    await app.owner();
    const stranger = app.browser();
    await stranger.open("/login");
    const visitor = stranger.cookies.get("visitor") ?? "";
    const rows = await storedRows(database);
    const headers = { "content-type": "application/x-www-form-urlencoded", origin: ORIGIN };
    const actions = ["/keys", "/keys/revoke", "/people", "/people/remove", "/account/password"];
    for (const action of actions) {
      const form_token = formToken(app.options.secret, action, visitor);
      const body = new URLSearchParams({ ...OWNER, name: "Planted", form_token }).toString();
      const answer = await stranger.request(action, { method: "POST", headers, body });
      deepEqual([answer.status, answer.headers.get("location")], [303, "/login"], action);
    }
    deepEqual(await storedRows(database), rows);
    doesNotMatch(app.lines.join(""), /"bug"/);
  },
);

forEachServed("sessions are stored only as hashes", async (database) => {
  const app = await hostedApp(database);
  const session = (await app.owner()).cookies.get("session") ?? "";
  equal(session.length, 43);
  ok(!JSON.stringify(await storedRows(database)).includes(session));
});

forEachServed("forged cookies identify no one", async (database) => {
  const app = await hostedApp(database);
  const session = (await app.owner()).cookies.get("session") ?? "";
  const table = [
    "",
    "session",
    "session=",
    "session=' OR 1=1 --",
    `session=${session.slice(0, -1)}`,
    `session=${session}x`,
    `session=${session.toUpperCase()}`,
    `session=%00${session}`,
    `session=${session}%00`,
    `session="${session} "`,
    `Session=${session}`,
    `visitor=${session}`,
    `__Host-session=${session}`,
    `session=${"A".repeat(43)}`,
    `session=${"A".repeat(100_000)}`,
    "session=%F0%9F%98%80; session=%ff; visitor=%",
    ";;;===",
  ];
  for (const cookie of table) {
    const headers = { host: "localhost:8000", cookie };
    const answer = await app.send(new Request(`${ORIGIN}/keys`, { headers }));
    equal(answer.status, 303, cookie);
    equal(answer.headers.get("location"), "/login?next=%2Fkeys");
  }
  doesNotMatch(app.lines.join(""), /"bug"/);
});

const ATTRIBUTES = ["Path=/", "HttpOnly", "SameSite=Lax"];

for (
  const { origin, prefix, attributes } of [
    { origin: ORIGIN, prefix: "", attributes: ATTRIBUTES },
    {
      origin: "https://layerwright.example.com",
      prefix: "__Host-",
      attributes: [...ATTRIBUTES, "Secure"],
    },
  ]
) {
  forEachServed(`cookies at ${origin} are limited to this server`, async (database) => {
    const app = await hostedApp(database, { origin });
    await app.owner();
    const browser = app.browser();
    const headers = { "content-type": "application/x-www-form-urlencoded", origin };
    const asked = await browser.request("/login");
    const visitor = asked.headers.getSetCookie();
    const [, token = ""] = /name="form_token" value="([^"]+)"/.exec(await asked.text()) ?? [];
    const fields = new URLSearchParams({ ...OWNER, form_token: token }).toString();
    const entered = await browser.request("/login", { method: "POST", headers, body: fields });
    const session = entered.headers.getSetCookie();
    const { forms } = await browser.open("/keys");
    const logout = forms.find(({ action }) => action === "/logout")?.fields ?? {};
    const body = new URLSearchParams(logout).toString();
    const left = await browser.request("/logout", { method: "POST", headers, body });
    const all = [...attributes].sort();
    deepEqual([visitor, session, left.headers.getSetCookie()].map(shapes), [
      [{ name: `${prefix}visitor`, days: null, attributes: all }],
      [{ name: `${prefix}session`, days: 14, attributes: all }],
      [{ name: `${prefix}session`, days: 0, attributes: all }],
    ]);
  });
}

/** Returns the attributes of cookies, without their values. */
function shapes(cookies: readonly string[]) {
  return cookies.map((cookie) => {
    const [pair = "", ...rest] = cookie.split("; ");
    const age = rest.find((each) => each.startsWith("Max-Age="));
    return {
      name: pair.split("=")[0],
      days: age === undefined ? null : Math.round(Number(age.split("=")[1]) / 86_400),
      attributes: rest.filter((each) => each !== age).sort(),
    };
  });
}

forEachServed(
  "with https, only cookies and pages from https are accepted",
  async (database) => {
    const origin = "https://layerwright.example.com";
    const app = await hostedApp(database, { origin });
    const owner = await app.owner();
    const session = owner.cookies.get("__Host-session") ?? "";
    const planted = app.browser();
    planted.cookies.set("session", session);
    equal((await planted.request("/keys")).status, 303);
    const page = await owner.open("/keys");
    const token = page.forms.find(({ action }) => action === "/keys")?.fields["form_token"] ?? "";
    const body = new URLSearchParams({ name: "Planted", form_token: token }).toString();
    const type = { "content-type": "application/x-www-form-urlencoded" };
    const rows = await storedRows(database);
    const headers = { ...type, origin: origin.replace("https", "http") };
    equal((await owner.request("/keys", { method: "POST", headers, body })).status, 403);
    deepEqual(await storedRows(database), rows);
  },
);
