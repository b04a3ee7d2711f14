import { deepEqual, equal, ok } from "node:assert/strict";
import { createApiKey, revokeApiKey } from "../../../hosted/accounts/api_keys.ts";
import { readAuditLog } from "../../../hosted/accounts/audit_log.ts";
import type { Account } from "../../../hosted/accounts/account.ts";
import { removePerson } from "../../../hosted/accounts/people.ts";
import { recordAudit } from "../../../hosted/storage/audit.ts";
import type { Database } from "../../../hosted/storage/database.ts";
import { forEachDatabase } from "../storage/on_both.ts";
import { INJECTIONS, makeMember, makeOwner, NOON, VISIT } from "./made_accounts.ts";

async function record(database: Database, at: number, accountId: string | null, subject: string) {
  await database.transaction((queries) =>
    recordAudit(queries, { at, accountId, event: "project-changed", subject, client: subject })
  );
}

/** Returns the subjects of all pages. */
async function subjects(database: Database, reader: Account, limit: number): Promise<string[]> {
  const found: string[] = [];
  let before: string | undefined;
  do {
    const page = await readAuditLog(database, reader, { limit, before });
    found.push(...page.lines.map(({ subject }) => subject));
    ok(found.length < 1_000, "The pages never end");
    before = page.before ?? undefined;
  } while (before !== undefined);
  return found;
}

forEachDatabase(
  "members see their own entries and the owner sees all, newest first",
  async (database) => {
    const owner = await makeOwner(database);
    const member = await makeMember(database, owner, "ada@example.org");
    await record(database, NOON + 1, member.id, "first");
    await record(database, NOON + 2, owner.id, "second");
    await record(database, NOON + 3, null, "third");
    const own = await readAuditLog(database, member, { limit: 1 });
    deepEqual(own.lines, [{
      at: NOON + 1,
      accountId: member.id,
      email: member.email,
      event: "project-changed",
      subject: "first",
      subjectName: null,
      client: "first",
    }]);
    deepEqual(await subjects(database, member, 10), ["first", member.email]);
    const all = await subjects(database, owner, 10);
    deepEqual(all.slice(0, 3), ["third", "second", "first"]);
    equal(all.length, 6);
  },
);

forEachDatabase(
  "the pages contain every entry once, even entries of the same moment",
  async (database) => {
    const owner = await makeOwner(database);
    for (let index = 0; index < 10; index++) {
      await record(database, NOON + 1 + Math.floor(index / 5), owner.id, String(index));
    }
    const expected = new Set([
      ...Array.from({ length: 10 }, (_, index) => String(index)),
      owner.email,
    ]);
    for (const limit of [1, 3, 5, 10, 11, 12]) {
      const found = await subjects(database, owner, limit);
      equal(found.length, 11);
      deepEqual(new Set(found), expected);
    }
    // There is no link to an empty page.
    equal((await readAuditLog(database, owner, { limit: 11 })).before, null);
    ok((await readAuditLog(database, owner, { limit: 10 })).before !== null);
  },
);

forEachDatabase(
  "any text in an entry is shown unchanged, and any invalid cursor is ignored",
  async (database) => {
    const owner = await makeOwner(database);
    for (const text of INJECTIONS) await record(database, NOON + 1, owner.id, text);
    deepEqual(new Set(await subjects(database, owner, 3)), new Set([...INJECTIONS, owner.email]));
    const start = await readAuditLog(database, owner, { limit: 3 });
    for (const before of [...INJECTIONS, "", "\0", "\ud800", "1", "-1.aud_1", "1e9.x"]) {
      deepEqual(await readAuditLog(database, owner, { limit: 3, before }), start);
    }
  },
);

forEachDatabase("the log keeps the entries of removed people", async (database) => {
  const owner = await makeOwner(database);
  const member = await makeMember(database, owner, "ada@example.org");
  await record(database, NOON + 1, member.id, "shop");
  await removePerson(database, owner.id, member.id, { ...VISIT, now: NOON + 2 });
  const { lines } = await readAuditLog(database, owner, { limit: 2 });
  deepEqual(lines.map(({ event, email, subject }) => [event, email, subject]), [
    ["person-removed", owner.email, member.email],
    ["project-changed", null, "shop"],
  ]);
});

forEachDatabase("the log shows the names of API keys until they are revoked", async (database) => {
  const owner = await makeOwner(database);
  const wanted = { name: "CI", scopes: ["tools:read"], days: null };
  const made = await createApiKey({ database, most: 1 }, owner.id, wanted, {
    ...VISIT,
    now: NOON + 1,
  });
  if (made.kind !== "made") throw new Error("There is a key already");
  const latest = async () => (await readAuditLog(database, owner, { limit: 1 })).lines[0];
  equal((await latest())?.subjectName, "CI");
  await revokeApiKey(database, owner.id, made.key.id, { ...VISIT, now: NOON + 2 });
  equal((await latest())?.subject, made.key.id);
  equal((await latest())?.subjectName, null);
});

forEachDatabase(
  "the log shows the name of a key only with its own account's entries",
  async (database) => {
    const owner = await makeOwner(database);
    const member = await makeMember(database, owner, "ada@example.org");
    const wanted = { name: "secret project", scopes: ["tools:read"], days: null };
    const made = await createApiKey({ database, most: 1 }, owner.id, wanted, VISIT);
    if (made.kind !== "made") throw new Error("There is a key already");
    await record(database, NOON + 1, member.id, made.key.id);
    const { lines: [line] } = await readAuditLog(database, member, { limit: 1 });
    deepEqual([line?.subject, line?.subjectName], [made.key.id, null]);
  },
);
