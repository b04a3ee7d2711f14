/** What lets somebody in is worth nothing on any server as soon as one says that it was taken back. */

import { deepEqual, equal } from "node:assert/strict";
import { forEachDatabase } from "../storage/on_both.ts";
import { onCommit } from "../storage/on_commit.ts";
import { post } from "../../http/messages.ts";
import {
  askEndpoint,
  codeFor,
  connected,
  redemption,
  registered,
  renewal,
  tokensIn,
} from "./oauth/played_client.ts";
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
  /** Asks a server to, which may be too late for it. */
  takeBack(server: TestedHostedApp): Promise<unknown>;
}

type Ways = Readonly<Record<string, (scene: Scene) => Promise<Given>>>;

/** Longer than two renewals of one token may be apart. */
const LATER_MS = 11_000;

/** The same person before another server. */
function at(server: TestedHostedApp, { cookies }: Browser): Browser {
  const browser = server.browser();
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  return browser;
}

/** A form that was opened before anything was taken back. */
async function form(browser: Browser, path: string, action: string): Promise<Given["takeBack"]> {
  const page = await browser.open(path);
  return (server) => at(server, browser).send(page, action);
}

/** Revokes the only key of somebody in their name, as programs do. */
async function keyRemoval(browser: Browser): Promise<Given["takeBack"]> {
  const { keys } = await (await browser.request("/api/keys")).json();
  equal(keys.length, 1);
  const path = `/api/keys/${keys[0].id}`;
  return (server) => at(server, browser).request(path, { method: "DELETE" });
}

async function removeItself({ origin, send }: TestedHostedApp, key: string): Promise<void> {
  const headers = { host: new URL(origin).host, authorization: `Bearer ${key}` };
  await send(new Request(`${origin}/api/keys/current`, { method: "DELETE", headers }));
}

/** A client that gives one of its tokens back. */
async function returned(kind: "access" | "refresh", { app, member }: Scene): Promise<Given> {
  const { clientId, tokens } = await connected(app, member);
  const fields = { client_id: clientId, token: tokens[kind] };
  const takeBack = (server: TestedHostedApp) => askEndpoint(server, "/oauth/revoke", fields);
  return { bearer: tokens.access, takeBack };
}

/** What somebody wants, and may want again: when no answer came, or two of them do. */
const WANTED: Ways = {
  "a key that its page revokes": async ({ member }) => ({
    bearer: await keyOf(member),
    takeBack: await form(member, "/keys", "/keys/revoke"),
  }),
  "a key that a program revokes": async ({ member }) => ({
    bearer: await keyOf(member),
    takeBack: await keyRemoval(member),
  }),
  "a key that revokes itself": async ({ member }) => {
    const bearer = await keyOf(member);
    return { bearer, takeBack: (server) => removeItself(server, bearer) };
  },
  "a key of somebody who is removed": async ({ owner, member }) => ({
    bearer: await keyOf(member),
    takeBack: await form(owner, "/people", "/people/remove"),
  }),
  "a token of somebody who is removed": async ({ app, owner, member }) => ({
    bearer: (await connected(app, member)).tokens.access,
    takeBack: await form(owner, "/people", "/people/remove"),
  }),
  "a token of an app that its page revokes": async ({ app, member }) => ({
    bearer: (await connected(app, member)).tokens.access,
    takeBack: await form(member, "/apps", "/apps/revoke"),
  }),
  "a token that its app gives back": (scene) => returned("access", scene),
  "a token of an app that gives its refresh token back": (scene) => returned("refresh", scene),
};

/** What shows that somebody else has it, too. */
const STOLEN: Ways = {
  "a token whose code was used twice": async ({ app, member }) => {
    const clientId = await registered(app);
    const fields = redemption(app, clientId, await codeFor(member, app, clientId));
    const { access } = tokensIn(await askEndpoint(app, "/oauth/token", fields));
    return { bearer: access, takeBack: (server) => askEndpoint(server, "/oauth/token", fields) };
  },
  "a token of an app whose refresh token a thief had": async ({ app, member }) => {
    const { clientId, tokens } = await connected(app, member);
    const fields = renewal(clientId, tokens.refresh);
    const { access } = tokensIn(await askEndpoint(app, "/oauth/token", fields));
    app.wait(LATER_MS);
    return { bearer: access, takeBack: (server) => askEndpoint(server, "/oauth/token", fields) };
  },
};

for (const [what, give] of Object.entries(STOLEN)) {
  forEachDatabase(`no server lets in ${what}, once one says so`, async (database, tested) => {
    const app = await hostedApp(database);
    const others = [await hostedApp(await tested.open()), await hostedApp(await tested.open())];
    const owner = await app.owner();
    const member = await app.member(owner, "member@example.com");
    const { bearer, takeBack } = await give({ app, owner, member });
    const servers = [app, ...others];
    deepEqual(await statusesOf(servers, bearer), [200, 200, 200]);
    await takeBack(app);
    deepEqual(await statusesOf(servers, bearer), [401, 401, 401]);
  });
}

for (const [what, give] of Object.entries(WANTED)) {
  forEachDatabase(
    `no server lets in ${what}, once one says so to whoever asks at the same time or again`,
    async (database, tested) => {
      let heard = () => {};
      const open = async () => await hostedApp(onCommit(await tested.open(), () => heard()));
      const [app, second, third] = [await open(), await open(), await hostedApp(database)];
      const owner = await app.owner();
      const member = await app.member(owner, "member@example.com");
      const { bearer, takeBack } = await give({ app, owner, member });
      const servers = [app, second, third];
      deepEqual(await statusesOf(servers, bearer), [200, 200, 200]);
      const { promise: committed, resolve } = Promise.withResolvers<void>();
      heard = resolve;
      const statusesAfter = async (server: TestedHostedApp) => {
        await takeBack(server);
        return await statusesOf(servers, bearer);
      };
      const both = [statusesAfter(app), statusesAfter(second)];
      await committed;
      const answers = await Promise.all([...both, statusesAfter(third)]);
      deepEqual(answers, Array(3).fill([401, 401, 401]));
    },
  );
}

for (const kind of ["access", "refresh"] as const) {
  forEachDatabase(
    `whoever gave ${kind} tokens back to a server that died meanwhile gives them to another`,
    async (database, tested) => {
      let isDying = false;
      const die = () => {
        if (isDying) throw new Error("The server died");
      };
      const app = await hostedApp(onCommit(database, die));
      const other = await hostedApp(await tested.open());
      const { clientId, tokens } = await connected(app, await app.owner());
      const fields = { client_id: clientId, token: tokens[kind] };
      isDying = true;
      equal((await askEndpoint(app, "/oauth/revoke", fields)).status, 500);
      equal((await askEndpoint(other, "/oauth/revoke", fields)).status, 200);
      deepEqual(await statusesOf([other], tokens.access), [401]);
      const { body } = await askEndpoint(other, "/oauth/token", renewal(clientId, tokens.refresh));
      equal(body["error"], "invalid_grant");
    },
  );
}

async function statusesOf(servers: readonly TestedHostedApp[], bearer: string): Promise<number[]> {
  return await Promise.all(servers.map(async (server) => {
    const headers = { authorization: `Bearer ${bearer}` };
    const response = await server.send(post({ method: "tools/list" }, "modern", headers));
    await response.body?.cancel();
    return response.status;
  }));
}
