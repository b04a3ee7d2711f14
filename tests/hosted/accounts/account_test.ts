import { deepEqual, equal } from "node:assert/strict";
import { findAccount, isOwner, lockAccount } from "../../../hosted/accounts/account.ts";
import { makeId } from "../../../hosted/accounts/ids.ts";
import type { Database } from "../../../hosted/storage/database.ts";
import { forEachDatabase } from "../storage/on_both.ts";
import { INJECTIONS, makeMember, makeOwner } from "./made_accounts.ts";

forEachDatabase(
  "findAccount() finds accounts only by their ids",
  async (database) => {
    const owner = await makeOwner(database);
    const member = await makeMember(database, owner, "ada@example.org");
    for (const account of [owner, member]) {
      deepEqual(
        await findAccount(database, account.id),
        account,
      );
    }
    const strange = ["", "\0", "\ud800", member.email, member.id.toUpperCase(), makeId("acc")];
    for (const id of [...strange, ...INJECTIONS]) equal(await findAccount(database, id), null, id);
  },
);

Deno.test("findAccount() sends no query for an invalid id", async () => {
  const database: Database = {
    kind: "sqlite",
    all: () => Promise.reject(new Error("The database was asked")),
    transaction: () => Promise.reject(new Error("The database was asked")),
    close: () => Promise.resolve(),
  };
  for (const id of ["", "\0", "acc_1", makeId("key")]) equal(await findAccount(database, id), null);
});

forEachDatabase("isOwner() and lockAccount() affect only the given account", async (database) => {
  const owner = await makeOwner(database);
  const member = await makeMember(database, owner, "ada@example.org");
  const ids = [owner.id, member.id, makeId("acc")];
  const owners = await Promise.all(ids.map((id) => isOwner(database, id)));
  deepEqual(owners, [true, false, false]);
  const held = [];
  for (const id of ids) {
    held.push(await database.transaction((queries) => lockAccount(queries, id)));
  }
  deepEqual(held, [true, true, false]);
  deepEqual(await findAccount(database, member.id), member);
});
