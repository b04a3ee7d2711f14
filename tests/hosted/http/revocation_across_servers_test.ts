/** Revocation: once one server confirms it, no server accepts the credential. */

import { deepEqual, equal } from "node:assert/strict";
import { forEachServedAtOnce } from "../storage/on_both.ts";
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
import { type Browser, openQuestion } from "./browser.ts";
import { hostedApp, keyOf, openRemoval, type TestedHostedApp } from "./hosted_app.ts";

/** A member, the owner, and their server. */
interface Scene {
  readonly app: TestedHostedApp;
  readonly owner: Browser;
  readonly member: Browser;
}

/** A credential, and how it is revoked. */
interface Credential {
  readonly bearer: string;
  /** Asks a server to revoke the credential, which may already be revoked. */
  revoke(server: TestedHostedApp): Promise<unknown>;
}

type Cases = Readonly<Record<string, (scene: Scene) => Promise<Credential>>>;

/** Longer than the grace period between two renewals of a token. */
const LATER_MS = 11_000;

/** Returns a browser with the same cookies at another server. */
function at(server: TestedHostedApp, { cookies }: Browser): Browser {
  const browser = server.browser();
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  return browser;
}

/** Returns a form that was opened before the revocation. */
async function question(
  browser: Browser,
  list: string,
  action: string,
): Promise<Credential["revoke"]> {
  const page = await openQuestion(browser, list, action);
  return (server) => at(server, browser).send(page, action);
}

/** Returns the form that deletes the member's account, opened before the revocation. */
async function removal(owner: Browser): Promise<Credential["revoke"]> {
  const { page, email } = await openRemoval(owner);
  return (server) => at(server, owner).send(page, "/people/remove", { email });
}

/** Revokes a member's only key with the API. */
async function keyRemoval(browser: Browser): Promise<Credential["revoke"]> {
  const { keys } = await (await browser.request("/api/keys")).json();
  equal(keys.length, 1);
  const path = `/api/keys/${keys[0].id}`;
  return (server) => at(server, browser).request(path, { method: "DELETE" });
}

async function removeItself({ origin, send }: TestedHostedApp, key: string): Promise<void> {
  const headers = { host: new URL(origin).host, authorization: `Bearer ${key}` };
  await send(new Request(`${origin}/api/keys/current`, { method: "DELETE", headers }));
}

/** Connects an app that revokes one of its own tokens. */
async function returned(kind: "access" | "refresh", { app, member }: Scene): Promise<Credential> {
  const { clientId, tokens } = await connected(app, member);
  const fields = { client_id: clientId, token: tokens[kind] };
  const revoke = (server: TestedHostedApp) => askEndpoint(server, "/oauth/revoke", fields);
  return { bearer: tokens.access, revoke };
}

/** Credentials that people or apps revoke on purpose. Each request can be repeated. */
const WANTED: Cases = {
  "a key that its page revokes": async ({ member }) => ({
    bearer: await keyOf(member),
    revoke: await question(member, "/keys", "/keys/revoke"),
  }),
  "a key that a program revokes": async ({ member }) => ({
    bearer: await keyOf(member),
    revoke: await keyRemoval(member),
  }),
  "a key that revokes itself": async ({ member }) => {
    const bearer = await keyOf(member);
    return { bearer, revoke: (server) => removeItself(server, bearer) };
  },
  "a key of somebody who is removed": async ({ owner, member }) => ({
    bearer: await keyOf(member),
    revoke: await removal(owner),
  }),
  "a token of somebody who is removed": async ({ app, owner, member }) => ({
    bearer: (await connected(app, member)).tokens.access,
    revoke: await removal(owner),
  }),
  "a token of an app that its page revokes": async ({ app, member }) => ({
    bearer: (await connected(app, member)).tokens.access,
    revoke: await question(member, "/apps", "/apps/revoke"),
  }),
  "a token that its app gives back": (scene) => returned("access", scene),
  "a token of an app that gives its refresh token back": (scene) => returned("refresh", scene),
};

/** Credentials that a sign of theft revokes. */
const STOLEN: Cases = {
  "a token whose code was used twice": async ({ app, member }) => {
    const clientId = await registered(app);
    const fields = redemption(app, clientId, await codeFor(member, app, clientId));
    const { access } = tokensIn(await askEndpoint(app, "/oauth/token", fields));
    return { bearer: access, revoke: (server) => askEndpoint(server, "/oauth/token", fields) };
  },
  "a token of an app whose refresh token a thief had": async ({ app, member }) => {
    const { clientId, tokens } = await connected(app, member);
    const fields = renewal(clientId, tokens.refresh);
    const { access } = tokensIn(await askEndpoint(app, "/oauth/token", fields));
    app.wait(LATER_MS);
    return { bearer: access, revoke: (server) => askEndpoint(server, "/oauth/token", fields) };
  },
};

for (const [what, give] of Object.entries(STOLEN)) {
  forEachServedAtOnce(
    `no server accepts ${what} after one server has revoked it`,
    async (database, tested) => {
      const app = await hostedApp(database);
      const others = [await hostedApp(await tested.open()), await hostedApp(await tested.open())];
      const owner = await app.owner();
      const member = await app.member(owner, "member@example.com");
      const { bearer, revoke } = await give({ app, owner, member });
      const servers = [app, ...others];
      deepEqual(await statusesOf(servers, bearer), [200, 200, 200]);
      await revoke(app);
      deepEqual(await statusesOf(servers, bearer), [401, 401, 401]);
    },
  );
}

for (const [what, give] of Object.entries(WANTED)) {
  forEachServedAtOnce(
    `no server accepts ${what} after concurrent or repeated revocation`,
    async (database, tested) => {
      let heard = () => {};
      const open = async () => await hostedApp(onCommit(await tested.open(), () => heard()));
      const [app, second, third] = [await open(), await open(), await hostedApp(database)];
      const owner = await app.owner();
      const member = await app.member(owner, "member@example.com");
      const { bearer, revoke } = await give({ app, owner, member });
      const servers = [app, second, third];
      deepEqual(await statusesOf(servers, bearer), [200, 200, 200]);
      const { promise: committed, resolve } = Promise.withResolvers<void>();
      heard = resolve;
      const statusesAfter = async (server: TestedHostedApp) => {
        await revoke(server);
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
  forEachServedAtOnce(
    `${kind} tokens can be revoked at another server if the first one dies`,
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
