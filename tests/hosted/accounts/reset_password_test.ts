import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import type { Passwords } from "../../../hosted/accounts/password.ts";
import { PasswordsBusy } from "../../../hosted/accounts/password_queue.ts";
import {
  emailToReset,
  resetCode,
  resetPassword,
  type ResetResult,
} from "../../../hosted/accounts/reset_password.ts";
import { findSession, startSession } from "../../../hosted/accounts/sessions.ts";
import type { Database } from "../../../hosted/storage/database.ts";
import { forEachDatabase } from "../storage/on_both.ts";
import { storedRows } from "../http/stored_rows.ts";
import {
  keptPasswords,
  makeMember,
  makeOwner,
  NOON,
  PASSWORD,
  plainPasswords,
  VISIT,
} from "./made_accounts.ts";

const NEXT = "another horse, another battery";

async function reset(
  database: Database,
  code: string | null,
  { password = NEXT, passwords = plainPasswords() as Passwords } = {},
): Promise<ResetResult> {
  return await resetPassword({ database, passwords }, { code: code ?? "", password }, VISIT);
}

function codeOf(result: ResetResult): string | null {
  return result.kind === "refused" ? result.problem.code : null;
}

forEachDatabase(
  "a code sets the owner's password and ends the owner's sessions",
  async (database) => {
    const owner = await makeOwner(database);
    const member = await makeMember(database, owner, "bob@example.org");
    const start = (id: string) =>
      database.transaction((queries) => startSession(queries, id, NOON));
    const [own, other] = [await start(owner.id), await start(member.id)];
    const code = await resetCode(database, NOON);
    equal(await emailToReset(database, code ?? "", NOON), owner.email);
    const result = await reset(database, code);
    ok(result.kind === "in");
    deepEqual(await findSession(database, result.session.id, NOON), owner);
    equal(await findSession(database, own.id, NOON), null);
    deepEqual(await findSession(database, other.id, NOON), member);
    deepEqual([...await keptPasswords(database)].sort(), [NEXT, PASSWORD].sort());
    equal(codeOf(await reset(database, code)), "account-code");
  },
);

forEachDatabase("a code is for the address that the owner had", async (database) => {
  await makeOwner(database);
  const code = await resetCode(database, NOON);
  await database.transaction((queries) =>
    queries.all("UPDATE accounts SET email = 'renamed@example.org' WHERE role = 'owner'")
  );
  equal(codeOf(await reset(database, code)), "account-code");
  deepEqual(await keptPasswords(database), [PASSWORD]);
});

forEachDatabase("an invalid password or a full queue changes nothing", async (database) => {
  const owner = await makeOwner(database);
  const code = await resetCode(database, NOON);
  const before = await storedRows(database);
  const failing = (problem: Error): Passwords => ({
    ...plainPasswords(),
    hash: () => Promise.reject(problem),
  });
  for (const password of ["", "short", owner.email]) {
    equal(codeOf(await reset(database, code, { password })), "account-password");
  }
  const busy = { passwords: failing(new PasswordsBusy()) };
  equal(codeOf(await reset(database, code, busy)), "account-busy");
  await rejects(
    reset(database, code, { passwords: failing(new Error("broken")) }),
    /^Error: broken$/,
  );
  deepEqual(await storedRows(database), before);
});
