/** The authorization server's metadata and lifetimes. */

import { deepEqual, equal, notEqual } from "node:assert/strict";
// @ts-types="@types/oidc-provider"
import type { Provider } from "oidc-provider";
import { createProvider } from "../../../hosted/oauth/provider.ts";
import { createRecords } from "../../../hosted/oauth/records.ts";
import { signingKeys } from "../../../hosted/oauth/signing_keys.ts";
import { answerAsNode, nodeExchange } from "../../../hosted/http/oauth_bridge.ts";
import type { Database } from "../../../hosted/storage/database.ts";
import { withDatabase } from "../storage/on_both.ts";
import { NOON } from "../accounts/made_accounts.ts";

const ISSUER = "https://layerwright.example";
const DAY_S = 86_400;

async function testedProvider(database: Database, time: () => number): Promise<Provider> {
  return createProvider({
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
}

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
      const provider = await testedProvider(database, time);
      const client = await provider.Client.find("layerwright-setup");
      const id = await new provider[kind]({ client } as never).save();
      const records = createRecords(database, kind, time);
      now = NOON + seconds * 1_000 - 1;
      notEqual(await records.find(id), undefined);
      now += 1;
      equal(await records.find(id), undefined);
    }));
}

Deno.test("the authorization server publishes its metadata", () =>
  withDatabase("sqlite", async (database) => {
    const provider = await testedProvider(database, () => NOON);
    const request = new Request(`${ISSUER}/.well-known/oauth-authorization-server`, {
      headers: { host: "layerwright.example" },
    });
    const exchange = await nodeExchange(request, "127.0.0.1", true);
    deepEqual(await (await answerAsNode(provider, exchange)).json(), {
      issuer: ISSUER,
      authorization_endpoint: `${ISSUER}/oauth/authorize`,
      device_authorization_endpoint: `${ISSUER}/oauth/device`,
      jwks_uri: `${ISSUER}/oauth/jwks`,
      registration_endpoint: `${ISSUER}/oauth/register`,
      revocation_endpoint: `${ISSUER}/oauth/revoke`,
      token_endpoint: `${ISSUER}/oauth/token`,
      authorization_response_iss_parameter_supported: true,
      claim_types_supported: ["normal"],
      claims_parameter_supported: false,
      claims_supported: ["sub", "sid", "auth_time", "iss"],
      client_id_metadata_document_supported: true,
      code_challenge_methods_supported: ["S256"],
      grant_types_supported: [
        "authorization_code",
        "refresh_token",
        "urn:ietf:params:oauth:grant-type:device_code",
      ],
      id_token_signing_alg_values_supported: ["ES256"],
      request_uri_parameter_supported: false,
      response_modes_supported: ["form_post", "fragment", "query"],
      response_types_supported: ["code"],
      scopes_supported: ["tools:read", "tools:write", "keys", "offline_access", "openid"],
      subject_types_supported: ["public"],
      token_endpoint_auth_methods_supported: ["none"],
    });
  }));

Deno.test("a device may poll every four seconds until its code expires", () =>
  withDatabase("sqlite", async (database) => {
    let passed = 0;
    const provider = await testedProvider(database, () => NOON + passed);
    const ask = async (path: string, fields: Readonly<Record<string, string>>) => {
      const body = `${new URLSearchParams({ client_id: "layerwright-setup", ...fields })}`;
      const request = new Request(ISSUER + path, {
        method: "POST",
        body,
        headers: {
          host: "layerwright.example",
          "content-type": "application/x-www-form-urlencoded",
          "content-length": `${body.length}`,
        },
      });
      const exchange = await nodeExchange(request, "127.0.0.1", true);
      return await (await answerAsNode(provider, exchange)).json();
    };
    const { device_code: code } = await ask("/oauth/device", { scope: "keys" });
    const asked = {
      grant_type: "urn:ietf:params:oauth:grant-type:device_code",
      device_code: String(code),
    };
    for (
      const [at, error] of [
        [0, "authorization_pending"],
        [0, "slow_down"],
        [3_999, "slow_down"],
        [4_000, "authorization_pending"],
        [7_999, "slow_down"],
        [8_000, "authorization_pending"],
        [599_999, "authorization_pending"],
        [600_000, "expired_token"],
      ] as const
    ) {
      passed = at;
      equal((await ask("/oauth/token", asked)).error, error, String(at));
    }
  }));
