/** The authorization server on several servers that share a database. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { DAY_MS } from "../../../../hosted/accounts/limits.ts";
import { type TestedDatabase, withDatabasePlace } from "../../storage/on_both.ts";
import { type Browser, openBrowser } from "../browser.ts";
import { AT_HOME, hostedApp, OWNER, type TestedHostedApp } from "../hosted_app.ts";
import { post } from "../../../http/messages.ts";
import {
  askEndpoint,
  codeFor,
  connected,
  getDocument,
  redemption,
  registered,
  renewal,
  tokensIn,
} from "./played_client.ts";

async function openServers(tested: TestedDatabase, count: number): Promise<TestedHostedApp[]> {
  const servers: TestedHostedApp[] = [];
  for (let made = 0; made < count; made += 1) servers.push(await hostedApp(await tested.open()));
  return servers;
}

/** Sends each request to the next server, like a proxy. */
function inTurns(servers: readonly TestedHostedApp[]): TestedHostedApp {
  const [first] = servers;
  ok(first !== undefined);
  let asked = 0;
  const send = (request: Request) =>
    (servers[asked++ % servers.length] as TestedHostedApp).send(request);
  return { ...first, send, browser: () => openBrowser(send, first.origin) };
}

/** Returns the servers' statuses for a token. */
async function statusesFor(
  servers: readonly TestedHostedApp[],
  token: string,
): Promise<readonly number[]> {
  return await Promise.all(servers.map(async ({ send }) => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await send(post({ method: "tools/list" }, "modern", headers));
    await response.body?.cancel();
    return response.status;
  }));
}

/**
 * Creates the owner at the first server, and logs in with a browser whose requests go to the
 * servers in turn.
 */
async function ownerBefore(servers: readonly TestedHostedApp[]): Promise<Browser> {
  await servers[0]?.owner();
  return await loggedIn(inTurns(servers));
}

async function loggedIn(app: TestedHostedApp): Promise<Browser> {
  const browser = app.browser();
  const home = await browser.send(await browser.open("/login"), "/login", OWNER);
  match(home.path, AT_HOME, home.html);
  return browser;
}

Deno.test("an app connects, renews and disconnects with each step on another server", () =>
  withDatabasePlace("postgres", async (tested) => {
    const servers = await openServers(tested, 3);
    const app = inTurns(servers);
    const browser = await ownerBefore(servers);
    const { clientId, tokens } = await connected(app, browser);
    deepEqual(await statusesFor(servers, tokens.access), [200, 200, 200]);
    const renewed = tokensIn(
      await askEndpoint(app, "/oauth/token", renewal(clientId, tokens.refresh)),
    );
    deepEqual(await statusesFor(servers, renewed.access), [200, 200, 200]);
    const fields = { client_id: clientId, token: renewed.refresh };
    equal((await askEndpoint(app, "/oauth/revoke", fields)).status, 200);
    deepEqual(await statusesFor(servers, renewed.access), [401, 401, 401]);
  }));

Deno.test("servers with different signing keys accept the same apps", () =>
  withDatabasePlace("postgres", async (tested) => {
    const early = await openServers(tested, 2);
    await connected(inTurns(early), await ownerBefore(early));
    const late = await openServers(tested, 1);
    const servers = [...early, ...late];
    for (const server of servers) server.wait(91 * DAY_MS);
    const keys = await Promise.all(servers.map(async (server) => {
      const { body } = await getDocument(server, "/oauth/jwks");
      return (body["keys"] as readonly { readonly kid: string }[]).map(({ kid }) => kid);
    }));
    deepEqual(keys.map(({ length }) => length), [1, 1, 2], "the late one made another");
    const app = inTurns(servers);
    const browser = await loggedIn(app);
    const clientId = await registered(app);
    const asked = { scope: "openid tools:read offline_access" };
    const code = await codeFor(browser, app, clientId, asked);
    const answer = await askEndpoint(app, "/oauth/token", redemption(app, clientId, code));
    // One server cannot verify another's signatures, so no token may be signed.
    equal(answer.body["id_token"], undefined);
    deepEqual(await statusesFor(servers, tokensIn(answer).access), [200, 200, 200]);
  }));
