/** Projects with files that do not parse: pages name the files first, and lose no endpoint. */

import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import { readHostedFile } from "../../../hosted/projects/listing.ts";
import { forEachServed } from "../storage/on_both.ts";
import { linksOf, type Page, unescaped } from "./browser.ts";
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
    const { owner } = await brokenShop(database, edits);
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
  });
}

forEachServed("a deleted handler is deleted if all files parse", async (database) => {
  const { owner } = await brokenShop(database, () => Promise.resolve({ [ROUTE]: null }));
  const words = wordsOf(await owner.open(`${SHOP}/status`));
  match(words, /deleted GET \/products/);
  doesNotMatch(words, /not parse|unreadable/);
  deepEqual((await owner.open(SHOP)).html.match(/unreadable/g), null);
});
