/** The previews of hosted projects. */

import { openQuestion, revokeFirst } from "./browser.ts";
import { deepEqual, equal, match } from "node:assert/strict";
import { milliseconds } from "../../../hosted/accounts/limits.ts";
import { forEachServed } from "../storage/on_both.ts";
import { hostedApp, keyOf, type TestedHostedApp } from "./hosted_app.ts";

const HTML = "<script>alert(1)</script>";

const SPEC = {
  routes: {
    products: {
      methods: {
        GET: { mock: [{ id: 1, name: HTML }] },
        POST: { body: { name: "Cup" }, mock: { id: 2 } },
      },
      subroutes: { item: { path: "/{id:int}", methods: { GET: {}, DELETE: { status: 204 } } } },
    },
  },
};

interface Previewed {
  readonly url: string;
  ask(path: string, init?: RequestInit): Promise<Response>;
}

/** Asks for the preview of a project, as the project's owner. */
async function preview(app: TestedHostedApp, key: string, name = "shop"): Promise<Previewed> {
  const send = (url: string, init: RequestInit = {}) =>
    app.send(
      new Request(url, {
        redirect: "manual",
        ...init,
        headers: { host: "localhost", ...init.headers as Record<string, string> },
      }),
    );
  const authorization = `Bearer ${key}`;
  const answer = await send(`${app.origin}/projects/${name}/preview`, {
    headers: { authorization },
  });
  equal(answer.status, 200);
  const { url, docs } = await answer.json();
  equal(docs, `${url}/-/docs`);
  return { url, ask: (path, init) => send(url + path, init) };
}

async function withShop(app: TestedHostedApp): Promise<string> {
  const key = await keyOf(await app.owner());
  await app.call(key, "generate_api", { project: "shop", spec: SPEC });
  return key;
}

const JSON_BODY = { "content-type": "application/json" };

forEachServed(
  "a preview answers mocks without a key, from pages of any origin",
  async (database) => {
    const app = await hostedApp(database);
    const { url, ask } = await preview(app, await withShop(app));
    const origin = { origin: "https://front.example" };
    const list = await ask("/products?page=2", { headers: origin });
    deepEqual([list.status, await list.json()], [200, [{ id: 1, name: HTML }]]);
    equal(list.headers.get("access-control-allow-origin"), "*");
    const asked = { ...origin, "access-control-request-method": "POST" };
    equal((await ask("/products", { method: "OPTIONS", headers: asked })).status, 204);
    const post = async (body: string) => {
      const answer = await ask("/products", { method: "POST", headers: JSON_BODY, body });
      return [answer.status, answer.headers.get("location")];
    };
    deepEqual(await post(`{"name": "${"x".repeat(65_536)}"}`), [413, null]);
    deepEqual(await post('{"name": "Pot"}'), [201, `${new URL(url).pathname}/products/2`]);
    deepEqual(await post("{"), [400, null]);
    const moved = await ask("/products//1");
    deepEqual([moved.status, moved.headers.get("location"), await moved.text()], [
      308,
      `${new URL(url).pathname}/products/1`,
      "",
    ]);
    equal((await ask("/products/1", { method: "DELETE" })).status, 204);
    equal((await ask("/products", { method: "HEAD" })).status, 200);
    equal((await ask("/login")).status, 404, "no page of the server is below a preview");
  },
);

forEachServed("a preview has a docs page and an OpenAPI document", async (database) => {
  const app = await hostedApp(database);
  const key = await withShop(app);
  const { url, ask } = await preview(app, key);
  const page = await (await ask("/-/docs")).text();
  match(page, /src="docs\/script\.js"/);
  const { status, headers } = await ask("/", { headers: { accept: "text/html" } });
  deepEqual([status, headers.get("location")], [302, "-/docs"], "relative to the preview");
  const { name, count, isLive } = await (await ask("/-/docs/endpoints.json")).json();
  deepEqual([name, count, isLive], ["shop", 4, false]);
  const { info, paths } = await (await ask("/-/openapi.json")).json();
  deepEqual([info.title, Object.keys(paths)], ["shop", ["/products", "/products/{id}"]]);
  const change = { project: "shop", route: "products", name: "sale" };
  await app.call(key, "generate_subroute", change);
  equal((await ask("/products/sale")).status, 200, "it follows each revision");
  match(url, /^http:\/\/localhost:8000\/previews\/[\w.-]+$/);
});

const SEALED = [
  ["/products", /^sandbox; default-src 'none'; frame-ancestors 'none'$/],
  ["/none", /^sandbox; default-src 'none'; frame-ancestors 'none'$/],
  ["/products//1", /^sandbox; default-src 'none'; frame-ancestors 'none'$/],
  [
    "/-/docs",
    /^sandbox allow-scripts allow-forms; default-src 'none'; style-src http:\/\/localhost:8000; /,
  ],
  ["/-/docs/script.js", /^sandbox allow-scripts allow-forms; /],
  ["/-/openapi.json", /^sandbox allow-scripts allow-forms; /],
] as const;

forEachServed(
  "every answer of a preview is closed off from the server's pages",
  async (database) => {
    const app = await hostedApp(database);
    const { ask } = await preview(app, await withShop(app));
    for (const [path, policy] of SEALED) {
      const { headers } = await ask(path, {
        headers: { cookie: "session=x", authorization: "Bearer x" },
      });
      match(headers.get("content-security-policy") ?? "", policy, path);
      equal(headers.get("x-content-type-options"), "nosniff");
      equal(headers.get("referrer-policy"), "no-referrer");
      equal(headers.get("cache-control"), "no-store");
      equal(headers.get("access-control-allow-credentials"), null);
      equal(headers.get("set-cookie"), null);
    }
  },
);

forEachServed(
  "a preview ends with its time, its project, and without its signature",
  async (database) => {
    const app = await hostedApp(database);
    const key = await withShop(app);
    const { url, ask } = await preview(app, key);
    const [, token = ""] = /\/previews\/(.+)$/.exec(url) ?? [];
    const [id, generation, expires, mac = ""] = token.split(".");
    const other = (text: string) =>
      app.send(
        new Request(`${app.origin}/previews/${text}/products`, { headers: { host: "localhost" } }),
      );
    const wrong = [
      `${id}.${generation}.${Number(expires) + 1}.${mac}`,
      `${id}.${Number(generation) + 1}.${expires}.${mac}`,
      `x.${generation}.${expires}.${mac}`,
      `${id}.${generation}.${expires}.${mac.slice(1)}`,
      `${id}.${generation}.${expires}`,
      "x",
      "%2e%2e",
      "a".repeat(10_000),
    ];
    for (const each of wrong) equal((await other(each)).status, 404, each);
    equal((await ask("/products")).status, 200);
    for (const line of app.lines) equal(line.includes(mac), false, "the log has no signature");
    const authorization = `Bearer ${key}`;
    await app.send(
      new Request(`${app.origin}/projects/shop`, {
        method: "DELETE",
        headers: { host: "localhost", authorization },
      }),
    );
    equal((await ask("/products")).status, 404);
    await app.call(key, "generate_api", { project: "shop", spec: SPEC });
    equal((await ask("/products")).status, 404, "another project has the name");
    const again = await preview(app, key);
    equal((await again.ask("/products")).status, 200);
    app.wait(milliseconds({ amount: 30, unit: "days" }));
    equal((await again.ask("/products")).status, 404);
  },
);

const SHOP = "/dashboard/projects/shop";

const REVOKE = `${SHOP}/previews/revoke`;

forEachServed("the owner revokes all previews of a project at once", async (database) => {
  const app = await hostedApp(database);
  const owner = await app.owner();
  const key = await keyOf(owner);
  for (const project of ["shop", "other"]) {
    await app.call(key, "generate_api", { project, spec: SPEC });
  }
  const [first, second] = [await preview(app, key), await preview(app, key)];
  const other = await preview(app, key, "other");
  const statuses = async (...all: readonly Previewed[]) =>
    await Promise.all(all.map(async ({ ask }) => (await ask("/products")).status));
  deepEqual(await statuses(first, second, other), [200, 200, 200]);
  const member = await app.member(owner, "member@example.com");
  equal((await member.send(await openQuestion(owner, SHOP, REVOKE), REVOKE)).status, 403);
  deepEqual(await statuses(first), [200], "the form of another person's page");
  const after = await revokeFirst(owner, SHOP, REVOKE);
  match(after.html, /Revoked all previews/);
  deepEqual(await statuses(first, second, other), [404, 404, 200]);
  const third = await preview(app, key);
  await owner.open(after.path);
  deepEqual(await statuses(third), [200], "a reload of the page after the form revokes nothing");
  const events = "SELECT subject FROM audit WHERE event = 'previews-revoked'";
  deepEqual((await database.all(events)).map((each) => ({ ...each })), [{ subject: "shop" }]);
});

forEachServed("a key that may write revokes previews", async (database) => {
  const app = await hostedApp(database);
  const key = await withShop(app);
  const { ask } = await preview(app, key);
  const revoke = async (name: string, authorization: string) => {
    const url = `${app.origin}/projects/${name}/preview`;
    const headers = { host: "localhost", authorization };
    return (await app.send(new Request(url, { method: "DELETE", headers }))).status;
  };
  equal(await revoke("shop", "Bearer x"), 401);
  equal(await revoke("none", `Bearer ${key}`), 404);
  equal((await ask("/products")).status, 200);
  equal(await revoke("shop", `Bearer ${key}`), 204);
  equal((await ask("/products")).status, 404);
});

forEachServed("requests to a preview are limited, and count for no account", async (database) => {
  const app = await hostedApp(database, { limits: { callsPerMinute: 10 } });
  const { ask } = await preview(app, await withShop(app));
  const statuses = [];
  for (let call = 0; call < 12; call++) statuses.push((await ask("/products")).status);
  deepEqual(statuses, [...Array(10).fill(200), 429, 429]);
});

forEachServed("only a project's account gets the address of its preview", async (database) => {
  const app = await hostedApp(database);
  const owner = await app.owner();
  const key = await keyOf(owner);
  await app.call(key, "generate_api", { project: "shop", spec: SPEC });
  const there = await owner.request("/dashboard/projects/shop/preview");
  equal(there.status, 303);
  match(there.headers.get("location") ?? "", /^http:\/\/localhost:8000\/previews\/.+\/-\/docs$/);
  match((await owner.open("/dashboard/projects/shop")).html, /projects\/shop\/preview"/);
  const member = await app.member(owner, "member@example.com");
  equal((await member.request("/dashboard/projects/shop/preview")).status, 404);
  const asked = await app.send(
    new Request(`${app.origin}/projects/shop/preview`, {
      headers: { host: "localhost", authorization: `Bearer ${await keyOf(member)}` },
    }),
  );
  equal(asked.status, 404);
});

forEachServed("people see that a preview has ended, programs get JSON", async (database) => {
  const app = await hostedApp(database);
  const owner = await app.owner();
  const key = await keyOf(owner);
  await app.call(key, "generate_api", { project: "shop", spec: SPEC });
  const { ask } = await preview(app, key);
  await revokeFirst(owner, SHOP, REVOKE);
  for (const path of ["/-/docs", "/products"]) {
    const page = await ask(path, { headers: { accept: "text/html,*/*" } });
    equal(page.status, 404);
    const html = await page.text();
    match(html, /<h1>This preview has ended<\/h1>/);
    match(html, /Ask the person who gave you the address for a new one\./);
    equal(page.headers.get("set-cookie"), null);
    const answer = await ask(path, { headers: { accept: "*/*" } });
    equal(answer.status, 404);
    match((await answer.json()).error.message, /Preview not found/);
  }
});
