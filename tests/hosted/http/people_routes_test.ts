import { deepEqual, equal, match } from "node:assert/strict";
import { forEachServed } from "../storage/on_both.ts";
import { hostedApp, openRemoval, removeMember } from "./hosted_app.ts";
import { storedRows } from "./stored_rows.ts";

forEachServed("an account is deleted only if its email is typed", async (database) => {
  const app = await hostedApp(database);
  const owner = await app.owner();
  const member = await app.member(owner, "member@example.com");
  const { page } = await openRemoval(owner);
  match(page.html, /its API keys and its projects \(0\)\./);
  const before = await storedRows(database);
  for (const email of ["", "member", "owner@example.com"]) {
    const answer = await owner.send(page, "/people/remove", { email });
    equal(answer.status, 422, email);
    match(answer.html, /The email does not match\. Nothing was deleted\./);
  }
  deepEqual(await storedRows(database), before);
  equal((await member.open("/keys")).path, "/keys");
  const removed = await owner.send(page, "/people/remove", { email: " Member@Example.com " });
  match(removed.path, /\/people$/);
  match((await member.open("/keys")).path, /\/login\?/);
});

forEachServed("only the owner is asked whether to delete an account", async (database) => {
  const app = await hostedApp(database);
  const owner = await app.owner();
  const member = await app.member(owner, "member@example.com");
  const other = await app.member(owner, "other@example.com");
  for (const { id } of await database.all<{ id: string }>("SELECT id FROM accounts")) {
    equal((await other.open(`/people/remove?id=${id}`)).status, 403);
  }
  await removeMember(owner);
  match((await member.open("/keys")).path, /\/login\?/);
  const [first] = await database.all<{ id: string }>(
    "SELECT id FROM accounts WHERE role = 'owner'",
  );
  for (const id of [first?.id, "acc_missing"]) {
    match((await owner.open(`/people/remove?id=${id}`)).path, /\/people$/);
  }
});
