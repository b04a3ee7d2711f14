/** Projects with files that do not parse: pages name the files first, and lose no endpoint. */

import { deepEqual, doesNotMatch, equal, match, notEqual, ok } from "node:assert/strict";
import { readHostedFile } from "../../../hosted/projects/listing.ts";
import { forEachServed } from "../storage/on_both.ts";
import { linksOf, type Page, unescaped } from "./browser.ts";
import { HEALTH_URL } from "../../../spec/spec_path.ts";
import { hostedApp, keyOf } from "./hosted_app.ts";
import type { Database } from "../../../hosted/storage/database.ts";

const SPEC = {
  routes: {
    products: { type: "GET", mock: [1], subroutes: { sale: { type: "POST" } } },
    ping: { type: "GET" },
  },
} as const;

const SHOP = "/dashboard/projects/shop";

const ROUTE = "api/routes/products_route.py";

const SERVICE = "api/services/products_service.py";

/** Changes to files, by their texts. `null` deletes a file. */
type Edits = (
  text: (path: string) => Promise<string>,
) => Promise<Readonly<Record<string, string | null>>>;

async function brokenShop(database: Database, edits: Edits) {
  const app = await hostedApp(database);
  const owner = await app.owner();
  const key = await keyOf(owner);
  await app.call(key, "generate_api", { project: "shop", spec: SPEC });
  const [account] = await database.all<{ id: string }>("SELECT id FROM accounts");
  const place = { accountId: account?.id ?? "", name: "shop" };
  const files = await edits(async (path) =>
    (await readHostedFile(database, place, path, 100_000))?.text ?? ""
  );
  await app.call(key, "generate_route", { project: "shop", route: "ping", type: "GET", files });
  return { app, owner, key };
}

function wordsOf({ html }: Page): string {
  return unescaped(html.replace(/<\/?bdi>/g, "").replace(/<[^>]*>/g, " ")).replace(/\s+/g, " ");
}

/** Ways in which a file of the route `products` does not parse. */
const BREAKS: Readonly<Record<string, { readonly file: string; readonly edits: Edits }>> = {
  "a route's module that has lost everything": {
    file: ROUTE,
    edits: () => Promise.resolve({ [ROUTE]: "def broken(:\n" }),
  },
  "a route's module with an error at its end": {
    file: ROUTE,
    edits: async (text) => ({ [ROUTE]: `${await text(ROUTE)}\n\ndef broken(:\n` }),
  },
  "a service": {
    file: SERVICE,
    edits: async (text) => ({ [SERVICE]: `def broken(:\n${await text(SERVICE)}` }),
  },
  "a file to which people moved the handlers": {
    file: "lib/handlers.py",
    edits: async (text) => ({
      [ROUTE]: null,
      "lib/handlers.py": `${await text(ROUTE)}\n\ndef broken(:\n`,
    }),
  },
};

for (const [what, { file, edits }] of Object.entries(BREAKS)) {
  forEachServed(`pages name ${what} first, and keep its endpoints`, async (database) => {
    const { app, owner } = await brokenShop(database, edits);
    const status = await owner.open(`${SHOP}/status`);
    const words = wordsOf(status);
    match(words, /Status of shop Projects \/ shop 1 file does not parse Python cannot import it/);
    match(words, /2 endpoints cannot be read\./);
    match(words, new RegExp(`unreadable GET /products ${file}, line \\d+`));
    match(words, new RegExp(`unreadable POST /products/sale ${file}, line \\d+`));
    match(words, /In order same GET \/ping /);
    doesNotMatch(words, /(?:deleted|same|edited|moved|unregistered) (?:GET|POST) \/products/);
    match(words, /unreadable A file of the endpoint does not parse/);
    for (const href of linksOf(status)) equal((await owner.request(href)).status, 200, href);
    const project = await owner.open(SHOP);
    match(wordsOf(project), /shop 1 file does not parse/);
    match(project.html, /GET \/products \(unreadable\)/);
    match(project.html, /POST \/products\/sale \(unreadable\)/);
    doesNotMatch(project.html, /GET \/ping \(unreadable\)/);
    equal(project.html.match(/GET \/products \(unreadable\)</g)?.length, 2, "once on map and list");
    ok(project.html.indexOf("not parse") < project.html.indexOf("Revision"));
    const { paths } = await (await owner.request(`${SHOP}/openapi.json`)).json();
    match(paths["/products"].get.description, new RegExp(`See ${file}, line \\d+\\.$`));
    equal(paths["/products/sale"].post.summary, "Unreadable");
    notEqual(paths["/ping"].get.summary, "Unreadable");
    const docs = (await owner.request(`${SHOP}/preview`)).headers.get("location") ?? "";
    const ask = async (path: string, init: RequestInit = {}) => {
      const address = docs.replace(/\/-\/docs$/, path);
      return await app.send(
        new Request(address, { ...init, headers: { host: "localhost", ...init.headers } }),
      );
    };
    equal((await ask("/ping")).status, 200);
    equal((await ask(HEALTH_URL)).status, 200);
    equal((await ask("/none")).status, 404);
    const lost = await ask("/products");
    equal(lost.status, 503);
    deepEqual(await lost.json(), {
      unreadable: "This endpoint cannot be read: its file does not parse.",
    });
    equal((await ask("/products", { method: "HEAD" })).status, 503);
    equal((await ask("/products/sale", { method: "POST", body: "x" })).status, 503);
    equal((await ask("/products/sale")).status, 405);
    const { endpoints } = await (await ask("/-/docs/endpoints.json")).json();
    match(JSON.stringify(endpoints), /"\/products".*cannot be read/);
    const listed = endpoints.find(({ path }: { path: string }) => path === "/products");
    equal(listed.status, 503);
    const described = await (await ask("/-/openapi.json")).json();
    deepEqual(Object.keys(described.paths).sort(), ["/ping", "/products", "/products/sale"]);
    equal("200" in described.paths["/products"].get.responses, false);
    ok("503" in described.paths["/products"].get.responses);
  });
}

forEachServed("a deleted handler is deleted if all files parse", async (database) => {
  const { owner } = await brokenShop(database, () => Promise.resolve({ [ROUTE]: null }));
  const words = wordsOf(await owner.open(`${SHOP}/status`));
  match(words, /deleted GET \/products/);
  doesNotMatch(words, /not parse|unreadable/);
  deepEqual((await owner.open(SHOP)).html.match(/unreadable/g), null);
});

forEachServed("a preview of a project without a readable endpoint says so", async (database) => {
  const app = await hostedApp(database);
  const key = await keyOf(await app.owner());
  const spec = {
    routes: {
      items: {
        type: "GET",
        path: "/v1/items",
        subroutes: {
          one: { type: "GET", path: "/{id:int}" },
        },
      },
    },
  };
  await app.call(key, "generate_api", { project: "shop", spec });
  const files = { "api/routes/items_route.py": "def broken(:\n" };
  await app.call(key, "generate_route", { project: "shop", route: "items", type: "GET", files });
  const headers = { host: "localhost", authorization: `Bearer ${key}` };
  const ask = async (address: string) => await app.send(new Request(address, { headers }));
  const { url } = await (await ask(`${app.origin}/projects/shop/preview`)).json();
  for (const path of ["/v1/items", "/v1/items/7"]) equal((await ask(url + path)).status, 503);
  equal((await ask(`${url}/v1/items/x`)).status, 404);
  const { paths } = await (await ask(`${app.origin}/projects/shop/openapi.json`)).json();
  deepEqual(paths["/v1/items/{id}"].get.parameters, [
    { name: "id", in: "path", required: true, schema: { type: "integer" } },
  ]);
});
