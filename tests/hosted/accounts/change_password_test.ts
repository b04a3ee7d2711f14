import { deepEqual, equal, ok } from "node:assert/strict";
import type { Account } from "../../../hosted/accounts/account.ts";
import { changePassword, type PasswordChange } from "../../../hosted/accounts/change_password.ts";
import { login } from "../../../hosted/accounts/login.ts";
import type { Passwords } from "../../../hosted/accounts/password.ts";
import { PasswordsBusy } from "../../../hosted/accounts/password_queue.ts";
import { findSession, startSession } from "../../../hosted/accounts/sessions.ts";
import type { Database } from "../../../hosted/storage/database.ts";
import { forEachDatabase } from "../storage/on_both.ts";
import {
  auditOf,
  keptPasswords,
  makeMember,
  makeOwner,
  NOON,
  PASSWORD,
  plainPasswords,
  rowsOf,
  VISIT,
} from "./made_accounts.ts";

const NEXT = "another horse, another battery";
const LOCK_OUT_MS = 15 * 60_000;

interface Change extends Partial<PasswordChange> {
  readonly now?: number;
  readonly passwords?: Passwords;
}

/** Changes a password; returns the problem's code, or `null`. */
async function change(
  database: Database,
  account: Account,
  { now = NOON, passwords = plainPasswords(), ...wanted }: Change = {},
): Promise<string | null> {
  const form = { current: PASSWORD, next: NEXT, session: "none", ...wanted };
  const problem = await changePassword({ database, passwords }, account, form, { ...VISIT, now });
  return problem?.code ?? null;
}

async function enters(database: Database, { email }: Account, password: string): Promise<boolean> {
  const world = { database, passwords: plainPasswords() };
  return (await login(world, { email, password }, VISIT)).kind === "in";
}

async function start(database: Database, { id }: Account): Promise<string> {
  return (await database.transaction((queries) => startSession(queries, id, NOON))).id;
}

forEachDatabase(
  "changePassword() changes one account and ends its other sessions",
  async (database) => {
    const owner = await makeOwner(database);
    const member = await makeMember(database, owner, "ada@example.org");
    const [here, there] = [await start(database, member), await start(database, member)];
    const theirs = await start(database, owner);
    equal(await change(database, member, { session: here }), null);
    deepEqual(await findSession(database, here, NOON), member);
    equal(await findSession(database, there, NOON), null);
    deepEqual(await findSession(database, theirs, NOON), owner);
    ok((await auditOf(database)).includes(`password-changed ${member.email}`));
    deepEqual(await Promise.all([PASSWORD, NEXT].map((each) => enters(database, member, each))), [
      false,
      true,
    ]);
    deepEqual(await Promise.all([PASSWORD, NEXT].map((each) => enters(database, owner, each))), [
      true,
      false,
    ]);
  },
);

forEachDatabase(
  "changePassword() changes nothing if a password is wrong or invalid",
  async (database) => {
    const owner = await makeOwner(database);
    const session = await start(database, owner);
    for (
      const [wanted, code] of [
        [{ current: "wrong" }, "login-wrong"],
        [{ current: "" }, "login-wrong"],
        [{ current: NEXT }, "login-wrong"],
        [{ next: "short" }, "account-password"],
        [{ next: owner.email.toUpperCase() }, "account-password"],
      ] as const
    ) {
      equal(await change(database, owner, wanted), code);
    }
    deepEqual(await findSession(database, session, NOON), owner);
    equal(await enters(database, owner, PASSWORD), true);
  },
);

forEachDatabase(
  "changePassword() locks one account after five wrong passwords",
  async (database) => {
    const owner = await makeOwner(database);
    const member = await makeMember(database, owner, "ada@example.org");
    for (let round = 0; round < 3; round++) {
      for (let wrong = 0; wrong < 4; wrong++) {
        equal(await change(database, member, { current: "wrong" }), "login-wrong");
      }
      // The correct password resets the counter of wrong ones.
      equal(await change(database, member, { next: PASSWORD }), null);
    }
    // A request whose new password is invalid does not count as an attempt.
    for (let bad = 0; bad < 9; bad++) await change(database, member, { next: "short" });
    for (let wrong = 0; wrong < 5; wrong++) {
      equal(await change(database, member, { current: "wrong" }), "login-wrong");
    }
    const passwords = plainPasswords();
    equal(await change(database, member, { passwords }), "login-locked");
    deepEqual(passwords.compared, []);
    equal(await change(database, owner), null);
    equal(await change(database, member, { now: NOON + LOCK_OUT_MS - 1 }), "login-locked");
    equal(await change(database, member, { now: NOON + LOCK_OUT_MS }), null);
  },
);

forEachDatabase(
  "changePassword() does not count an attempt if the queue is full",
  async (database) => {
    const owner = await makeOwner(database);
    const busy = () => Promise.reject(new PasswordsBusy("busy"));
    for (const broken of [{ matches: busy }, { hash: busy }]) {
      const passwords = { ...plainPasswords(), ...broken };
      for (let round = 0; round < 6; round++) {
        equal(await change(database, owner, { passwords }), "account-busy");
      }
    }
    equal(await change(database, owner), null);
  },
);

forEachDatabase(
  "changePassword() cannot set an account's first password",
  async (database) => {
    const owner = await makeOwner(database);
    await database.transaction((queries) => queries.all("UPDATE accounts SET password = ''"));
    const passwords = plainPasswords();
    equal(await change(database, owner, { current: "", passwords }), "login-wrong");
    deepEqual(passwords.compared, [null]);
  },
);

forEachDatabase("changePassword() fails if another change was faster", async (database) => {
  const owner = await makeOwner(database);
  const session = await start(database, owner);
  const plain = plainPasswords();
  const passwords: Passwords = {
    ...plain,
    async hash(password) {
      await database.transaction((queries) =>
        queries.all("UPDATE accounts SET password = 'quicker'")
      );
      return password;
    },
  };
  equal(await change(database, owner, { passwords }), "login-wrong");
  deepEqual(await keptPasswords(database), ["quicker"]);
  deepEqual(await findSession(database, session, NOON), owner);
  equal(await rowsOf(database, "sessions"), 1);
});

forEachDatabase(
  "changePassword() succeeds although a login rehashes the password meanwhile",
  async (database) => {
    const owner = await makeOwner(database);
    const passwords: Passwords = {
      hash: (password) => Promise.resolve(password),
      async matches(password, kept) {
        const sql = `UPDATE accounts SET password = 'again ${PASSWORD}'`;
        await database.transaction((queries) => queries.all(sql));
        return kept?.replace("again ", "") === password;
      },
      isOutdated: () => false,
    };
    equal(await change(database, owner, { passwords }), null);
    deepEqual(await keptPasswords(database), [NEXT]);
  },
);

forEachDatabase("changePassword() checks a password at most three times", async (database) => {
  const owner = await makeOwner(database);
  let checks = 0;
  const passwords: Passwords = {
    hash: (password) => Promise.resolve(password),
    async matches() {
      checks += 1;
      const sql = "UPDATE accounts SET password = $1";
      await database.transaction((queries) => queries.all(sql, `again ${checks}`));
      return true;
    },
    isOutdated: () => false,
  };
  equal(await change(database, owner, { passwords }), "login-wrong");
  equal(checks, 3);
});
