/** What the authorization server gives, and how long it is good for. */

import { equal, notEqual } from "node:assert/strict";
import { createProvider } from "../../../accounts/oauth/provider.ts";
import { createRecords } from "../../../accounts/oauth/records.ts";
import { signingKeys } from "../../../accounts/oauth/signing_keys.ts";
import { withDatabase } from "../../storage/on_both.ts";
import { NOON } from "../made_accounts.ts";

const ISSUER = "https://layerwright.example";
const DAY_S = 86_400;

for (
  const [kind, seconds] of [
    ["AccessToken", 3_600],
    ["AuthorizationCode", 60],
    ["DeviceCode", 600],
    ["Grant", 400 * DAY_S],
    ["RefreshToken", 60 * DAY_S],
  ] as const
) {
  Deno.test(`a record of kind ${kind} lasts ${seconds} seconds`, () =>
    withDatabase("sqlite", async (database) => {
      let now = NOON;
      const time = () => now;
      const provider = createProvider({
        database,
        secret: "secret",
        issuer: ISSUER,
        resource: `${ISSUER}/mcp`,
        jwks: { keys: [...await signingKeys(database, NOON)] },
        time,
        accountOf: () => Promise.resolve(null),
        fetchPublic: () => Promise.reject(new Error("Something was fetched")),
        onBug(problem) {
          throw problem;
        },
      });
      const client = await provider.Client.find("layerwright-setup");
      const id = await new provider[kind]({ client } as never).save();
      const records = createRecords(database, kind, time);
      now = NOON + seconds * 1_000 - 1;
      notEqual(await records.find(id), undefined);
      now += 1;
      equal(await records.find(id), undefined);
    }));
}
