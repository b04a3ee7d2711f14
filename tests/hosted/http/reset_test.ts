/** The link with which the owner sets a new password. */

import { deepEqual, doesNotMatch, equal, match } from "node:assert/strict";
import { ownerCode } from "../../../hosted/accounts/invitations.ts";
import { LIFETIMES, milliseconds } from "../../../hosted/accounts/limits.ts";
import { resetCode } from "../../../hosted/accounts/reset_password.ts";
import { forEachServed, forEachServedAtOnce } from "../storage/on_both.ts";
import { AT_HOME, hostedApp, keyOf, OWNER, type TestedHostedApp } from "./hosted_app.ts";
import { storedRows } from "./stored_rows.ts";

const NEXT = { password: "another horse, another library" };

async function linkFor({ database, options }: TestedHostedApp): Promise<string> {
  return `/reset?code=${await resetCode(database, options.time())}`;
}

forEachServed("the owner sets a new password with a link", async (database) => {
  const app = await hostedApp(database);
  equal(await resetCode(database, Date.now()), null, "without an owner, there is nothing to reset");
  const owner = await app.owner();
  const key = await keyOf(owner);
  const member = await app.member(owner, "member@example.com");
  const browser = app.browser();
  const link = await linkFor(app);
  const page = await browser.open(link);
  match(page.html, /owner@example\.com/);
  const short = await browser.send(page, "/reset", { password: "short" });
  equal(short.status, 422);
  match((await browser.send(short, "/reset", NEXT)).path, AT_HOME);
  match((await browser.open("/people")).path, /\/people$/);
  match((await owner.open("/keys")).path, /\/login/);
  match((await member.open("/keys")).path, /\/keys$/);
  equal((await app.call(key, "validate_spec", { spec: {} })).report !== undefined, true);
  const other = app.browser();
  equal((await other.send(await other.open("/login"), "/login", OWNER)).status, 422);
  const credentials = { ...OWNER, ...NEXT };
  match((await other.send(await other.open("/login"), "/login", credentials)).path, AT_HOME);
  equal((await other.open(link)).status, 410);
  equal(
    (await browser.send(page, "/reset", NEXT)).status,
    403,
    "the page is of an earlier session",
  );
  const events = await database.all("SELECT subject FROM audit WHERE event = 'password-reset'");
  deepEqual(events.map((each) => ({ ...each })), [{ subject: OWNER.email }]);
  match((await other.open("/activity")).html, /Reset the password of/);
});

forEachServedAtOnce(
  "a reset link works once, for an hour, and only until the next one",
  async (database) => {
    const app = await hostedApp(database);
    await app.owner();
    const [first, second] = [await linkFor(app), await linkFor(app)];
    equal((await app.browser().open(first)).status, 410);
    const [one, other] = [app.browser(), app.browser()];
    const pages = [await one.open(second), await other.open(second)] as const;
    const ends = await Promise.all([
      one.send(pages[0], "/reset", NEXT),
      other.send(pages[1], "/reset", NEXT),
    ]);
    deepEqual(ends.map(({ status }) => status).sort(), [200, 410]);
    const third = await linkFor(app);
    equal((await app.browser().open(third)).status, 200);
    app.wait(milliseconds(LIFETIMES.resetCode));
    const late = await app.browser().open(third);
    equal(late.status, 410);
    match(late.html, /layerwright-server --owner/);
  },
);

forEachServed("codes of one kind are invalid for another", async (database) => {
  const app = await hostedApp(database);
  const early = await ownerCode(database, Date.now());
  const owner = await app.owner();
  const reset = await resetCode(database, Date.now());
  const before = await storedRows(database);
  for (
    const path of [`/invitation?code=${reset}`, `/owner?code=${reset}`, `/reset?code=${early}`]
  ) {
    equal((await app.browser().open(path)).status, 410, path);
  }
  deepEqual(await storedRows(database), before);
  doesNotMatch((await owner.open("/people")).html, /Pending invitations/);
});
