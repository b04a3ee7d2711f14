import { deepEqual, equal } from "node:assert/strict";
import { leasesOver } from "../../../hosted/accounts/leases.ts";
import {
  listConnectedApps,
  recordConnected,
  revokeApp,
} from "../../../hosted/oauth/connected_apps.ts";
import { endProviderSession, hasProviderSession } from "../../../hosted/oauth/provider_sessions.ts";
import { createRecords } from "../../../hosted/oauth/records.ts";
import { hashOfSecret } from "../../../hosted/accounts/secret_text.ts";
import type { Database } from "../../../hosted/storage/database.ts";
import { forEachDatabase } from "../storage/on_both.ts";
import {
  auditOf,
  INJECTIONS,
  makeMember,
  makeOwner,
  NOON,
  VISIT,
} from "../accounts/made_accounts.ts";

const HOUR_S = 3_600;

interface Consent {
  readonly grantId: string;
  readonly accountId: string;
  readonly clientId: string;
  readonly at: number;
}

/** Connects an app, which gets a token. */
async function connect(
  database: Database,
  { grantId, accountId, clientId, at }: Consent,
): Promise<void> {
  const keep = async (kind: string, id: string, payload: Record<string, unknown>) =>
    await createRecords(database, kind, () => NOON + at).upsert(id, payload, 100 * HOUR_S);
  await keep("Client", clientId, { client_name: `App ${clientId}` });
  const resources = { "https://a.example/mcp": "tools:read tools:write" };
  await keep("Grant", grantId, { accountId, clientId, resources });
  await keep("RefreshToken", `refresh ${grantId}`, { accountId, clientId, grantId });
}

async function connectAll(database: Database) {
  const owner = await makeOwner(database);
  const member = await makeMember(database, owner, "ada@example.org");
  const consents: readonly Consent[] = [
    { grantId: "grant_b", accountId: owner.id, clientId: "one", at: 2 },
    { grantId: "grant_c", accountId: owner.id, clientId: "two", at: 3 },
    { grantId: "grant_a", accountId: member.id, clientId: "one", at: 1 },
    { grantId: "grant_d", accountId: owner.id, clientId: "three", at: 1 },
  ];
  for (const consent of consents) await connect(database, consent);
  return { owner, member };
}

async function grants(database: Database, accountId: string, now = NOON + 9) {
  return (await listConnectedApps(database, accountId, now)).map(({ grantId }) => grantId);
}

forEachDatabase(
  "listConnectedApps() lists an account's own apps, newest first",
  async (database) => {
    const { owner, member } = await connectAll(database);
    // A record of another kind may have the same id as an app.
    await createRecords(database, "Grant", () => NOON).upsert("two", {}, HOUR_S);
    deepEqual(await grants(database, owner.id), ["grant_c", "grant_b", "grant_d"]);
    deepEqual(await listConnectedApps(database, member.id, NOON + 9), [{
      grantId: "grant_a",
      name: "App one",
      knownFrom: null,
      scopes: ["tools:read", "tools:write"],
      connectedAt: NOON + 1,
      lastActiveAt: NOON + 1,
    }]);
  },
);

forEachDatabase("listConnectedApps() omits apps without valid tokens", async (database) => {
  const { owner, member } = await connectAll(database);
  const tokens = createRecords(database, "RefreshToken", () => NOON + 9);
  await tokens.consume("refresh grant_c");
  deepEqual(await grants(database, owner.id), ["grant_b", "grant_d"]);
  const end = NOON + 1 + 100 * HOUR_S * 1000;
  deepEqual(await grants(database, member.id, end - 1), ["grant_a"]);
  deepEqual(await grants(database, member.id, end), []);
});

forEachDatabase("revokeApp() removes one consent of the given account", async (database) => {
  const { owner, member } = await connectAll(database);
  const missing = await revokeApp(database, owner.id, "grant_z", VISIT);
  equal(missing?.code, "app-missing");
  const token = hashOfSecret("refresh grant_b");
  const strange = [
    "grant_a",
    "",
    "\0",
    "grant_b\0",
    "grant_b\n",
    "refresh grant_b",
    token,
    ...INJECTIONS,
  ];
  // Each revocation waits for all leases.
  await Promise.all(strange.map(async (grantId) => {
    deepEqual(await revokeApp(database, owner.id, grantId, VISIT), missing, grantId);
  }));
  deepEqual(await grants(database, member.id), ["grant_a"]);
  equal(await revokeApp(database, owner.id, "grant_b", VISIT), null);
  deepEqual(await grants(database, owner.id), ["grant_c", "grant_d"]);
  deepEqual(await grants(database, member.id), ["grant_a"]);
  const left = "SELECT DISTINCT grant_id FROM oauth_records WHERE grant_id IS NOT NULL ORDER BY 1";
  deepEqual((await database.all(left)).map(Object.values).flat(), [
    "grant_a",
    "grant_c",
    "grant_d",
  ]);
  const revoked = (await auditOf(database)).filter((each) => each.startsWith("app-"));
  deepEqual(revoked, ["app-revoked App one"]);
});

forEachDatabase("revokeApp() returns after all leases have expired", async (database) => {
  const { owner } = await connectAll(database);
  for (const grantId of ["grant_b", "grant_z"]) {
    const order: string[] = [];
    // This wait begins before the revocation, so it must end first.
    const leases = leasesOver().then(() => order.push("leases"));
    const revoking = revokeApp(database, owner.id, grantId, VISIT).then(() => order.push("done"));
    await Promise.all([leases, revoking]);
    deepEqual(order, ["leases", "done"], grantId);
  }
});

forEachDatabase("recordConnected() logs the app", async (database) => {
  const { member } = await connectAll(database);
  await recordConnected(database, member.id, "two", VISIT);
  const noted = "SELECT account_id, subject FROM audit WHERE event = 'app-connected'";
  deepEqual(await database.all(noted).then((rows) => rows.map(Object.values)), [
    [member.id, "App two"],
  ]);
});

forEachDatabase(
  "endProviderSession() ends one session of the authorization server",
  async (database) => {
    const sessions = createRecords(database, "Session", () => NOON);
    for (const id of ["one", "other"]) await sessions.upsert(id, {}, HOUR_S);
    await createRecords(database, "Interaction", () => NOON).upsert("one", {}, HOUR_S);
    const there = (id: string, now = NOON) => hasProviderSession(database, id, now);
    deepEqual([await there("one"), await there("other"), await there("absent")], [
      true,
      true,
      false,
    ]);
    await endProviderSession(database, "absent");
    await endProviderSession(database, "one");
    deepEqual([await there("one"), await there("other")], [false, true]);
    deepEqual([
      await there("other", NOON + HOUR_S * 1000 - 1),
      await there("other", NOON + HOUR_S * 1000),
    ], [true, false]);
    equal(
      (await database.all("SELECT id FROM oauth_records WHERE kind = 'Interaction'")).length,
      1,
    );
  },
);
