/** The history on a project's page: who did what with which key, and the buttons that undo and redo. */

import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import type { Database } from "../../../hosted/storage/database.ts";
import { readHostedProject } from "../../../hosted/projects/whole_project.ts";
import { forEachServed } from "../storage/on_both.ts";
import { type Page, unescaped } from "./browser.ts";
import { hostedApp, keyOf, OWNER } from "./hosted_app.ts";

const SHOP = "/dashboard/projects/shop";
const SPEC = { routes: { products: { type: "GET" } } };
const SERVICE = "api/services/products_service.py";

async function shop(database: Database) {
  const app = await hostedApp(database);
  const owner = await app.owner();
  const key = await keyOf(owner);
  const call = (tool: string, args: object) => app.call(key, tool, { project: "shop", ...args });
  await call("generate_api", { spec: SPEC });
  return { app, owner, key, call };
}

async function filesOf(database: Database): Promise<ReadonlyMap<string, string>> {
  const [row] = await database.all<{ account_id: string }>("SELECT account_id FROM projects");
  const place = { accountId: row?.account_id ?? "", name: "shop" };
  return new Map([...(await readHostedProject(database, place))?.files ?? []].sort());
}

/** Returns the rows of the history as text, newest first. */
function historyOf({ html }: Page): readonly string[] {
  const [, section = ""] = /<section aria-labelledby="history">([^]*?)<\/section>/.exec(html) ?? [];
  return [...section.matchAll(/<li>([^]*?)<\/li>/g)].map(([, row = ""]) =>
    unescaped(
      row.replace(/<form[^]*?<button[^>]*>/g, " [").replace(/<\/button>/g, "]")
        .replace(/<[^>]+>/g, " "),
    ).replace(/\s+/g, " ").trim()
  );
}

forEachServed("a project's page tells who changed what, with which key", async (database) => {
  const { owner, key, call } = await shop(database);
  await call("generate_subroute", { route: "products", subroute: "sale" });
  const page = await owner.open(SHOP);
  const [first = "", second = "", ...rest] = historyOf(page);
  const who = `${OWNER.email} , key '[^']+' \\(lw_\\*{4}${key.slice(-4)}\\)`;
  const time = "\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2} UTC";
  match(
    first,
    new RegExp(
      `^generate subroute products sale 5 files, 1 endpoint · ${time} · ${who} \\[ ?Undo ?\\]$`,
    ),
  );
  match(second, new RegExp(`^generate api .* · ${who}$`));
  deepEqual(rest, []);
  ok(!page.html.includes(key));
});

forEachServed("the page undoes a change and redoes it, each once per click", async (database) => {
  const { owner, call } = await shop(database);
  const created = await filesOf(database);
  await call("generate_route", { route: "orders" });
  const one = await filesOf(database);
  await call("generate_route", { route: "users" });
  const both = await filesOf(database);
  const page = await owner.open(SHOP);
  for (let clicks = 0; clicks < 2; clicks++) {
    const undone = await owner.send(page, `${SHOP}/undo`);
    equal(undone.path, new URL(SHOP, "http://localhost:8000").href);
    match(historyOf(undone)[0] ?? "", /^generate route users .* undone \[ ?Redo ?\]$/);
    deepEqual(await filesOf(database), one);
  }
  const first = await owner.send(await owner.open(SHOP), `${SHOP}/undo`);
  deepEqual(await filesOf(database), created);
  for (let clicks = 0; clicks < 2; clicks++) {
    await owner.send(first, `${SHOP}/redo`);
    deepEqual(await filesOf(database), one);
  }
  const last = await owner.send(await owner.open(SHOP), `${SHOP}/redo`);
  deepEqual(await filesOf(database), both);
  doesNotMatch(last.html, /\bundone\b/);
});

forEachServed("the page shows what an undo would discard, and can keep it", async (database) => {
  const { owner, call } = await shop(database);
  await call("generate_subroute", { route: "products", subroute: "sale" });
  const text = (await filesOf(database)).get(SERVICE) ?? "";
  const edited = text.replace(/(def get_sale\(self\)[^\n]*\n)/, "$1        print('mine')\n");
  await call("generate_route", { route: "orders", files: { [SERVICE]: edited } });
  await call("change_project", { action: "undo" });
  const before = await filesOf(database);
  const refused = await owner.send(await owner.open(SHOP), `${SHOP}/undo`);
  equal(refused.status, 422);
  match(refused.html, /1 file changed since\. Nothing was written/);
  match(refused.html, /class="removed">- {8}print\(&#39;mine&#39;\)/);
  deepEqual(await filesOf(database), before);
  const kept = await owner.send(refused, `${SHOP}/undo`);
  match(historyOf(kept)[1] ?? "", /^generate subroute products sale .* undone/);
  const after = await filesOf(database);
  match(after.get(SERVICE) ?? "", /print\('mine'\)/);
  doesNotMatch(after.get("api/routes/products_route.py") ?? "", /sale/);
});

forEachServed("nobody undoes changes of another account", async (database) => {
  const { app, owner, call } = await shop(database);
  await call("generate_route", { route: "orders" });
  const before = await filesOf(database);
  const member = await app.member(owner, "member@example.com");
  const { forms } = await owner.open(SHOP);
  const sent = forms.find(({ action }) => action === `${SHOP}/undo`);
  const body = new URLSearchParams({ ...sent?.fields }).toString();
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    origin: app.origin,
  };
  const foreign = await member.request(`${SHOP}/undo`, { method: "POST", headers, body });
  equal(foreign.status, 403);
  await foreign.body?.cancel();
  equal((await member.open(SHOP)).status, 404);
  const stranger = await app.browser().request(`${SHOP}/undo`, { method: "POST", headers, body });
  deepEqual([stranger.status, stranger.headers.get("location")], [303, "/login"]);
  await stranger.body?.cancel();
  deepEqual(await filesOf(database), before);
});
