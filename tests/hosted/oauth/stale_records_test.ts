import { deepEqual, equal, notEqual } from "node:assert/strict";
import { DAY_MS, LIFETIMES, milliseconds } from "../../../hosted/accounts/limits.ts";
import { createRecords } from "../../../hosted/oauth/records.ts";
import { removeStaleRecords } from "../../../hosted/oauth/stale_records.ts";
import type { Database } from "../../../hosted/storage/database.ts";
import { forEachDatabase } from "../storage/on_both.ts";
import { NOON } from "../accounts/made_accounts.ts";

const WEEK_S = 7 * 24 * 3_600;

async function grants(database: Database): Promise<readonly unknown[]> {
  const sql = "SELECT id FROM oauth_records WHERE kind = 'Grant' ORDER BY id";
  return (await database.all(sql)).map(({ id }) => id);
}

forEachDatabase(
  "removeStaleRecords() removes consents without tokens",
  async (database) => {
    const of = (kind: string) => createRecords(database, kind, () => NOON);
    for (const id of ["alive", "coded", "empty", "expired", "used"]) {
      await of("Grant").upsert(id, { clientId: "app" }, 2 * WEEK_S);
    }
    await of("RefreshToken").upsert("one", { grantId: "alive" }, WEEK_S);
    await of("AuthorizationCode").upsert("two", { grantId: "coded" }, WEEK_S);
    await of("AccessToken").upsert("three", { grantId: "expired" }, 3_600);
    await of("RefreshToken").upsert("four", { grantId: "used" }, WEEK_S);
    await of("RefreshToken").consume("four");
    await removeStaleRecords(database, NOON + DAY_MS - 1);
    deepEqual(await grants(database), ["alive", "coded", "empty", "expired", "used"]);
    await removeStaleRecords(database, NOON + DAY_MS);
    deepEqual(await grants(database), ["alive", "coded"]);
    await removeStaleRecords(database, NOON + WEEK_S * 1000 - 1);
    deepEqual(await grants(database), ["alive", "coded"]);
    await removeStaleRecords(database, NOON + WEEK_S * 1000);
    deepEqual(await grants(database), []);
  },
);

for (
  const [when, cleanedAt, keptUntil] of [
    ["from the consent, until a day later", NOON + DAY_MS - 1, NOON],
    ["from the last daily clean-up on", NOON + DAY_MS, NOON + DAY_MS],
  ] as const
) {
  forEachDatabase(`removeStaleRecords() keeps connected apps: ${when}`, async (database) => {
    let now = NOON;
    const of = (kind: string) => createRecords(database, kind, () => now);
    for (const id of ["connected", "other"]) await of("Client").upsert(id, {}, 0);
    await of("Grant").upsert("connected", { clientId: "connected" }, WEEK_S);
    await of("RefreshToken").upsert("token", { grantId: "connected" }, WEEK_S);
    await of("DeviceCode").upsert("code", { clientId: "other" }, WEEK_S);
    now = cleanedAt;
    await removeStaleRecords(database, now);
    now = keptUntil + milliseconds(LIFETIMES.idleApp) - 1;
    notEqual(await of("Client").find("connected"), undefined);
    equal(await of("Client").find("other"), undefined);
    equal(await of("Grant").find("connected"), undefined);
    now++;
    equal(await of("Client").find("connected"), undefined);
  });
}
