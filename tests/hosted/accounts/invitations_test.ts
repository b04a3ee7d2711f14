import { deepEqual, equal, notEqual, ok } from "node:assert/strict";
import {
  findInvitation,
  invite,
  listInvitations,
  ownerCode,
  withdrawInvitation,
} from "../../../hosted/accounts/invitations.ts";
import { DAY_MS } from "../../../hosted/accounts/limits.ts";
import { hashOfSecret } from "../../../hosted/accounts/secret_text.ts";
import { forEachDatabase } from "../storage/on_both.ts";
import {
  accept,
  ADA,
  auditOf,
  codesOf,
  INJECTIONS,
  invited,
  makeMember,
  makeOwner,
  NOON,
  rowsOf,
  twoServers,
  VISIT,
} from "./made_accounts.ts";

forEachDatabase("the owner's code creates the owner's account once", async (database) => {
  const code = await ownerCode(database, NOON) ?? "";
  deepEqual(await findInvitation(database, code, NOON), { role: "owner", email: null });
  const result = await accept(database, code);
  ok(result.kind === "made");
  equal(result.account.email, ADA.email);
  equal(result.account.role, "owner");
  deepEqual(await auditOf(database), ["account-made ada@example.org"]);
  deepEqual(await codesOf(accept(database, code, { ...ADA, email: "b@example.org" })), [
    "account-code",
  ]);
  equal(await findInvitation(database, code, NOON), null);
  equal(await ownerCode(database, NOON), null);
  equal(await rowsOf(database, "accounts"), 1);
});

forEachDatabase(
  "of several owner's codes at once, one creates the owner",
  async (database, tested) => {
    const databases = await twoServers(database, tested);
    const made = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const server = databases[index % 2] ?? database;
        const code = await ownerCode(server, NOON) ?? "";
        const email = `person${index}@example.org`;
        return { code, result: await accept(server, code, { ...ADA, email }) };
      }),
    );
    equal(made.filter(({ result }) => result.kind === "made").length, 1);
    equal(await rowsOf(database, "accounts"), 1);
    equal((await auditOf(database)).length, 1);
    for (const { code } of made) {
      equal(await findInvitation(database, code, NOON), null);
      deepEqual(await codesOf(accept(database, code)), ["account-code"]);
    }
  },
);

forEachDatabase(
  "an owner's code lasts a day, and the next start creates another",
  async (database) => {
    const first = await ownerCode(database, NOON) ?? "";
    const later = NOON + DAY_MS;
    notEqual(await findInvitation(database, first, later - 1), null);
    equal(await findInvitation(database, first, later), null);
    deepEqual(await codesOf(accept(database, first, ADA, later)), ["account-code"]);
    const second = await ownerCode(database, later) ?? "";
    equal(await rowsOf(database, "invitations"), 1);
    equal((await accept(database, second, ADA, later)).kind, "made");
  },
);

forEachDatabase(
  "ten concurrent requests create one account from an invitation",
  async (database, tested) => {
    const owner = await makeOwner(database);
    const { code } = await invited(database, owner.id);
    const databases = await twoServers(database, tested);
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, index) => {
        const email = `person${index}@example.org`;
        return accept(databases[index % 2] ?? database, code, { ...ADA, email });
      }),
    );
    equal(results.filter(({ kind }) => kind === "made").length, 1);
    equal(await rowsOf(database, "accounts"), 2);
    equal(await rowsOf(database, "invitations"), 0);
  },
);

forEachDatabase(
  "ten invitations create one account for an address",
  async (database, tested) => {
    const owner = await makeOwner(database);
    const databases = await twoServers(database, tested);
    const codes = await Promise.all(
      Array.from({ length: 10 }, async () => (await invited(database, owner.id)).code),
    );
    const results = await Promise.all(
      codes.map((code, index) => accept(databases[index % 2] ?? database, code)),
    );
    equal(results.filter(({ kind }) => kind === "made").length, 1);
    equal(await rowsOf(database, "accounts"), 2);
    equal(await rowsOf(database, "invitations"), 9);
  },
);

forEachDatabase("an invitation lasts a week", async (database) => {
  const owner = await makeOwner(database);
  const { code, invitation } = await invited(database, owner.id);
  equal(invitation.expiresAt, NOON + 7 * DAY_MS);
  deepEqual(await codesOf(accept(database, code, ADA, invitation.expiresAt)), ["account-code"]);
  equal((await accept(database, code, ADA, invitation.expiresAt - 1)).kind, "made");
});

forEachDatabase("only the owner can invite, list and withdraw", async (database) => {
  const owner = await makeOwner(database);
  const member = await makeMember(database, owner, ADA.email);
  const { invitation } = await invited(database, owner.id);
  for (const id of [member.id, "acc_none", ...INJECTIONS]) {
    const answers = [
      await invite(database, id, "bob@example.org", VISIT),
      await listInvitations(database, id, NOON),
      await withdrawInvitation(database, id, invitation.id, VISIT),
    ];
    for (const answer of answers) {
      ok(answer !== null && "code" in answer);
      equal(answer.code, "account-owner");
    }
  }
  deepEqual(await listInvitations(database, owner.id, NOON), [invitation]);
});

forEachDatabase(
  "the owner lists open invitations and withdraws them",
  async (database) => {
    const owner = await makeOwner(database);
    const early = await invited(database, owner.id, ADA.email);
    const visit = { ...VISIT, now: NOON + DAY_MS };
    const late = await invite(database, owner.id, null, visit);
    ok("invitation" in late);
    const list = (now: number) => listInvitations(database, owner.id, now);
    deepEqual(await list(NOON), [late.invitation, early.invitation]);
    deepEqual(await list(NOON + 7 * DAY_MS), [late.invitation]);
    equal(await withdrawInvitation(database, owner.id, early.invitation.id, VISIT), null);
    deepEqual(await list(NOON), [late.invitation]);
    deepEqual(await codesOf(accept(database, early.code)), ["account-code"]);
    const again = await withdrawInvitation(database, owner.id, early.invitation.id, VISIT);
    equal(again?.code, "invitation-missing");
    for (const id of ["", "\0", ...INJECTIONS]) {
      const problem = await withdrawInvitation(database, owner.id, id, VISIT);
      equal(problem?.code, "invitation-missing");
    }
    deepEqual((await auditOf(database)).filter((line) => line.startsWith("invit")), [
      "invitation-withdrawn ada@example.org",
      "invited ada@example.org",
      "invited ",
    ]);
  },
);

forEachDatabase(
  "an owner's code can be neither listed nor withdrawn",
  async (database) => {
    const codes = [await ownerCode(database, NOON) ?? "", await ownerCode(database, NOON) ?? ""];
    const made = await accept(database, codes[0] ?? "");
    ok(made.kind === "made");
    const { id } = made.account;
    equal(await rowsOf(database, "invitations"), 1);
    deepEqual(await listInvitations(database, id, NOON), []);
    const problem = await withdrawInvitation(database, id, hashOfSecret(codes[1] ?? ""), VISIT);
    equal(problem?.code, "invitation-missing");
    equal(await rowsOf(database, "invitations"), 1);
  },
);

forEachDatabase("listInvitations() lists the newest invitation first", async (database) => {
  const owner = await makeOwner(database);
  const times = [3, 5, 1, 4, 2, 6];
  for (const at of times) await invite(database, owner.id, null, { ...VISIT, now: NOON + at });
  const listed = await listInvitations(database, owner.id, NOON);
  ok(!("severity" in listed));
  deepEqual(listed.map(({ createdAt }) => createdAt - NOON), [6, 5, 4, 3, 2, 1]);
});

forEachDatabase(
  "invite() rejects an invalid address and one with an account",
  async (database) => {
    const owner = await makeOwner(database);
    for (const email of [...INJECTIONS, "", owner.email.toUpperCase()]) {
      const result = await invite(database, owner.id, email, VISIT);
      ok("severity" in result);
      equal(result.code, "account-email");
    }
    equal(await rowsOf(database, "invitations"), 0);
  },
);

forEachDatabase("an address has one invitation, and none once it has joined", async (database) => {
  const owner = await makeOwner(database);
  const open = (await invited(database, owner.id)).code;
  const other = (await invited(database, owner.id, "bob@example.org")).code;
  const first = (await invited(database, owner.id, ADA.email)).code;
  const second = (await invited(database, owner.id, ADA.email)).code;
  equal(await findInvitation(database, first, NOON), null, "the earlier one is replaced");
  equal(await rowsOf(database, "invitations"), 3);
  equal((await accept(database, open)).kind, "made", "she joins by another link");
  equal(await findInvitation(database, second, NOON), null);
  notEqual(await findInvitation(database, other, NOON), null);
  equal((await listInvitations(database, owner.id, NOON) as readonly unknown[]).length, 1);
});

forEachDatabase(
  "concurrent requests with different links of an address create one account",
  async (database, tested) => {
    const owner = await makeOwner(database);
    const databases = await twoServers(database, tested);
    const codes = [
      (await invited(database, owner.id, ADA.email)).code,
      ...await Promise.all(
        Array.from({ length: 5 }, async () => (await invited(database, owner.id)).code),
      ),
    ];
    const results = await Promise.all(
      codes.map((code, index) => accept(databases[index % 2] ?? database, code)),
    );
    equal(results.filter(({ kind }) => kind === "made").length, 1);
    deepEqual(await database.all("SELECT email FROM invitations WHERE email IS NOT NULL"), []);
  },
);
