import { deepEqual, equal, notEqual, ok, rejects } from "node:assert/strict";
import { makeApiKey } from "../../../hosted/accounts/api_key_text.ts";
import {
  createApiKey,
  findApiKey,
  listApiKeys,
  revokeApiKey,
  type WantedKey,
} from "../../../hosted/accounts/api_keys.ts";
import { createLastUse } from "../../../hosted/accounts/last_use.ts";
import { DAY_MS } from "../../../hosted/accounts/limits.ts";
import type { Database } from "../../../hosted/storage/database.ts";
import { forEachDatabase } from "../storage/on_both.ts";
import {
  auditOf,
  INJECTIONS,
  makeMember,
  makeOwner,
  NOON,
  rowsOf,
  twoServers,
  VISIT,
} from "./made_accounts.ts";

const WANTED: WantedKey = { name: "laptop", scopes: ["tools:read"], days: null };

function create(
  database: Database,
  accountId: string,
  wanted: Partial<WantedKey> = {},
  most = 100,
) {
  return createApiKey({ database, most }, accountId, { ...WANTED, ...wanted }, VISIT);
}

async function made(database: Database, accountId: string, wanted: Partial<WantedKey> = {}) {
  const result = await create(database, accountId, wanted);
  ok(result.kind === "made");
  return result;
}

async function problems(result: ReturnType<typeof create>): Promise<readonly string[]> {
  const outcome = await result;
  return outcome.kind === "made" ? [] : outcome.problems.map(({ code }) => code);
}

forEachDatabase(
  "a key gives access to its account and scopes until it is revoked",
  async (database) => {
    const owner = await makeOwner(database);
    const { text, key } = await made(database, owner.id, { scopes: ["tools:write"] });
    deepEqual(await findApiKey(database, text, NOON), {
      keyId: key.id,
      accountId: owner.id,
      role: "owner",
      scopes: ["tools:write"],
      expiresAt: null,
      author: { account: owner.email, credential: `key '${key.name}' (lw_****${key.ending})` },
    });
    equal(await revokeApiKey(database, owner.id, key.id, VISIT), null);
    equal(await findApiKey(database, text, NOON), null);
    deepEqual((await auditOf(database)).slice(1), [`key-made ${key.id}`, `key-revoked ${key.id}`]);
  },
);

forEachDatabase("a key's text is never stored", async (database) => {
  const owner = await makeOwner(database);
  const { text, key } = await made(database, owner.id);
  notEqual(text, (await made(database, owner.id)).text);
  equal(key.ending, text.slice(-4));
  for (const table of ["api_keys", "audit"]) {
    ok(!JSON.stringify(await database.all(`SELECT * FROM ${table}`)).includes(text.slice(0, 20)));
  }
});

forEachDatabase("a key lasts for the requested number of days", async (database) => {
  const owner = await makeOwner(database);
  for (const days of [1, 365]) {
    const { text, key } = await made(database, owner.id, { days });
    equal(key.expiresAt, NOON + days * DAY_MS);
    notEqual(await findApiKey(database, text, NOON + days * DAY_MS - 1), null);
    equal(await findApiKey(database, text, NOON + days * DAY_MS), null);
  }
  const { text } = await made(database, owner.id, { days: null });
  notEqual(await findApiKey(database, text, NOON + 10_000 * DAY_MS), null);
});

forEachDatabase("any text in a name is stored and listed unchanged", async (database) => {
  const owner = await makeOwner(database);
  const names = [...INJECTIONS, "a".repeat(100), "🙂".repeat(100)];
  for (const name of names) await made(database, owner.id, { name: ` ${name} ` });
  const listed = await listApiKeys(database, owner.id);
  deepEqual(new Set(listed.map(({ name }) => name)), new Set(names));
});

forEachDatabase(
  "createApiKey() reports all problems at once and creates no key",
  async (database) => {
    const owner = await makeOwner(database);
    for (const name of ["", " ", "a".repeat(101), "a\nb", "a\tb", "a\0b", "\u202ea", "a\ud800"]) {
      deepEqual(await problems(create(database, owner.id, { name })), ["key-name"]);
    }
    for (
      const scopes of [[], ["tools:admin"], ["tools:read", "*"], ["tools:read tools:write"], [""]]
    ) {
      deepEqual(await problems(create(database, owner.id, { scopes })), ["key-scopes"]);
    }
    for (const days of [0, -1, 366, 1.5, NaN, Infinity]) {
      deepEqual(await problems(create(database, owner.id, { days })), ["key-expiry"]);
    }
    deepEqual(await problems(create(database, owner.id, { name: "", scopes: [], days: 0 })), [
      "key-name",
      "key-scopes",
      "key-expiry",
    ]);
    deepEqual(await problems(create(database, "acc_none")), ["account-missing"]);
    equal(await rowsOf(database, "api_keys"), 0);
  },
);

forEachDatabase(
  "scopes are stored once and in a fixed order",
  async (database) => {
    const owner = await makeOwner(database);
    const scopes = ["tools:write", "tools:read", "tools:write"];
    const { text } = await made(database, owner.id, { scopes });
    const found = await findApiKey(database, text, NOON);
    deepEqual(found?.scopes, ["tools:read", "tools:write"]);
  },
);

forEachDatabase(
  "ten concurrent requests to two servers do not exceed the limit of keys",
  async (database, tested) => {
    const owner = await makeOwner(database);
    const databases = await twoServers(database, tested);
    const results = await Promise.all(
      Array.from(
        { length: 10 },
        (_, index) => problems(create(databases[index % 2] ?? database, owner.id, {}, 3)),
      ),
    );
    equal(
      results.filter((codes) => codes.length === 0).length,
      3,
    );
    equal(results.filter(([code]) => code === "key-limit").length, 7);
    equal(await rowsOf(database, "api_keys"), 3);
  },
);

forEachDatabase("each account has its own keys and its own limit", async (database) => {
  const owner = await makeOwner(database);
  const member = await makeMember(database, owner, "ada@example.org");
  const holders = [];
  for (const { id, role } of [owner, member]) {
    const result = await create(database, id, {}, 1);
    ok(result.kind === "made");
    const found = await findApiKey(database, result.text, NOON);
    holders.push([found?.keyId === result.key.id, found?.accountId === id, found?.role === role]);
    deepEqual(await problems(create(database, id, {}, 1)), ["key-limit"]);
  }
  deepEqual(holders, [[true, true, true], [true, true, true]]);
});

forEachDatabase("listApiKeys() lists the newest key first", async (database) => {
  const owner = await makeOwner(database);
  const times = [3, 5, 1, 4, 2, 6];
  for (const at of times) {
    const wanted = { ...WANTED, name: `${at}` };
    await createApiKey({ database, most: 9 }, owner.id, wanted, { ...VISIT, now: NOON + at });
  }
  const names = (await listApiKeys(database, owner.id)).map(({ name }) => name);
  deepEqual(names, ["6", "5", "4", "3", "2", "1"]);
});

forEachDatabase(
  "people see and revoke only their own keys, and cannot detect others",
  async (database) => {
    const owner = await makeOwner(database);
    const member = await makeMember(database, owner, "ada@example.org");
    const own = await made(database, member.id);
    const foreign = await made(database, owner.id);
    deepEqual(await listApiKeys(database, member.id), [own.key]);
    const absent = await revokeApiKey(database, member.id, `key_${crypto.randomUUID()}`, VISIT);
    equal(absent?.code, "key-missing");
    const strange = [foreign.key.id, "", "\0", own.key.id.toUpperCase(), ...INJECTIONS];
    // Each revocation waits for all leases.
    await Promise.all(strange.map(async (id) => {
      deepEqual(await revokeApiKey(database, member.id, id, VISIT), absent, id);
    }));
    equal((await revokeApiKey(database, owner.id, own.key.id, VISIT))?.code, "key-missing");
    notEqual(await findApiKey(database, foreign.text, NOON), null);
    notEqual(await findApiKey(database, own.text, NOON), null);
  },
);

Deno.test("findApiKey() sends no query for an invalid key", async () => {
  const database: Database = {
    kind: "sqlite",
    all: () => Promise.reject(new Error("The database was asked")),
    transaction: () => Promise.reject(new Error("The database was asked")),
    close: () => Promise.resolve(),
  };
  const key = makeApiKey();
  const mistyped = [key.slice(1), `${key}0`, key.slice(0, -1), "", "\0", ...INJECTIONS];
  for (const text of mistyped) equal(await findApiKey(database, text, NOON), null);
  await rejects(findApiKey(database, key, NOON), /was asked/);
});

forEachDatabase("flush() writes the last use of each key", async (database) => {
  const owner = await makeOwner(database);
  const [one, other] = [await made(database, owner.id), await made(database, owner.id)];
  const lastUse = createLastUse();
  for (const now of [NOON + 1, NOON + 3, NOON + 2]) lastUse.note(one.key.id, now);
  const uses = async () =>
    new Map((await listApiKeys(database, owner.id)).map(({ id, lastUsedAt }) => [id, lastUsedAt]));
  deepEqual((await uses()).get(one.key.id), null);
  await lastUse.flush(database);
  deepEqual(await uses(), new Map([[one.key.id, NOON + 3], [other.key.id, null]]));
  // A slower server.
  const late = createLastUse();
  late.note(one.key.id, NOON + 2);
  late.note(`key_${crypto.randomUUID()}`, NOON);
  await late.flush(database);
  equal((await uses()).get(one.key.id), NOON + 3);
  lastUse.note(one.key.id, NOON + 4);
  await lastUse.flush(database);
  equal((await uses()).get(one.key.id), NOON + 4);
});

forEachDatabase("flush() keeps uses that it could not write", async (database, tested) => {
  const owner = await makeOwner(database);
  const { key } = await made(database, owner.id);
  const lastUse = createLastUse();
  lastUse.note(key.id, NOON + 1);
  const closed = await tested.open();
  await closed.close();
  await rejects(lastUse.flush(closed));
  await lastUse.flush(database);
  const [listed] = await listApiKeys(database, owner.id);
  equal(listed?.lastUsedAt, NOON + 1);
});
