/** Changing a password. */

import { deepEqual, equal, match } from "node:assert/strict";
import { forEachServed } from "../storage/on_both.ts";
import { AT_HOME, hostedApp, keyOf, OWNER } from "./hosted_app.ts";
import { storedRows } from "./stored_rows.ts";

const NEXT = "another horse, another library";

forEachServed("changing the password logs out other browsers", async (database) => {
  const app = await hostedApp(database);
  const owner = await app.owner();
  const other = app.browser();
  await other.send(await other.open("/login"), "/login", OWNER);
  const key = await keyOf(owner);
  const page = await owner.open("/account");
  const change = { current: OWNER.password, next: NEXT };
  const changed = await owner.send(page, "/account/password", change);
  match(changed.path, /\/account$/);
  match(changed.html, /Password changed/);
  match((await owner.open("/keys")).path, /\/keys$/);
  match((await other.open("/keys")).path, /\/login/);
  equal((await other.send(await other.open("/login"), "/login", OWNER)).status, 422);
  const again = await other.send(await other.open("/login"), "/login", {
    ...OWNER,
    password: NEXT,
  });
  match(again.path, AT_HOME);
  // Keys stay valid.
  equal((await app.call(key, "validate_spec", { spec: {} })).report !== undefined, true);
  const events = await database.all("SELECT event FROM audit WHERE event = 'password-changed'");
  equal(events.length, 1);
});

forEachServed("a wrong current or an invalid new password changes nothing", async (database) => {
  const app = await hostedApp(database);
  const owner = await app.owner();
  const page = await owner.open("/account");
  const { accounts, sessions } = await storedRows(database);
  const cases = [
    { current: OWNER.password, next: "short" },
    { current: OWNER.password, next: OWNER.email },
    { current: "", next: NEXT },
    { current: "a guess", next: NEXT },
    { current: "a guess\0", next: NEXT },
    { current: "a guess", next: NEXT },
    { current: "a guess", next: NEXT },
    // After five wrong guesses, even the right password is refused.
    { current: OWNER.password, next: NEXT },
  ];
  for (const change of cases) {
    const refused = await owner.send(page, "/account/password", change);
    equal(refused.status, 422, JSON.stringify(change));
    const rows = await storedRows(database);
    deepEqual([rows["accounts"], rows["sessions"]], [accounts, sessions]);
  }
  match(
    (await owner.send(page, "/account/password", cases.at(-1))).html,
    /Too many wrong passwords/,
  );
  app.wait(15 * 60_000);
  const change = { current: OWNER.password, next: NEXT };
  equal((await owner.send(page, "/account/password", change)).status, 200);
});
