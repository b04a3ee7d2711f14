/** Limits on requests that the authorization server stores. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { AUTHORIZATION_LIMIT } from "../../../hosted/accounts/limits.ts";
import { createHostedApp } from "../../../hosted/http/app.ts";
import { forEachServed } from "../storage/on_both.ts";
import { CLIENT, hostedApp, type TestedHostedApp } from "./hosted_app.ts";
import { askEndpoint, authorizePath, connected } from "./oauth/played_client.ts";

const SETUP = { client_id: "layerwright-setup" };

const AUTHORIZE = { redirect_uri: "http://127.0.0.1:4444/callback" };

interface Question {
  readonly what: string;
  readonly status: number;
  readonly isPage: boolean;
  ask(app: TestedHostedApp, client: string): Promise<Response>;
}

function get(app: TestedHostedApp, path: string, client: string): Promise<Response> {
  const request = new Request(app.origin + path, { headers: { host: "localhost" } });
  return Promise.resolve(app.fetch(request, client));
}

function post(app: TestedHostedApp, path: string, body: string, client: string): Promise<Response> {
  const headers = { "host": "localhost", "content-type": "application/x-www-form-urlencoded" };
  const request = new Request(app.origin + path, { method: "POST", headers, body });
  return Promise.resolve(app.fetch(request, client));
}

const QUESTIONS: readonly Question[] = [
  {
    what: "/oauth/authorize",
    status: 303,
    isPage: true,
    ask: (app, client) => get(app, authorizePath(app, SETUP.client_id, AUTHORIZE), client),
  },
  {
    what: "/oauth/device",
    status: 200,
    isPage: false,
    ask: (app, client) =>
      post(app, "/oauth/device", `${new URLSearchParams({ ...SETUP, scope: "keys" })}`, client),
  },
  {
    what: "/device",
    status: 200,
    isPage: true,
    ask: (app, client) => get(app, "/device", client),
  },
];

async function records({ database }: TestedHostedApp): Promise<number> {
  return (await database.all("SELECT id FROM oauth_records")).length;
}

for (const { what, status, isPage, ask } of QUESTIONS) {
  forEachServed(`requests of a network to ${what} are limited`, async (database) => {
    const app = await hostedApp(database);
    for (let left = AUTHORIZATION_LIMIT; left > 0; left--) {
      equal((await ask(app, CLIENT)).status, status);
    }
    const kept = await records(app);
    const refused = await ask(app, CLIENT);
    equal(refused.status, 429);
    match(refused.headers.get("retry-after") ?? "", /^(?:900|89\d)$/);
    match(refused.headers.get("content-type") ?? "", isPage ? /^text\/html/ : /^application\/json/);
    match(await refused.text(), isPage ? /Wait 15 minutes/ : /temporarily_unavailable/);
    equal(await records(app), kept);
    equal((await ask(app, "198.51.100.1")).status, status);
    app.wait(15 * 60_000);
    equal((await ask(app, CLIENT)).status, status);
  });
}

forEachServed("requests that are too long are not stored", async (database) => {
  const app = await hostedApp(database);
  const long = "a".repeat(5_000);
  const address = await get(
    app,
    authorizePath(app, SETUP.client_id, { ...AUTHORIZE, state: long }),
    CLIENT,
  );
  equal(address.status, 400);
  match(await address.text(), /The query string is longer than 4096 characters/);
  equal(JSON.parse(app.lines.at(-1) ?? "").reason, "URL too long");
  const inBody = authorizePath(app, SETUP.client_id, { ...AUTHORIZE, state: long }).split("?")[1];
  equal((await post(app, "/oauth/authorize", inBody ?? "", CLIENT)).status, 413);
  const device = `${new URLSearchParams({ ...SETUP, scope: "keys", state: long })}`;
  equal((await post(app, "/oauth/device", device, CLIENT)).status, 413);
  equal((await post(app, `/oauth/device?${device}`, "", CLIENT)).status, 400);
  equal(await records(app), 0);
  equal((await database.all("SELECT attempts FROM login_attempts")).length, 1);
});

forEachServed(
  "an unanswered request is kept for 15 minutes",
  async (database) => {
    const app = await hostedApp(database);
    await QUESTIONS[0]?.ask(app, CLIENT);
    const rows = await database.all<{ kept: number }>(
      "SELECT expires_at - created_at AS kept FROM oauth_records WHERE kind = 'Interaction'",
    );
    deepEqual(rows.map(({ kept }) => kept), [15 * 60_000]);
  },
);

forEachServed(
  "fetches of clients' documents are limited per network",
  async (database) => {
    const usual = await hostedApp(database);
    let fetched = 0;
    const app = {
      ...usual,
      ...createHostedApp({
        ...usual.options,
        fetchPublic: () => {
          fetched++;
          return Promise.reject(new Error("Nobody is there"));
        },
      }),
    };
    const send = async (request: Request) => await app.fetch(request, CLIENT);
    const redeem = (number: number) =>
      askEndpoint({ origin: app.origin, send }, "/oauth/token", {
        grant_type: "authorization_code",
        client_id: `https://client.test/${number}.json`,
        code: "x",
      });
    for (let number = 0; number < AUTHORIZATION_LIMIT; number++) {
      const { status } = await redeem(number);
      ok(status === 400 || status === 401, String(status));
    }
    const before = fetched;
    const { status, headers, body } = await redeem(AUTHORIZATION_LIMIT);
    equal(status, 429);
    match(headers.get("retry-after") ?? "", /^(?:900|89\d)$/);
    equal(body["error"], "temporarily_unavailable");
    equal(fetched, before);
    // Known apps are not affected.
    ok((await connected(usual, await usual.owner())).tokens.access);
  },
);
