/** Creating an account with an identity, and its refusals. */

import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import {
  acceptByIdentity,
  type IdentityLoginResult,
} from "../../../hosted/accounts/identity_login.ts";
import { findInvitation, invite, ownerCode } from "../../../hosted/accounts/invitations.ts";
import type { UpstreamPerson } from "../../../hosted/accounts/upstream/upstream.ts";
import type { Database } from "../../../hosted/storage/database.ts";
import { forEachDatabase } from "../storage/on_both.ts";
import { makeOwner, NOON, rowsOf, VISIT } from "./made_accounts.ts";

function person(...emails: readonly string[]): UpstreamPerson {
  return { issuer: "https://id.example.com", subject: "1", emails: () => Promise.resolve(emails) };
}

function problemOf(result: IdentityLoginResult): readonly [code: string, message: string] {
  ok(result.kind === "refused");
  return [result.problem.code, result.problem.message];
}

/** Returns the code of an invitation; `null` for an open one. */
async function invitationFor(database: Database, email: string | null): Promise<string> {
  const owner = await makeOwner(database);
  const invited = await invite(database, owner.id, email, VISIT);
  ok("linkCode" in invited);
  return invited.linkCode;
}

const NO_EMAIL = "This identity has no verified email address.";
const OTHER_EMAIL = "This invitation is for another email address.";

for (
  const [what, invited, emails, message] of [
    ["no address", null, [], NO_EMAIL],
    ["nothing that can be an address", null, ["", "ada"], NO_EMAIL],
    ["no address, with an invitation for one", "ada@example.org", [], NO_EMAIL],
    ["another address than the invited one", "ada@example.org", ["bob@example.org"], OTHER_EMAIL],
    [
      "several others",
      "ada@example.org",
      ["bob@example.org", "ada@example.org.uk", "nobody"],
      OTHER_EMAIL,
    ],
  ] as const
) {
  forEachDatabase(`an identity with ${what} creates no account`, async (database) => {
    const code = await invitationFor(database, invited);
    const result = await acceptByIdentity(database, code, person(...emails), VISIT);
    deepEqual(problemOf(result), ["account-email", message]);
    equal(await rowsOf(database, "accounts"), 1);
    // The code stays valid.
    ok(await findInvitation(database, code, NOON) !== null);
  });
}

forEachDatabase("an account gets the invited address", async (database) => {
  const code = await invitationFor(database, "ada@example.org");
  const result = await acceptByIdentity(
    database,
    code,
    person("bob@example.org", "Ada@Example.org"),
    VISIT,
  );
  ok(result.kind === "in");
  deepEqual([result.account.email, result.account.role], ["ada@example.org", "member"]);
});

forEachDatabase("an invalid code creates no account", async (database) => {
  const code = await invitationFor(database, null);
  // A taken address has the same problem as an invalid code.
  for (
    const [text, email] of [["wrong", "ada@example.org"], [code, "owner@example.org"]] as const
  ) {
    const [problem] = problemOf(await acceptByIdentity(database, text, person(email), VISIT));
    equal(problem, "account-code");
  }
  equal(await rowsOf(database, "accounts"), 1);
});

forEachDatabase("acceptByIdentity() rethrows unexpected errors", async (database) => {
  const code = await ownerCode(database, NOON) ?? "";
  let transactions = 0;
  const full: Database = {
    kind: database.kind,
    all: (sql, ...values) => database.all(sql, ...values),
    transaction: (work) => {
      transactions += 1;
      // The first transaction looks for an existing account, the second one creates the account.
      if (transactions === 2) return Promise.reject(new Error("The disk is full"));
      return database.transaction(work);
    },
    close: () => Promise.resolve(),
  };
  await rejects(acceptByIdentity(full, code, person("ada@example.org"), VISIT), {
    message: "The disk is full",
  });
});
