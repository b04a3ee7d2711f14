/** Credentials expire on time, even while they are leased. */

import { equal } from "node:assert/strict";
import { LEASE_MS } from "../../../hosted/accounts/leases.ts";
import { createHostedApp } from "../../../hosted/http/app.ts";
import { type Database, first } from "../../../hosted/storage/database.ts";
import { forEachServed } from "../storage/on_both.ts";
import { post } from "../../http/messages.ts";
import { connected } from "./oauth/played_client.ts";
import { CLIENT, hostedApp, keyOf, type TestedHostedApp } from "./hosted_app.ts";

/** A kind of credential that expires: how to create one and find its expiry. */
interface Expiring {
  make(app: TestedHostedApp): Promise<string>;
  readonly sql: string;
}

const EXPIRING: Readonly<Record<string, Expiring>> = {
  "a key": {
    make: async (app) => await keyOf(await app.owner(), { expires_in_days: "30" }),
    sql: "SELECT expires_at FROM api_keys",
  },
  "an access token": {
    make: async (app) => (await connected(app, await app.owner())).tokens.access,
    sql: "SELECT expires_at FROM oauth_records WHERE kind = 'AccessToken'",
  },
};

for (const [what, { make, sql }] of Object.entries(EXPIRING)) {
  forEachServed(`${what} that expires during a lease is rejected`, async (database) => {
    const app = await hostedApp(database);
    const bearer = await make(app);
    const end = await endOf(database, sql);
    let now = end - LEASE_MS / 2;
    const late = createHostedApp({ ...app.options, now: () => now, time: () => now });
    const status = async () => {
      const headers = { authorization: `Bearer ${bearer}` };
      const response = await late.fetch(post({ method: "tools/list" }, "modern", headers), CLIENT);
      await response.body?.cancel();
      return response.status;
    };
    equal(await status(), 200);
    now = end - 1;
    equal(await status(), 200);
    now = end;
    equal(await status(), 401);
  });
}

async function endOf(database: Database, sql: string): Promise<number> {
  const row = await first<{ expires_at: number }>(database, sql);
  return row?.expires_at ?? NaN;
}
