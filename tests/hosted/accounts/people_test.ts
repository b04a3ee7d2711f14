import { deepEqual, equal, ok } from "node:assert/strict";
import { createApiKey, findApiKey } from "../../../hosted/accounts/api_keys.ts";
import { login } from "../../../hosted/accounts/login.ts";
import { listPeople, removePerson } from "../../../hosted/accounts/people.ts";
import { findSession } from "../../../hosted/accounts/sessions.ts";
import { forEachDatabase } from "../storage/on_both.ts";
import {
  auditOf,
  INJECTIONS,
  makeMember,
  makeOwner,
  NOON,
  PASSWORD,
  plainPasswords,
  rowsOf,
  VISIT,
} from "./made_accounts.ts";

forEachDatabase("listPeople() lists everyone, only for the owner", async (database) => {
  const owner = await makeOwner(database);
  const member = await makeMember(database, owner, "ada@example.org");
  const people = await listPeople(database, owner.id);
  ok(!("severity" in people));
  deepEqual(
    new Set(people),
    new Set(
      [owner, member].map((one) => ({ ...one, createdAt: NOON, projects: 0, bytes: 0 })),
    ),
  );
  for (const id of [member.id, "", ...INJECTIONS]) {
    const answer = await listPeople(database, id);
    ok("severity" in answer);
    equal(answer.code, "account-owner");
  }
});

forEachDatabase("listPeople() lists the oldest account first", async (database) => {
  const owner = await makeOwner(database);
  const emails = ["c", "a", "f", "b", "e", "d"].map((name) => `${name}@example.org`);
  for (const [index, email] of emails.entries()) {
    const { id } = await makeMember(database, owner, email);
    await database.transaction((queries) =>
      queries.all("UPDATE accounts SET created_at = $1 WHERE id = $2", NOON + 1 + index, id)
    );
  }
  const people = await listPeople(database, owner.id);
  ok(!("severity" in people));
  deepEqual(people.map(({ email }) => email), [owner.email, ...emails]);
});

forEachDatabase("removePerson() also removes keys, sessions and projects", async (database) => {
  const owner = await makeOwner(database);
  const { id, email } = await makeMember(database, owner, "ada@example.org");
  const world = { database, passwords: plainPasswords() };
  const entered = await login(world, { email, password: PASSWORD }, VISIT);
  const wanted = { name: "laptop", scopes: ["tools:read"], days: null };
  const made = await createApiKey({ database, most: 1 }, id, wanted, VISIT);
  ok(entered.kind === "in" && made.kind === "made");
  await database.transaction((queries) =>
    queries.all(
      `INSERT INTO projects (id, account_id, name, revision, created_at, updated_at)
       VALUES ('prj_1', $1, 'shop', 1, 0, 0)`,
      id,
    )
  );
  equal(await removePerson(database, owner.id, id, VISIT), null);
  equal(await findSession(database, entered.session.id, NOON), null);
  equal(await findApiKey(database, made.text, NOON), null);
  for (const table of ["sessions", "api_keys", "projects"]) equal(await rowsOf(database, table), 0);
  equal((await login(world, { email, password: PASSWORD }, VISIT)).kind, "refused");
  ok((await auditOf(database)).includes("person-removed ada@example.org"));
  equal((await removePerson(database, owner.id, id, VISIT))?.code, "account-missing");
});

forEachDatabase(
  "removePerson() refuses members, the owner's account and unknown accounts",
  async (database) => {
    const owner = await makeOwner(database);
    const ada = await makeMember(database, owner, "ada@example.org");
    const bob = await makeMember(database, owner, "bob@example.org");
    const remove = async (by: string, whom: string) =>
      (await removePerson(database, by, whom, VISIT))?.code;
    equal(await remove(ada.id, bob.id), "account-owner");
    equal(await remove(ada.id, ada.id), "account-owner");
    equal(await remove(ada.id, owner.id), "account-owner");
    equal(await remove(owner.id, owner.id), "account-owner");
    // Each removal waits for all leases.
    await Promise.all(["", "\0", "acc_none", ...INJECTIONS].map(async (id) => {
      equal(await remove(owner.id, id), "account-missing", id);
    }));
    equal(await rowsOf(database, "accounts"), 3);
  },
);
