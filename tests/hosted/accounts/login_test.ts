import { deepEqual, equal, match, notEqual, ok } from "node:assert/strict";
import { acceptInvitation } from "../../../hosted/accounts/accept_invitation.ts";
import { ownerCode } from "../../../hosted/accounts/invitations.ts";
import { lockedOut, login, type LoginResult } from "../../../hosted/accounts/login.ts";
import { createPasswords, type Passwords } from "../../../hosted/accounts/password.ts";
import { PasswordsBusy } from "../../../hosted/accounts/password_queue.ts";
import { findSession } from "../../../hosted/accounts/sessions.ts";
import { removePerson } from "../../../hosted/accounts/people.ts";
import type { Database } from "../../../hosted/storage/database.ts";
import { forEachDatabase } from "../storage/on_both.ts";
import { fc, IS_FULL_TIER } from "../../tools/tier.ts";
import {
  auditOf,
  INJECTIONS,
  keptPasswords,
  makeMember,
  makeOwner,
  NOON,
  PASSWORD,
  plainPasswords,
  rowsOf,
  twoServers,
  VISIT,
} from "./made_accounts.ts";

const LOCK_OUT_MS = 15 * 60_000;
const EMAIL = "owner@example.org";

/** An attempt, with defaults that succeed. */
interface Try {
  readonly email?: string;
  readonly password?: string;
  readonly now?: number;
  readonly client?: string | null;
  readonly passwords?: Passwords;
}

function attempt(
  database: Database,
  { email = EMAIL, password = PASSWORD, passwords = plainPasswords(), ...visit }: Try,
): Promise<LoginResult> {
  return login({ database, passwords }, { email, password }, { ...VISIT, ...visit });
}

async function outcome(database: Database, tried: Try): Promise<string> {
  const result = await attempt(database, tried);
  return result.kind === "in" ? "in" : result.problem.code;
}

forEachDatabase("login() starts a new session each time", async (database) => {
  const owner = await makeOwner(database);
  const first = await attempt(database, { email: " OWNER@example.org" });
  const second = await attempt(database, {});
  ok(first.kind === "in" && second.kind === "in");
  deepEqual(first.account, owner);
  notEqual(first.session.id, second.session.id);
  deepEqual(await findSession(database, first.session.id, NOON), owner);
  deepEqual(await auditOf(database), [`account-made ${EMAIL}`, `login ${EMAIL}`, `login ${EMAIL}`]);
});

forEachDatabase("login() works with real password hashes", async (database) => {
  const passwords = createPasswords();
  const code = await ownerCode(database, NOON) ?? "";
  const credentials = { email: EMAIL, password: PASSWORD };
  await acceptInvitation({ database, passwords }, code, credentials, VISIT);
  equal(await outcome(database, { passwords, password: "wrong horse battery" }), "login-wrong");
  equal(await outcome(database, { passwords }), "in");
});

/** Creates passwords whose stored hashes are outdated until they are hashed again. */
function outdatedPasswords(hash: Passwords["hash"] = (text) => Promise.resolve(`new ${text}`)) {
  return {
    hash,
    matches: (password: string, kept: string | null) =>
      Promise.resolve(kept === password || kept === `new ${password}`),
    isOutdated: (kept: string) => !kept.startsWith("new "),
  };
}

forEachDatabase("login() rehashes an outdated password if it is right", async (database) => {
  await makeOwner(database);
  const passwords = outdatedPasswords();
  equal(await outcome(database, { passwords, password: "wrong horse battery" }), "login-wrong");
  deepEqual(await keptPasswords(database), [PASSWORD]);
  equal(await outcome(database, { passwords }), "in");
  deepEqual(await keptPasswords(database), [`new ${PASSWORD}`]);
  equal(await outcome(database, { passwords }), "in");
  deepEqual(await keptPasswords(database), [`new ${PASSWORD}`]);
});

forEachDatabase(
  "login() succeeds if the queue is too full to rehash the password",
  async (database) => {
    await makeOwner(database);
    const passwords = outdatedPasswords(() => Promise.reject(new PasswordsBusy("busy")));
    equal(await outcome(database, { passwords }), "in");
    deepEqual(await keptPasswords(database), [PASSWORD]);
  },
);

forEachDatabase(
  "login() fails if the password was changed during the check",
  async (database) => {
    await makeOwner(database);
    const passwords = outdatedPasswords(async (password) => {
      await database.transaction((queries) =>
        queries.all("UPDATE accounts SET password = 'other'")
      );
      return `new ${password}`;
    });
    equal(await outcome(database, { passwords }), "login-wrong");
    deepEqual(await keptPasswords(database), ["other"]);
    equal(await rowsOf(database, "sessions"), 0);
  },
);

forEachDatabase(
  "login() succeeds if another login has rehashed the password",
  async (database) => {
    await makeOwner(database);
    const passwords = outdatedPasswords(async (password) => {
      const sql = `UPDATE accounts SET password = 'new ${password}'`;
      await database.transaction((queries) => queries.all(sql));
      return `new ${password}`;
    });
    equal(await outcome(database, { passwords }), "in");
    equal(await rowsOf(database, "sessions"), 1);
  },
);

forEachDatabase(
  "login() gives the same answer for the same work, with or without an account",
  async (database) => {
    await makeOwner(database);
    const wrong: Try[] = [
      { password: "wrong" },
      { password: "" },
      { email: "nobody@example.org" },
      { email: "no address" },
      { email: "" },
    ];
    const answers = [];
    for (const tried of wrong) {
      const passwords = plainPasswords();
      answers.push(await attempt(database, { ...tried, passwords }));
      equal(passwords.compared.length, 1);
    }
    equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1);
    equal(await rowsOf(database, "sessions"), 0);
  },
);

forEachDatabase(
  "login() rejects any text and logs only valid addresses",
  async (database) => {
    const { id } = await makeOwner(database);
    for (const text of [...INJECTIONS, "\0", "\ud800", "a".repeat(100_000), "nobody@example.org"]) {
      const tried = { email: text, password: text, client: null };
      equal(await outcome(database, tried), "login-wrong");
    }
    equal(await outcome(database, { password: "wrong", client: null }), "login-wrong");
    const failed = await database.all<{ account_id: string; subject: string }>(
      "SELECT DISTINCT account_id, subject FROM audit WHERE event = 'login-failed'",
    );
    deepEqual(
      new Set(failed.map(({ account_id, subject }) => `${account_id} ${subject}`)),
      new Set([
        "null ",
        "null nobody@example.org",
        `${id} ${EMAIL}`,
      ]),
    );
    equal(await outcome(database, {}), "in");
  },
);

for (
  const [seconds, wait] of [
    [1, "1 minute"],
    [60, "1 minute"],
    [61, "2 minutes"],
    [900, "15 minutes"],
  ] as const
) {
  Deno.test(`lockedOut(${seconds}) asks to wait ${wait}`, () => {
    match(lockedOut(seconds).message, new RegExp(`\\b${wait}\\.`));
  });
}

for (const email of [EMAIL, "nobody@example.org", "no address"]) {
  forEachDatabase(
    `login() locks after five wrong passwords for '${email}', even for the right one`,
    async (database) => {
      await makeOwner(database);
      for (let round = 0; round < 5; round++) {
        equal(await outcome(database, { email, password: "wrong" }), "login-wrong");
      }
      const passwords = plainPasswords();
      const locked = await attempt(database, { email, passwords });
      ok(locked.kind === "refused");
      equal(locked.problem.code, "login-locked");
      equal(locked.retryAfterSeconds, 900);
      deepEqual(passwords.compared, []);
      const last = await attempt(database, { email, now: NOON + LOCK_OUT_MS - 1 });
      ok(last.kind === "refused");
      equal(last.retryAfterSeconds, 1);
      const right = email === EMAIL ? "in" : "login-wrong";
      equal(await outcome(database, { email, client: "198.51.100.1" }), right, "whoever else");
      equal(await outcome(database, { email, now: NOON + LOCK_OUT_MS }), right);
    },
  );
}

forEachDatabase(
  "login() resets the wrong passwords of an address after the right one",
  async (database) => {
    await makeOwner(database);
    for (let round = 0; round < 3; round++) {
      for (let wrong = 0; wrong < 4; wrong++) {
        equal(await outcome(database, { password: "wrong" }), "login-wrong");
      }
      equal(await outcome(database, {}), "in");
    }
  },
);

forEachDatabase(
  "login() does not exceed the limit with concurrent attempts on two servers",
  async (database, tested) => {
    await makeOwner(database);
    const databases = await twoServers(database, tested);
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        outcome(databases[index % 2] ?? database, {
          password: "wrong",
          client: `2001:db8::${index}`,
        })),
    );
    equal(
      all.filter((each) => each === "login-wrong").length,
      5,
    );
    equal(all.filter((each) => each === "login-locked").length, 15);
  },
);

forEachDatabase(
  "login() locks an account after a hundred wrong passwords from all networks",
  async (database) => {
    await makeOwner(database);
    const all = await Promise.all(
      Array.from(
        { length: 110 },
        (_, index) => outcome(database, { password: "wrong", client: `198.51.${index}.1` }),
      ),
    );
    equal(all.filter((each) => each === "login-wrong").length, 100);
    equal(await outcome(database, { client: "203.0.113.1" }), "login-locked");
  },
);

forEachDatabase(
  "login() locks a network that tries fifty accounts, and no other",
  async (database) => {
    await makeOwner(database);
    const all = await Promise.all(
      Array.from(
        { length: 60 },
        (_, index) =>
          outcome(database, { email: `person${index}@example.org`, client: `2001:db8::${index}` }),
      ),
    );
    equal(all.filter((each) => each === "login-wrong").length, 50);
    equal(await outcome(database, { client: "2001:db8::abcd:1" }), "login-locked");
    equal(await outcome(database, { client: "2001:db8:0:1::1" }), "in");
  },
);

forEachDatabase("login() does not count refused attempts", async (database) => {
  await makeOwner(database);
  for (let name = 0; name < 50; name++) {
    equal(await outcome(database, { email: `person${name}@example.org` }), "login-wrong");
  }
  const counted = async () => {
    const [row] = await database.all("SELECT SUM(attempts) AS attempts FROM login_attempts");
    return Number(row?.["attempts"]);
  };
  const before = await counted();
  for (let round = 0; round < 6; round++) equal(await outcome(database, {}), "login-locked");
  equal(await counted(), before);
});

forEachDatabase("login() counts all spellings of an address together", async (database) => {
  await makeOwner(database);
  for (
    const email of [EMAIL, ` ${EMAIL}`, EMAIL.toUpperCase(), `${EMAIL}\n`, "Owner@example.org"]
  ) {
    equal(await outcome(database, { email, password: "wrong" }), "login-wrong");
  }
  equal(await outcome(database, {}), "login-locked");
});

forEachDatabase("login() does not count right passwords", async (database) => {
  await makeOwner(database);
  for (let round = 0; round < 60; round++) equal(await outcome(database, {}), "in");
});

forEachDatabase("login() does not count attempts if the queue is full", async (database) => {
  await makeOwner(database);
  const passwords = {
    ...plainPasswords(),
    matches: () => Promise.reject(new PasswordsBusy("busy")),
  };
  for (let round = 0; round < 60; round++) {
    equal(await outcome(database, { passwords }), "account-busy");
  }
  equal(await outcome(database, {}), "in");
});

forEachDatabase("login() fails if the account is removed during the check", async (database) => {
  const owner = await makeOwner(database);
  const { id, email } = await makeMember(database, owner, "ada@example.org");
  const passwords = {
    ...plainPasswords(),
    async matches() {
      await removePerson(database, owner.id, id, VISIT);
      return true;
    },
  };
  equal(await outcome(database, { email, passwords }), "login-wrong");
  equal(await rowsOf(database, "sessions"), 0);
});

forEachDatabase(
  "login() allows five wrong passwords in any fifteen minutes",
  async (database) => {
    await makeOwner(database);
    let email = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 500_000 }), { maxLength: 30 }),
        async (pauses) => {
          email++;
          const wrong: number[] = [];
          let now = NOON;
          for (const pause of pauses) {
            now += pause;
            const tried = { email: `person${email}@example.org`, now, client: null };
            if (await outcome(database, tried) === "login-wrong") wrong.push(now);
          }
          for (const [index, at] of wrong.entries()) {
            const sixth = wrong[index + 5];
            ok(sixth === undefined || sixth - at >= LOCK_OUT_MS);
          }
        },
      ),
      { numRuns: IS_FULL_TIER ? 100 : 5 },
    );
  },
);
