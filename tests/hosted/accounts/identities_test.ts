/** Logins with linked identities. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { linkIdentity, loginMethods, unlinkIdentity } from "../../../hosted/accounts/identities.ts";
import { acceptByIdentity, loginByIdentity } from "../../../hosted/accounts/identity_login.ts";
import { invite, ownerCode } from "../../../hosted/accounts/invitations.ts";
import { login } from "../../../hosted/accounts/login.ts";
import { findSession } from "../../../hosted/accounts/sessions.ts";
import type { UpstreamPerson } from "../../../hosted/accounts/upstream/upstream.ts";
import { forEachDatabase } from "../storage/on_both.ts";
import {
  auditOf,
  makeMember,
  makeOwner,
  NOON,
  plainPasswords,
  rowsOf,
  twoServers,
  VISIT,
} from "./made_accounts.ts";

const ISSUER = "https://id.example.com";

function person(subject: string, ...emails: readonly string[]): UpstreamPerson {
  return { issuer: ISSUER, subject, emails: () => Promise.resolve(emails) };
}

forEachDatabase(
  "login() rejects an account without a password like an unknown one",
  async (database) => {
    const code = await ownerCode(database, NOON) ?? "";
    const made = await acceptByIdentity(database, code, person("1", "Ada@Example.org"), VISIT);
    ok(made.kind === "in");
    deepEqual([made.account.email, made.account.role], ["ada@example.org", "owner"]);
    const passwords = plainPasswords();
    for (const password of ["", "anything at all"]) {
      const credentials = { email: "ada@example.org", password };
      const result = await login({ database, passwords }, credentials, VISIT);
      equal(result.kind, "refused");
    }
    deepEqual(passwords.compared, [null, null]);
  },
);

forEachDatabase(
  "concurrent requests link an identity to only one account",
  async (database, tested) => {
    const owner = await makeOwner(database);
    const member = await makeMember(database, owner, "member@example.org");
    const servers = await twoServers(database, tested);
    const problems = await Promise.all(
      Array.from({ length: 10 }, (_, at) => {
        const { id } = at % 2 === 0 ? owner : member;
        return linkIdentity(servers[at % 2] ?? database, id, person("1"), VISIT);
      }),
    );
    equal(problems.filter((problem) => problem === null).length, 5);
    ok(problems.every((problem) => problem === null || problem.code === "identity-taken"));
    equal(await rowsOf(database, "identities"), 1);
    equal((await auditOf(database)).filter((line) => line.startsWith("identity-")).length, 1);
  },
);

forEachDatabase(
  "concurrent requests create only one account for an identity",
  async (database, tested) => {
    const owner = await makeOwner(database);
    const servers = await twoServers(database, tested);
    const codes = await Promise.all(Array.from({ length: 6 }, async () => {
      const invited = await invite(database, owner.id, null, VISIT);
      ok("linkCode" in invited);
      return invited.linkCode;
    }));
    const results = await Promise.all(codes.map((code, at) => {
      const who = person("1", `ada${at}@example.org`);
      return acceptByIdentity(servers[at % 2] ?? database, code, who, VISIT);
    }));
    const accounts = results.map((result) => result.kind === "in" ? result.account.id : "");
    equal(new Set(accounts).size, 1);
    ok(accounts[0] !== "");
    equal(await rowsOf(database, "accounts"), 2);
    equal(await rowsOf(database, "invitations"), codes.length - 1);
  },
);

forEachDatabase("an unlinked identity cannot log in", async (database) => {
  const owner = await makeOwner(database);
  await linkIdentity(database, owner.id, person("1"), VISIT);
  for (const [issuer, subject] of [[ISSUER, "2"], [`${ISSUER}/`, "1"], ["", ""]] as const) {
    const result = await loginByIdentity(database, { issuer, subject }, VISIT);
    equal(result.kind, "refused");
  }
  equal((await loginByIdentity(database, person("1"), VISIT)).kind, "in");
});

forEachDatabase("each account has its own identities", async (database) => {
  const owner = await makeOwner(database);
  const member = await makeMember(database, owner, "member@example.org");
  const other = "https://other.example.com";
  const identities = [
    [owner, { issuer: ISSUER, subject: "1" }],
    [owner, { issuer: ISSUER, subject: "2" }],
    [member, { issuer: other, subject: "1" }],
    [member, { issuer: ISSUER, subject: "3" }],
  ] as const;
  await database.transaction((queries) =>
    queries.all("UPDATE accounts SET password = '' WHERE id = $1", member.id)
  );
  for (const [{ id }, identity] of identities) {
    equal(await linkIdentity(database, id, identity, VISIT), null);
    equal(await linkIdentity(database, id, identity, VISIT), null, "once more");
  }
  for (const [account, identity] of identities) {
    const entered = await loginByIdentity(database, identity, VISIT);
    ok(entered.kind === "in");
    deepEqual(entered.account, account);
    deepEqual(await findSession(database, entered.session.id, NOON), account);
  }
  const ways = async ({ id }: typeof owner) => {
    const { hasPassword, identities } = await loginMethods(database, id);
    return [hasPassword, ...identities.map(({ issuer, subject }) => `${issuer} ${subject}`)];
  };
  deepEqual(await ways(member), [false, `${ISSUER} 3`, `${other} 1`]);
  const unlink = (identity: { issuer: string; subject: string }) =>
    unlinkIdentity(database, owner.id, identity, () => true, VISIT);
  for (const [account, identity] of identities) {
    if (account === member) equal((await unlink(identity))?.code, "identity-missing");
  }
  equal(await unlink({ issuer: ISSUER, subject: "1" }), null);
  deepEqual(await ways(owner), [true, `${ISSUER} 2`]);
  deepEqual(await ways(member), [false, `${ISSUER} 3`, `${other} 1`]);
  const absent = await linkIdentity(database, "acc_none", person("9"), VISIT);
  equal(absent?.code, "account-missing");
});

forEachDatabase("an identity of an untrusted issuer is no way to log in", async (database) => {
  const code = await ownerCode(database, NOON) ?? "";
  const made = await acceptByIdentity(database, code, person("1", "ada@example.org"), VISIT);
  ok(made.kind === "in");
  const { id } = made.account;
  const old = { issuer: "https://old.example.com", subject: "1" };
  await linkIdentity(database, id, old, VISIT);
  const isTrusted = (issuer: string) => issuer === ISSUER;
  const unlink = (identity: typeof old) => unlinkIdentity(database, id, identity, isTrusted, VISIT);
  equal((await unlink(person("1")))?.code, "identity-last");
  equal(await unlink(old), null);
  equal((await unlink(old))?.code, "identity-missing");
  const { hasPassword, identities } = await loginMethods(database, id);
  deepEqual([hasPassword, identities.length], [false, 1]);
});
