/** Logins with GitHub and with an OpenID Connect issuer. */

import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import { ownerCode } from "../../../../hosted/accounts/invitations.ts";
import { type Browser, linksOf, openBrowser, revokeFirst } from "../browser.ts";
import { AT_HOME, OWNER, removeMember } from "../hosted_app.ts";
import { auditOf } from "../../accounts/made_accounts.ts";
import { ADA, EVE } from "./tested_upstream.ts";
import { forEachUpstream, link, logInBy, ownerOf } from "./upstream_app.ts";

/** Creates an invitation. */
async function invitation(by: Browser, email: string): Promise<string> {
  const { html } = await by.send(await by.open("/people"), "/people", { email });
  return /id="invitation-link">([^<]+)</.exec(html)?.[1] ?? "";
}

forEachUpstream("the owner's link creates an account without a password", async (world) => {
  const { app, database } = world;
  const code = await ownerCode(database, Date.now());
  const browser = world.browser();
  const home = await logInBy(world, browser, `/owner?code=${code}`);
  match(home.path, AT_HOME);
  const account = await browser.open("/account");
  match(account.html, /ada@example\.com/);
  match(account.html, /This account has no password/);
  ok(!account.forms.some(({ action }) => action === "/account/password"));
  deepEqual(await auditOf(database), [
    "account-made ada@example.com",
    `identity-linked ${world.upstream.issuer}`,
  ]);
  const again = await logInBy(world, world.browser());
  match(again.path, AT_HOME);
  equal(await ownerCode(database, Date.now()), null);
  for (const password of ["", " ", "null", "undefined"]) {
    const guess = app.browser();
    const credentials = { email: ADA.email, password };
    equal((await guess.send(await guess.open("/login"), "/login", credentials)).status, 422);
  }
});

forEachUpstream("an invited person creates an account and logs in again", async (world) => {
  const by = await ownerOf(world);
  for (const email of ["", ADA.email]) {
    world.upstream.user = { ...ADA, id: email === "" ? "7" : ADA.id, email: email || "b@c.de" };
    const guest = world.browser();
    match((await logInBy(world, guest, await invitation(by, email))).path, AT_HOME);
    const back = world.browser();
    match((await logInBy(world, back, "/login?next=%2Fapps")).path, /\/apps$/);
    match((await back.open("/account")).html, new RegExp(world.upstream.user.email));
  }
  equal((await world.database.all("SELECT * FROM accounts")).length, 3);
  equal((await world.database.all("SELECT * FROM invitations WHERE role = 'member'")).length, 0);
});

forEachUpstream(
  "an invitation stays open if the identity has an account already",
  async (world) => {
    const by = await ownerOf(world);
    const address = await invitation(by, "");
    equal((await link(world, by)).status, 200);
    const page = await logInBy(world, world.browser(), address);
    match(page.path, AT_HOME);
    equal((await world.database.all("SELECT * FROM accounts")).length, 1);
    equal((await world.browser().open(address)).status, 200);
  },
);

forEachUpstream("an identity is linked, used, and unlinked", async (world) => {
  const by = await ownerOf(world);
  const linked = await link(world, by);
  match(linked.path, /\/account$/);
  match(linked.html, /Unlink/);
  world.upstream.user = { ...ADA, email: "renamed@example.com" };
  const other = world.browser();
  match((await logInBy(world, other)).path, AT_HOME);
  match((await other.open("/account")).html, /owner@example\.com/);
  // The log shows the email address of the account, not that of the identity.
  const activity = (await other.open("/activity")).html;
  match(
    activity,
    /Logged in with an identity provider as <bdi class="subject">owner@example\.com</,
  );
  const unlinked = await revokeFirst(by, "/account", "/account/unlink");
  match(unlinked.html, /Unlinked /);
  doesNotMatch(unlinked.html, />Unlink</);
  const refused = await logInBy(world, world.browser());
  equal(refused.status, 403);
  match(refused.html, /No account is linked to this identity/);
  const events = (await auditOf(world.database)).map((line) => line.split(" ")[0]);
  deepEqual(events.filter((event) => event?.startsWith("identity-")), [
    "identity-linked",
    "identity-login",
    "identity-unlinked",
  ]);
});

forEachUpstream("the only way to log in cannot be unlinked", async (world) => {
  const code = await ownerCode(world.database, Date.now());
  const browser = world.browser();
  await logInBy(world, browser, `/owner?code=${code}`);
  const refused = await revokeFirst(browser, "/account", "/account/unlink");
  equal(refused.status, 422);
  match(refused.html, /Cannot unlink your only way to log in/);
  world.upstream.user = EVE;
  const second = world.browser();
  second.cookies.set("session", browser.cookies.get("session") ?? "");
  await link(world, second);
  await link(world, second);
  const both = await browser.open("/account");
  equal(both.html.match(/Unlink/g)?.length, 4);
  // Of two concurrent requests to unlink, one is refused.
  const questions = linksOf(both).filter((href) => href.startsWith("/account/unlink?"));
  const pages = await Promise.all(questions.map((href) => browser.open(href)));
  const unlink = pages.flatMap(({ forms }) =>
    forms.filter(({ action }) => action === "/account/unlink")
  );
  const answers = await Promise.all(unlink.map(({ action, fields }) =>
    browser.request(action, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields).toString(),
    })
  ));
  deepEqual(answers.map(({ status }) => status).sort(), [303, 422]);
  equal((await world.database.all("SELECT * FROM identities")).length, 1);
});

forEachUpstream("an identity of another account cannot be linked", async (world) => {
  const by = await ownerOf(world);
  await link(world, by);
  const other = await world.app.member(by, "member@example.com");
  const member = world.browser();
  member.cookies.set("session", other.cookies.get("session") ?? "");
  const refused = await link(world, member);
  equal(refused.status, 403);
  match(refused.html, /linked to another account/);
  match(refused.html, /<h1>Cannot continue with /);
  await removeMember(by);
  equal((await world.database.all("SELECT * FROM identities")).length, 1);
});

forEachUpstream("removing a person removes their identities", async (world) => {
  const by = await ownerOf(world);
  const guest = world.browser();
  await logInBy(world, guest, await invitation(by, ADA.email));
  await removeMember(by);
  equal((await world.database.all("SELECT * FROM identities")).length, 0);
  equal((await logInBy(world, world.browser())).status, 403);
  match((await guest.open("/keys")).path, /\/login/);
});

forEachUpstream("passwords still work when the provider does not answer", async (world) => {
  await ownerOf(world);
  await world.upstream[Symbol.asyncDispose]();
  const browser = openBrowser(world.app.send, world.app.origin);
  const page = await browser.open("/login");
  match((await browser.send(page, "/login", OWNER)).path, AT_HOME);
});
