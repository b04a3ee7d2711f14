/** Codes and refresh tokens work once, under concurrency and on several servers. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { forEachServedAtOnce } from "../../storage/on_both.ts";
import { hostedApp, type TestedHostedApp } from "../hosted_app.ts";
import { holdable } from "./held_reads.ts";
import {
  askEndpoint,
  codeFor,
  connected,
  type Fields,
  type JsonAnswer,
  redemption,
  registered,
  renewal,
  statusFor,
  tokensIn,
} from "./played_client.ts";

const PARALLEL = 10;

/** Requests tokens many times concurrently, on each of the servers in turn. */
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

/** Checks that one request got tokens and that all others got the error `invalid_grant`. */
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
  const where = count === 1 ? "one server" : "two servers on one database";

  forEachServedAtOnce(`a code is redeemed once, on ${where}`, async (database, tested) => {
    const app = await hostedApp(database);
    const servers = count === 1 ? [app] : [app, await hostedApp(await tested.open())];
    const clientId = await registered(app);
    const code = await codeFor(await app.owner(), app, clientId);
    const fields = redemption(app, clientId, code);
    const { access, refresh } = tokensIn(onlyWinner(await askAtOnce(servers, fields)));
    app.wait(1);
    // A later use of the same code means that it was stolen (RFC 6749, 4.1.2).
    const late = await askEndpoint(app, "/oauth/token", fields);
    deepEqual([late.status, late.body["error"]], [400, "invalid_grant"]);
    for (const server of servers) {
      equal(await statusFor(server, access), 401);
      const renewed = await askEndpoint(server, "/oauth/token", renewal(clientId, refresh));
      equal(renewed.body["error"], "invalid_grant");
    }
  });

  forEachServedAtOnce(`a refresh token is used once, on ${where}`, async (database, tested) => {
    const app = await hostedApp(database);
    const servers = count === 1 ? [app] : [app, await hostedApp(await tested.open())];
    const { clientId, tokens } = await connected(app, await app.owner());
    const used = renewal(clientId, tokens.refresh);
    const { access, refresh } = tokensIn(onlyWinner(await askAtOnce(servers, used)));
    for (const server of servers) equal(await statusFor(server, access), 200);
    // Some clients renew from several processes at once.
    for (const server of servers) {
      const { body } = await askEndpoint(server, "/oauth/token", used);
      equal(body["error"], "invalid_grant");
      equal(await statusFor(server, access), 200);
    }
    for (const server of servers) server.wait(10_000);
    // One of the two holders is a thief, but the server cannot tell which (RFC 9700, 4.14.2).
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

forEachServedAtOnce(
  "only a use of a code after the one that got tokens revokes them",
  async (database) => {
    const held = holdable(database);
    const app = await hostedApp(held);
    const clientId = await registered(app);
    const fields = redemption(app, clientId, await codeFor(await app.owner(), app, clientId));
    const read = held.hold("AuthorizationCode");
    const slow = askEndpoint(app, "/oauth/token", fields);
    await read.reached;
    const { access } = tokensIn(await askEndpoint(app, "/oauth/token", fields));
    read.release();
    equal((await slow).body["error"], "invalid_grant");
    equal(await statusFor(app, access), 200);
    app.wait(1);
    equal((await askEndpoint(app, "/oauth/token", fields)).body["error"], "invalid_grant");
    equal(await statusFor(app, access), 401);
  },
);

forEachServedAtOnce("tokens can be renewed repeatedly", async (database) => {
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
