/** What is good for once is good for one, however many try, and before however many servers. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { forEachDatabase } from "../../storage/on_both.ts";
import { hostedApp, type TestedHostedApp } from "../hosted_app.ts";
import { post } from "../../../http/messages.ts";
import {
  askEndpoint,
  codeFor,
  connected,
  type Fields,
  type JsonAnswer,
  redemption,
  registered,
  renewal,
  tokensIn,
} from "./played_client.ts";

const PARALLEL = 10;

/** The status with which the gate answers whoever has a token. */
async function statusFor(app: TestedHostedApp, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await app.send(post({ method: "tools/list" }, "modern", headers));
  await response.body?.cancel();
  return response.status;
}

/** Asks for tokens many times at once, in turn before each of the servers. */
async function askAtOnce(
  servers: readonly TestedHostedApp[],
  fields: Fields,
): Promise<readonly JsonAnswer[]> {
  return await Promise.all(
    Array.from({ length: PARALLEL }, (_, at) => {
      const server = servers[at % servers.length];
      ok(server !== undefined);
      return askEndpoint(server, "/oauth/token", fields);
    }),
  );
}

/** Checks that one was given tokens, and that all others heard why not. */
function onlyWinner(answers: readonly JsonAnswer[]): JsonAnswer {
  const [winner, ...others] = answers.toSorted((a, b) => a.status - b.status);
  equal(winner?.status, 200, JSON.stringify(winner?.body));
  for (const { status, body } of others) {
    deepEqual([status, body["error"]], [400, "invalid_grant"]);
    ok(!("access_token" in body));
  }
  return winner;
}

for (const count of [1, 2]) {
  const where = count === 1 ? "one server" : "two servers of one database";

  forEachDatabase(`a code is redeemed once, before ${where}`, async (database, tested) => {
    const app = await hostedApp(database);
    const servers = count === 1 ? [app] : [app, await hostedApp(await tested.open())];
    const clientId = await registered(app);
    const code = await codeFor(await app.owner(), app, clientId);
    const fields = redemption(app, clientId, code);
    const { access, refresh } = tokensIn(onlyWinner(await askAtOnce(servers, fields)));
    // Whoever comes later shows that the code is in other hands (RFC 6749, 4.1.2).
    const late = await askEndpoint(app, "/oauth/token", fields);
    deepEqual([late.status, late.body["error"]], [400, "invalid_grant"]);
    for (const server of servers) {
      equal(await statusFor(server, access), 401);
      const renewed = await askEndpoint(server, "/oauth/token", renewal(clientId, refresh));
      equal(renewed.body["error"], "invalid_grant");
    }
  });

  forEachDatabase(`a refresh token is used once, before ${where}`, async (database, tested) => {
    const app = await hostedApp(database);
    const servers = count === 1 ? [app] : [app, await hostedApp(await tested.open())];
    const { clientId, tokens } = await connected(app, await app.owner());
    const used = renewal(clientId, tokens.refresh);
    const { access, refresh } = tokensIn(onlyWinner(await askAtOnce(servers, used)));
    for (const server of servers) equal(await statusFor(server, access), 200);
    // Some clients ask from several places at once.
    for (const server of servers) {
      const { body } = await askEndpoint(server, "/oauth/token", used);
      equal(body["error"], "invalid_grant");
      equal(await statusFor(server, access), 200);
    }
    for (const server of servers) server.wait(10_000);
    // One of the two who have it now is a thief: nobody knows which (RFC 9700, 4.14.2).
    for (const server of servers.toReversed()) {
      const late = await askEndpoint(server, "/oauth/token", used);
      deepEqual([late.status, late.body["error"]], [400, "invalid_grant"]);
    }
    for (const token of [tokens.access, access]) {
      for (const server of servers) equal(await statusFor(server, token), 401);
    }
    const renewed = await askEndpoint(app, "/oauth/token", renewal(clientId, refresh));
    deepEqual([renewed.status, renewed.body["error"]], [400, "invalid_grant"]);
  });
}

forEachDatabase("tokens are renewed again and again", async (database) => {
  const app = await hostedApp(database);
  const { clientId, tokens } = await connected(app, await app.owner());
  let { refresh } = tokens;
  for (let round = 0; round < 3; round++) {
    const next = tokensIn(await askEndpoint(app, "/oauth/token", renewal(clientId, refresh)));
    ok(next.refresh !== refresh);
    equal(await statusFor(app, next.access), 200);
    refresh = next.refresh;
  }
});
