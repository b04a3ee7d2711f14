/** Expiry of the authorization server's records. */

import { revokeFirst } from "../browser.ts";
import { deepEqual, equal, ok } from "node:assert/strict";
import { removeExpired } from "../../../../hosted/accounts/remove_expired.ts";
import type { Database } from "../../../../hosted/storage/database.ts";
import { forEachServed } from "../../storage/on_both.ts";
import { hostedApp, type TestedHostedApp } from "../hosted_app.ts";
import {
  askEndpoint,
  authorizePath,
  codeFor,
  connected,
  redemption,
  registered,
  renewal,
  tokensIn,
} from "./played_client.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** More rows than one step of the clean-up removes. */
const MANY = 5_000;

async function kinds({ database }: TestedHostedApp): Promise<Record<string, number>> {
  const rows = await database.all<{ kind: string; rows: number }>(
    "SELECT kind, COUNT(*) AS rows FROM oauth_records GROUP BY kind",
  );
  return Object.fromEntries(rows.map(({ kind, rows }) => [kind, rows]));
}

/** Advances the clock and removes expired records. */
async function pass({ database, options, wait }: TestedHostedApp, ms: number): Promise<void> {
  wait(ms);
  await removeExpired(database, options.time());
}

forEachServed("an app that is never connected is removed after a day", async (database) => {
  const app = await hostedApp(database);
  const clientId = await registered(app);
  await pass(app, DAY - 1_000);
  equal((await kinds(app))["Client"], 1);
  await pass(app, 2_000);
  deepEqual(await kinds(app), {});
  const owner = await app.owner();
  equal((await owner.open(authorizePath(app, clientId))).status, 400);
});

forEachServed("an app that is connected late in its first day stays", async (database) => {
  const app = await hostedApp(database);
  const owner = await app.owner();
  const clientId = await registered(app);
  app.wait(DAY - 60_000);
  const code = await codeFor(owner, app, clientId);
  const fields = redemption(app, clientId, code);
  const { refresh } = tokensIn(await askEndpoint(app, "/oauth/token", fields));
  // No clean-up ran in between.
  app.wait(120_000);
  tokensIn(await askEndpoint(app, "/oauth/token", renewal(clientId, refresh)));
});

forEachServed("an app in use stays", async (database) => {
  const app = await hostedApp(database);
  const owner = await app.owner();
  const { clientId, tokens: first } = await connected(app, owner);
  let tokens = first;
  for (let month = 0; month < 8; month++) {
    await pass(app, 30 * DAY);
    tokens = tokensIn(await askEndpoint(app, "/oauth/token", renewal(clientId, tokens.refresh)));
  }
  await pass(app, 2 * HOUR);
  const left = await kinds(app);
  deepEqual([left["Client"], left["Grant"]], [1, 1]);
  equal(left["AccessToken"], undefined);
});

forEachServed("an app is removed 90 days after its last connection ends", async (database) => {
  const app = await hostedApp(database);
  const owner = await app.owner();
  await connected(app, owner);
  await pass(app, 10 * DAY);
  await revokeFirst(owner, "/apps", "/apps/revoke");
  await pass(app, 89 * DAY - HOUR);
  deepEqual(await kinds(app), { Client: 1 });
  await pass(app, 2 * DAY);
  deepEqual(await kinds(app), {});
});

forEachServed("an unused app is removed with its consent", async (database) => {
  const app = await hostedApp(database);
  const owner = await app.owner();
  await connected(app, owner);
  await pass(app, 61 * DAY);
  deepEqual(await kinds(app), { Client: 1 });
  await pass(app, 91 * DAY);
  deepEqual(await kinds(app), {});
});

forEachServed("removing many expired records does not block requests", async (database) => {
  const values = Array.from({ length: MANY }, (_, at) => `('Interaction', '${at}', '{}', 0, 1)`);
  await database.transaction((queries) =>
    queries.all(
      `INSERT INTO oauth_records (kind, id, payload, created_at, expires_at) VALUES ${values}`,
    )
  );
  const left: number[] = [];
  let hasTimerRun = true;
  const watched: Database = {
    kind: database.kind,
    all: (sql, ...values) => database.all(sql, ...values),
    close: () => database.close(),
    async transaction(work) {
      const rows = left.at(-1) ?? 0;
      ok(rows === 0 || rows === MANY || hasTimerRun, `no timer ran while ${rows} rows were left`);
      const result = await database.transaction(work);
      const [counted] = await database.all<{ rows: number }>(
        "SELECT COUNT(*) AS rows FROM oauth_records",
      );
      left.push(counted?.rows ?? 0);
      hasTimerRun = false;
      setTimeout(() => hasTimerRun = true, 0);
      return result;
    },
  };
  await removeExpired(watched, Date.now());
  const between = left.filter((rows) => rows > 0 && rows < MANY);
  ok(between.length >= 3, left.join(" "));
  equal(left.at(-1), 0);
});
