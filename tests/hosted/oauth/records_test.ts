/** Records of the authorization server. */

import { deepEqual, equal, notEqual, ok, rejects } from "node:assert/strict";
// @ts-types="@types/oidc-provider"
import type { Adapter, AdapterPayload } from "oidc-provider";
import { LIFETIMES, milliseconds } from "../../../hosted/accounts/limits.ts";
import { createRecords } from "../../../hosted/oauth/records.ts";
import type { Database } from "../../../hosted/storage/database.ts";
import { forEachDatabase } from "../storage/on_both.ts";
import { makeAccount } from "../projects/account.ts";
import { INJECTIONS, NOON } from "../accounts/made_accounts.ts";

const HOUR_S = 3_600;

interface TestedRecords {
  of(kind: string): Adapter;
  /** Advances the clock by milliseconds. */
  wait(ms: number): void;
}

function testedRecords(database: Database): TestedRecords {
  let passed = 0;
  return {
    of: (kind) => createRecords(database, kind, () => NOON + passed),
    wait: (ms) => void (passed += ms),
  };
}

/** Returns the kinds and ids of all records. */
async function kept(records: TestedRecords, ids: readonly (readonly [string, string])[]) {
  const found = [];
  for (const [kind, id] of ids) {
    if (await records.of(kind).find(id) !== undefined) found.push(`${kind} ${id}`);
  }
  return found;
}

/** Records that belong to two consents, and records without one. */
const ALL = [
  ["Grant", "grant_1"],
  ["AccessToken", "access_1"],
  ["AccessToken", "access_1b"],
  ["RefreshToken", "refresh_1"],
  ["AuthorizationCode", "code_1"],
  ["Grant", "grant_2"],
  ["AccessToken", "access_2"],
  ["RefreshToken", "refresh_2"],
  ["Interaction", "one"],
  ["Session", "one"],
] as const;

async function keepAll(database: Database, records: TestedRecords): Promise<void> {
  for (const id of ["acc_0", "acc_1", "acc_2"]) await makeAccount(database, id);
  for (const [kind, id] of ALL) {
    const grantId = /_([12])/.exec(id)?.[1];
    const payload: AdapterPayload = {
      accountId: `acc_${grantId ?? 0}`,
      ...(grantId !== undefined && kind !== "Grant" && { grantId: `grant_${grantId}` }),
    };
    await records.of(kind).upsert(id, payload, HOUR_S);
  }
}

const NAMES = ALL.map(([kind, id]) => `${kind} ${id}`);

function without(gone: readonly string[]): readonly string[] {
  return NAMES.filter((name) => !gone.includes(name));
}

forEachDatabase("a record is found by its kind and id, until it expires", async (database) => {
  const records = testedRecords(database);
  const tokens = records.of("AccessToken");
  await makeAccount(database, "acc_1");
  await tokens.upsert("one", { scope: "tools:read", accountId: "acc_1" }, HOUR_S);
  const found = { scope: "tools:read", accountId: "acc_1", jti: "one" };
  deepEqual(await tokens.find("one"), found);
  equal(await records.of("RefreshToken").find("one"), undefined);
  for (const id of ["", "on", "oneone", "ONE", "\0", "one\0", "\ud800", ...INJECTIONS]) {
    equal(await tokens.find(id), undefined, id);
  }
  records.wait(HOUR_S * 1000 - 1);
  deepEqual(await tokens.find("one"), found);
  records.wait(1);
  equal(await tokens.find("one"), undefined);
});

forEachDatabase("a record saved in its last second has expired", async (database) => {
  const codes = testedRecords(database).of("DeviceCode");
  await codes.upsert("one", { userCode: "BCDF" }, 0);
  equal(await codes.find("one"), undefined);
  equal(await codes.findByUserCode("BCDF"), undefined);
  const kept = await database.all("SELECT id FROM oauth_records WHERE expires_at IS NULL");
  equal(kept.length, 0);
});

forEachDatabase("upsert() replaces a record", async (database) => {
  const records = testedRecords(database);
  const sessions = records.of("Session");
  await makeAccount(database, "acc_1");
  await sessions.upsert("one", { uid: "uid_1", accountId: "acc_1" }, HOUR_S);
  await sessions.upsert("other", { uid: "uid_2" }, HOUR_S);
  records.wait(1_000);
  await sessions.upsert("one", { uid: "uid_3" }, HOUR_S);
  deepEqual(await sessions.find("one"), { uid: "uid_3", jti: "one" });
  deepEqual(await sessions.findByUid("uid_3"), { uid: "uid_3" });
  equal(await sessions.findByUid("uid_1"), undefined);
  deepEqual(await sessions.findByUid("uid_2"), { uid: "uid_2" });
  equal(await records.of("Interaction").findByUid("uid_2"), undefined);
  records.wait(HOUR_S * 1000 - 1);
  notEqual(await sessions.find("one"), undefined);
});

forEachDatabase("secrets are stored as hashes", async (database) => {
  const records = testedRecords(database);
  const secret = "a-secret-that-lets-somebody-in";
  const kinds = ["AccessToken", "RefreshToken", "AuthorizationCode", "DeviceCode", "Session"];
  for (const kind of kinds) {
    const session = { uid: "uid_1", cookie: secret } as AdapterPayload["session"] & object;
    await records.of(kind).upsert(secret, { jti: secret, session }, HOUR_S);
  }
  const rows = JSON.stringify(await database.all("SELECT * FROM oauth_records"));
  equal(rows.includes(secret), false);
  ok(rows.includes("uid_1"));
  // The ids of apps and consents are not secret.
  for (const kind of ["Client", "Grant"]) await records.of(kind).upsert("name", {}, HOUR_S);
  const ids = await database.all("SELECT id FROM oauth_records WHERE id = 'name'");
  equal(ids.length, 2);
});

forEachDatabase("a record is consumed once, and no other with it", async (database) => {
  const records = testedRecords(database);
  const codes = records.of("AuthorizationCode");
  for (const id of ["one", "other"]) await codes.upsert(id, {}, HOUR_S);
  await records.of("RefreshToken").upsert("one", {}, HOUR_S);
  records.wait(5_000);
  const tries = await Promise.allSettled([codes.consume("one"), codes.consume("one")]);
  deepEqual(tries.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
  await rejects(async () => await codes.consume("one"), { error: "invalid_grant" });
  await rejects(async () => await codes.consume("absent"), { error: "invalid_grant" });
  deepEqual(await codes.find("one"), { consumed: NOON / 1000 + 5, jti: "one" });
  deepEqual(await codes.find("other"), { jti: "other" });
  deepEqual(await records.of("RefreshToken").find("one"), { jti: "one" });
});

/** The first consent and its records. */
const OF_GRANT = NAMES.filter((name) => /_1b?$/.test(name));

for (
  const [kind, id, gone] of [
    ["AccessToken", "access_1", OF_GRANT],
    ["RefreshToken", "refresh_1", OF_GRANT],
    ["AuthorizationCode", "code_1", ["AuthorizationCode code_1"]],
    ["Interaction", "one", ["Interaction one"]],
    ["Session", "one", ["Session one"]],
    ["AccessToken", "absent", []],
    ["RefreshToken", "access_1", []],
  ] as const
) {
  forEachDatabase(
    `destroying the ${kind} ${id} removes ${gone.length} records`,
    async (database) => {
      const records = testedRecords(database);
      await keepAll(database, records);
      await records.of(kind).destroy(id);
      deepEqual(await kept(records, ALL), without(gone));
    },
  );
}

forEachDatabase("revoking a consent removes only its own records", async (database) => {
  const records = testedRecords(database);
  await keepAll(database, records);
  await records.of("AccessToken").revokeByGrantId("grant_1");
  deepEqual(await kept(records, ALL), without(OF_GRANT));
});

forEachDatabase("a device code is found by its user code", async (database) => {
  const records = testedRecords(database);
  const devices = records.of("DeviceCode");
  await makeAccount(database, "acc_1");
  await devices.upsert("secret_1", { userCode: "AAAA", clientId: "app_1" }, HOUR_S);
  await devices.upsert("secret_2", { userCode: "BBBB", clientId: "app_2" }, HOUR_S);
  const typed = await devices.findByUserCode("BBBB");
  equal(typed?.clientId, "app_2");
  equal(JSON.stringify(typed).includes("secret_2"), false);
  // The id of the found record is a hash with a prefix. That id finds the device code, but no other
  // kind of record.
  equal((await devices.find(String(typed?.jti)))?.clientId, "app_2");
  equal(await records.of("Session").find(String(typed?.jti)), undefined);
  // The record can be updated under that id.
  await devices.upsert(String(typed?.jti), { ...typed, accountId: "acc_1" }, HOUR_S);
  equal((await devices.find("secret_2"))?.accountId, "acc_1");
  equal((await devices.find("secret_1"))?.accountId, undefined);
  for (const code of ["AAA", "aaaa", "", "\0", "secret_1"]) {
    equal(await devices.findByUserCode(code), undefined, code);
  }
  equal(await records.of("Session").findByUserCode("AAAA"), undefined);
  records.wait(HOUR_S * 1000);
  equal(await devices.findByUserCode("AAAA"), undefined);
});

forEachDatabase(
  "an app is kept for a day, and for longer once someone connects it",
  async (database) => {
    const records = testedRecords(database);
    const clients = records.of("Client");
    const [day, idle] = [milliseconds(LIFETIMES.newApp), milliseconds(LIFETIMES.idleApp)];
    for (const id of ["app_1", "app_2"]) await clients.upsert(id, { client_name: id }, 0);
    await records.of("Grant").upsert("grant_1", { clientId: "app_1" }, HOUR_S);
    // Apps request device codes without a person.
    await records.of("DeviceCode").upsert("code", { clientId: "app_2" }, HOUR_S);
    records.wait(day - 1);
    deepEqual(await kept(records, [["Client", "app_1"], ["Client", "app_2"]]), [
      "Client app_1",
      "Client app_2",
    ]);
    records.wait(1);
    deepEqual(await kept(records, [["Client", "app_1"], ["Client", "app_2"]]), ["Client app_1"]);
    records.wait(idle - day - 1);
    notEqual(await clients.find("app_1"), undefined);
    records.wait(1);
    equal(await clients.find("app_1"), undefined);
  },
);
