import { deepEqual, equal, rejects } from "node:assert/strict";
import { acceptInvitation } from "../../../hosted/accounts/accept_invitation.ts";
import { findInvitation, ownerCode } from "../../../hosted/accounts/invitations.ts";
import { PasswordsBusy } from "../../../hosted/accounts/password_queue.ts";
import { forEachDatabase } from "../storage/on_both.ts";
import {
  accept,
  ADA,
  codesOf,
  INJECTIONS,
  invited,
  makeOwner,
  NOON,
  plainPasswords,
  VISIT,
} from "./made_accounts.ts";

forEachDatabase("an invitation for an address accepts no other address", async (database) => {
  const owner = await makeOwner(database);
  const { code } = await invited(database, owner.id, " Ada@Example.org");
  deepEqual(await findInvitation(database, code, NOON), { role: "member", email: ADA.email });
  const other = { ...ADA, email: "bob@example.org" };
  deepEqual(await codesOf(accept(database, code, other)), ["account-email"]);
  equal((await accept(database, code, { ...ADA, email: "ADA@example.org" })).kind, "made");
});

forEachDatabase(
  "acceptInvitation() reports all problems at once, and the code stays valid",
  async (database) => {
    const owner = await makeOwner(database);
    const { code } = await invited(database, owner.id);
    for (const text of [...INJECTIONS, "", "\0", "\ud800"]) {
      const problems = await codesOf(accept(database, code, { email: text, password: "short" }));
      deepEqual(problems, ["account-email", "account-password"]);
    }
    const same = { email: "someone@example.org", password: "Someone@example.org" };
    deepEqual(await codesOf(accept(database, code, same)), ["account-password"]);
    equal((await accept(database, code)).kind, "made");
  },
);

forEachDatabase(
  "a taken address has the same problem as an invalid code",
  async (database) => {
    const owner = await makeOwner(database);
    const { code } = await invited(database, owner.id);
    const taken = await accept(database, code, { ...ADA, email: owner.email });
    const unknown = await accept(database, "no code", { ...ADA, email: owner.email });
    deepEqual(taken, unknown);
    equal((await accept(database, code)).kind, "made");
  },
);

forEachDatabase(
  "acceptInvitation() rejects an invalid code without hashing a password",
  async (database) => {
    await makeOwner(database);
    const passwords = {
      ...plainPasswords(),
      hash: () => Promise.reject(new Error("A password was hashed")),
    };
    for (const code of [...INJECTIONS, "", "\0", "\ud800", "a".repeat(100_000)]) {
      const result = await acceptInvitation({ database, passwords }, code, ADA, VISIT);
      deepEqual(result.kind, "refused");
    }
  },
);

forEachDatabase("a code stays valid if the password queue is full", async (database) => {
  const owner = await makeOwner(database);
  const { code } = await invited(database, owner.id);
  const passwords = {
    ...plainPasswords(),
    hash: () => Promise.reject(new PasswordsBusy("busy")),
  };
  const result = acceptInvitation({ database, passwords }, code, ADA, VISIT);
  deepEqual(await codesOf(result), ["account-busy"]);
  equal((await accept(database, code)).kind, "made");
});

forEachDatabase(
  "acceptInvitation() rethrows unexpected errors of the hashing",
  async (database) => {
    const code = await ownerCode(database, NOON) ?? "";
    const passwords = { ...plainPasswords(), hash: () => Promise.reject(new Error("no memory")) };
    await rejects(acceptInvitation({ database, passwords }, code, ADA, VISIT), {
      message: "no memory",
    });
  },
);
