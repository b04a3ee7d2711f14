/** What lets somebody in is worth nothing on any server as soon as one says that it was taken back. */

import { deepEqual, equal } from "node:assert/strict";
import { forEachDatabase } from "../../storage/on_both.ts";
import { post } from "../messages.ts";
import { askEndpoint, connected, renewal, tokensIn } from "../oauth/played_client.ts";
import type { Browser } from "./browser.ts";
import { hostedApp, keyOf, type TestedHostedApp } from "./hosted_app.ts";

/** Somebody whom the owner invited, and the server that both ask. */
interface Scene {
  readonly app: TestedHostedApp;
  readonly owner: Browser;
  readonly member: Browser;
}

/** What lets somebody in, and how it is taken back. */
interface Given {
  readonly bearer: string;
  takeBack(): Promise<unknown>;
}

/** Longer than two renewals of one token may be apart. */
const LATER_MS = 11_000;

async function sendForm(browser: Browser, path: string, action: string): Promise<void> {
  equal((await browser.send(await browser.open(path), action)).status, 200);
}

/** The only key of somebody, revoked by a program in their name. */
async function removeKeyOf(browser: Browser): Promise<void> {
  const { keys } = await (await browser.request("/api/keys")).json();
  equal(keys.length, 1);
  const response = await browser.request(`/api/keys/${keys[0].id}`, { method: "DELETE" });
  equal(response.status, 204);
}

async function removeItself({ origin, send }: TestedHostedApp, key: string): Promise<void> {
  const headers = { host: new URL(origin).host, authorization: `Bearer ${key}` };
  const request = new Request(`${origin}/api/keys/current`, { method: "DELETE", headers });
  equal((await send(request)).status, 204);
}

const WAYS: Readonly<Record<string, (scene: Scene) => Promise<Given>>> = {
  "a key that its page revokes": async ({ member }) => ({
    bearer: await keyOf(member),
    takeBack: () => sendForm(member, "/keys", "/keys/revoke"),
  }),
  "a key that a program revokes": async ({ member }) => ({
    bearer: await keyOf(member),
    takeBack: () => removeKeyOf(member),
  }),
  "a key that revokes itself": async ({ app, member }) => {
    const bearer = await keyOf(member);
    return { bearer, takeBack: () => removeItself(app, bearer) };
  },
  "a key of somebody who is removed": async ({ owner, member }) => ({
    bearer: await keyOf(member),
    takeBack: () => sendForm(owner, "/people", "/people/remove"),
  }),
  "a token of somebody who is removed": async ({ app, owner, member }) => ({
    bearer: (await connected(app, member)).tokens.access,
    takeBack: () => sendForm(owner, "/people", "/people/remove"),
  }),
  "a token of an app that its page revokes": async ({ app, member }) => ({
    bearer: (await connected(app, member)).tokens.access,
    takeBack: () => sendForm(member, "/apps", "/apps/revoke"),
  }),
  "a token that its app gives back": async ({ app, member }) => {
    const { clientId, tokens } = await connected(app, member);
    const fields = { client_id: clientId, token: tokens.access };
    return { bearer: tokens.access, takeBack: () => askEndpoint(app, "/oauth/revoke", fields) };
  },
  "a token of an app that gives its refresh token back": async ({ app, member }) => {
    const { clientId, tokens } = await connected(app, member);
    const fields = { client_id: clientId, token: tokens.refresh };
    return { bearer: tokens.access, takeBack: () => askEndpoint(app, "/oauth/revoke", fields) };
  },
  "a token of an app whose refresh token a thief had": async ({ app, member }) => {
    const { clientId, tokens } = await connected(app, member);
    const fields = renewal(clientId, tokens.refresh);
    const { access } = tokensIn(await askEndpoint(app, "/oauth/token", fields));
    app.wait(LATER_MS);
    return { bearer: access, takeBack: () => askEndpoint(app, "/oauth/token", fields) };
  },
};

for (const [what, give] of Object.entries(WAYS)) {
  forEachDatabase(`no server lets in ${what}, once one says so`, async (database, tested) => {
    const app = await hostedApp(database);
    const others = [await hostedApp(await tested.open()), await hostedApp(await tested.open())];
    const owner = await app.owner();
    const member = await app.member(owner, "member@example.com");
    const { bearer, takeBack } = await give({ app, owner, member });
    const servers = [app, ...others];
    deepEqual(await statusesOf(servers, bearer), [200, 200, 200]);
    await takeBack();
    deepEqual(await statusesOf(servers, bearer), [401, 401, 401]);
  });
}

async function statusesOf(servers: readonly TestedHostedApp[], bearer: string): Promise<number[]> {
  return await Promise.all(servers.map(async (server) => {
    const headers = { authorization: `Bearer ${bearer}` };
    const response = await server.send(post({ method: "tools/list" }, "modern", headers));
    await response.body?.cancel();
    return response.status;
  }));
}
