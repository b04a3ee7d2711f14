import { deepEqual, equal } from "node:assert/strict";
import { makeApiKey } from "../../../hosted/accounts/api_key_text.ts";
import { findAccessToken, isAccessToken } from "../../../hosted/oauth/access_tokens.ts";
import { createRecords } from "../../../hosted/oauth/records.ts";
import { hashOfSecret, makeSecretText } from "../../../hosted/accounts/secret_text.ts";
import { forEachDatabase } from "../storage/on_both.ts";
import { makeMember, makeOwner, NOON } from "../accounts/made_accounts.ts";

const RESOURCE = "https://layerwright.example.com/mcp";
const HOUR_S = 3_600;

forEachDatabase(
  "findAccessToken() finds only access tokens that have not expired",
  async (database) => {
    const owner = await makeOwner(database);
    const member = await makeMember(database, owner, "ada@example.org");
    const keep = async (kind: string, id: string, payload: Record<string, unknown>) =>
      await createRecords(database, kind, () => NOON).upsert(id, payload, HOUR_S);
    const accountId = member.id;
    await keep("Client", "app", { client_name: "Notes" });
    await keep("Grant", "grant_1", { accountId, clientId: "app" });
    const given = { accountId, grantId: "grant_1", aud: RESOURCE, scope: "tools:read tools:write" };
    const kinds = ["RefreshToken", "AuthorizationCode", "DeviceCode", "Session", "Interaction"];
    for (const kind of kinds) await keep(kind, `a ${kind}`, given);
    await keep("AccessToken", "token", given);
    await keep("Client", "grant_2", {});
    await keep("AccessToken", "token without a consent", { ...given, grantId: "grant_2" });
    const find = (token: string, now = NOON) =>
      findAccessToken(database, hashOfSecret(token), RESOURCE, now);
    const end = NOON + HOUR_S * 1000;
    const found = {
      grantId: "grant_1",
      accountId,
      role: "member",
      scopes: ["tools:read", "tools:write"],
      expiresAt: end,
      author: { account: "ada@example.org", credential: "app 'Notes'" },
    };
    deepEqual(await find("token"), found);
    deepEqual(await find("token", end - 1), found);
    equal(await find("token", end), null);
    equal(await find("token without a consent"), null);
    for (const kind of kinds) equal(await find(`a ${kind}`), null, kind);
    for (const resource of ["", `${RESOURCE}/`, "https://layerwright.example.com"]) {
      equal(await findAccessToken(database, hashOfSecret("token"), resource, NOON), null, resource);
    }
  },
);

Deno.test("isAccessToken() distinguishes tokens from API keys", () => {
  const token = makeSecretText();
  equal(isAccessToken(token), true);
  for (const text of ["", makeApiKey(), token.slice(1), `${token}A`, `${token.slice(1)}.`]) {
    equal(isAccessToken(text), false, text);
  }
});
