import { deepEqual, equal, match, notEqual, ok } from "node:assert/strict";
import { removeExpired } from "../../../hosted/accounts/remove_expired.ts";
import { DAY_MS } from "../../../hosted/accounts/limits.ts";
import {
  endSession,
  findSession,
  type Session,
  startSession,
} from "../../../hosted/accounts/sessions.ts";
import type { Database } from "../../../hosted/storage/database.ts";
import { forEachDatabase } from "../storage/on_both.ts";
import {
  auditOf,
  INJECTIONS,
  makeMember,
  makeOwner,
  NOON,
  rowsOf,
  VISIT,
} from "./made_accounts.ts";

function start(database: Database, accountId: string, now = NOON): Promise<Session> {
  return database.transaction((queries) => startSession(queries, accountId, now));
}

forEachDatabase("a session lasts fourteen days, used or not", async (database) => {
  const owner = await makeOwner(database);
  const { id, expiresAt } = await start(database, owner.id);
  equal(expiresAt, NOON + 14 * DAY_MS);
  deepEqual(await findSession(database, id, expiresAt - 1), owner);
  equal(await findSession(database, id, expiresAt), null);
});

forEachDatabase(
  "an account keeps its fifty newest sessions and ends no other account's",
  async (database) => {
    const owner = await makeOwner(database);
    const other = await start(database, (await makeMember(database, owner, "ada@example.org")).id);
    const sessions: Session[] = [];
    for (let minute = 0; minute < 52; minute++) {
      sessions.push(await start(database, owner.id, NOON + minute * 60_000));
    }
    const found = await Promise.all(sessions.map(({ id }) => findSession(database, id, NOON)));
    deepEqual(found, [null, null, ...Array.from({ length: 50 }, () => owner)]);
    ok(await findSession(database, other.id, NOON) !== null);
  },
);

forEachDatabase("a session's id is long, and stored only as a hash", async (database) => {
  const owner = await makeOwner(database);
  const { id } = await start(database, owner.id);
  match(id, /^[\w-]{43}$/);
  notEqual(id, (await start(database, owner.id)).id);
  equal(JSON.stringify(await database.all("SELECT * FROM sessions")).includes(id), false);
});

forEachDatabase("an invalid session id finds and ends nothing", async (database) => {
  const owner = await makeOwner(database);
  const { id } = await start(database, owner.id);
  const [row] = await database.all<{ id_hash: string }>("SELECT id_hash FROM sessions");
  for (const text of [...INJECTIONS, "", "\0", "\ud800", row?.id_hash ?? "", id.toLowerCase()]) {
    equal(await findSession(database, text, NOON), null);
    await endSession(database, text, VISIT);
  }
  deepEqual(await findSession(database, id, NOON), owner);
});

forEachDatabase("endSession() ends one session and logs it once", async (database) => {
  const owner = await makeOwner(database);
  const [one, other] = [await start(database, owner.id), await start(database, owner.id)];
  await endSession(database, one.id, VISIT);
  await endSession(database, one.id, VISIT);
  equal(await findSession(database, one.id, NOON), null);
  deepEqual(await findSession(database, other.id, NOON), owner);
  deepEqual((await auditOf(database)).slice(1), [`logout ${owner.email}`]);
});

forEachDatabase("a session belongs to the account that started it", async (database) => {
  const owner = await makeOwner(database);
  const people = [
    await makeMember(database, owner, "ada@example.org"),
    owner,
    await makeMember(database, owner, "bob@example.org"),
  ];
  for (const person of people) {
    const { id } = await start(database, person.id);
    deepEqual(await findSession(database, id, NOON), person);
    await endSession(database, id, VISIT);
  }
  const ended = (await auditOf(database)).filter((each) => each.startsWith("logout "));
  deepEqual(ended, people.map(({ email }) => `logout ${email}`).sort());
});

forEachDatabase("removeExpired() removes only expired rows", async (database) => {
  const owner = await makeOwner(database);
  const { id, expiresAt } = await start(database, owner.id);
  await database.transaction(async (queries) => {
    await queries.all(
      "INSERT INTO invitations (code_hash, role, created_at, expires_at) VALUES ('a', 'member', 0, $1)",
      expiresAt,
    );
    await queries.all(
      "INSERT INTO login_attempts (subject_hash, attempts, expires_at) VALUES ('a', 1, $1)",
      expiresAt,
    );
    await queries.all(
      "INSERT INTO usage (account_id, day, calls) VALUES ($1, $2, 1)",
      owner.id,
      Math.floor(NOON / DAY_MS),
    );
  });
  const counts = async () => {
    const tables = ["sessions", "invitations", "login_attempts", "usage", "audit", "accounts"];
    return await Promise.all(tables.map((table) => rowsOf(database, table)));
  };
  await removeExpired(database, expiresAt - 1);
  deepEqual(await counts(), [1, 1, 1, 1, 1, 1]);
  deepEqual(await findSession(database, id, NOON), owner);
  await removeExpired(database, expiresAt);
  deepEqual(await counts(), [0, 0, 0, 1, 1, 1]);
  await removeExpired(database, NOON + 400 * DAY_MS);
  deepEqual(await counts(), [0, 0, 0, 1, 1, 1]);
  await removeExpired(database, NOON + 401 * DAY_MS);
  deepEqual(await counts(), [0, 0, 0, 0, 0, 1]);
});
