/** The use of a hosted server, from its first start to a revoked key. */

import { revokeFirst } from "./browser.ts";
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { ownerCode } from "../../../hosted/accounts/invitations.ts";
import { forEachServed } from "../storage/on_both.ts";
import { post, replyOf, toolCall } from "../../http/messages.ts";
import { AT_HOME, hostedApp, keyOf, OWNER, removeMember } from "./hosted_app.ts";

const SPEC = { routes: { products: { type: "GET", mock: [{ id: 1, name: "Teapot" }] } } };

const LIST = { method: "tools/list" };

forEachServed("owner's link, key, project, revocation", async (database) => {
  const app = await hostedApp(database);
  const browser = await app.owner();
  const key = await keyOf(browser);
  const bearer = { authorization: `Bearer ${key}` };

  const listed = await replyOf(await app.send(post(LIST, "modern", bearer)));
  equal((listed.result?.["tools"] as unknown[]).length, 8);
  const made = await app.call(key, "generate_api", { project: "shop", spec: SPEC });
  equal(made.report.status, "applied");
  const more = { project: "shop", route: "products", subroute: "sale", type: "GET" };
  const grown = await app.call(key, "generate_subroute", more);
  equal(grown.report.status, "applied");
  const projects = await app.send(
    new Request(`${app.origin}/projects`, { headers: { ...bearer, host: "localhost" } }),
  );
  deepEqual(await projects.json(), { projects: ["shop"] });

  const page = await browser.open("/keys");
  match(page.html, /Laptop/);
  ok(!page.html.includes(key), "a key is shown once");
  match((await revokeFirst(browser, "/keys", "/keys/revoke")).html, /Revoked the key “Laptop”/);
  const refused = await app.send(post(toolCall("validate_spec", { spec: SPEC }), "modern", bearer));
  equal(refused.status, 401);
  match(refused.headers.get("www-authenticate") ?? "", /error="invalid_token"/);
  equal(await ownerCode(database, Date.now()), null);
});

forEachServed("the owner's link works once", async (database) => {
  const app = await hostedApp(database);
  const code = await ownerCode(database, Date.now());
  const [first, second] = [app.browser(), app.browser()];
  const pages = [
    await first.open(`/owner?code=${code}`),
    await second.open(`/owner?code=${code}`),
  ] as const;
  const home = await first.send(pages[0], "/owner", OWNER);
  match(home.path, AT_HOME);
  const late = await second.send(pages[1], "/owner", {
    email: "second@example.com",
    password: "another horse in there",
  });
  equal(late.status, 410);
  equal((await second.open("/keys")).path.replace(/^.*\/login/, "/login"), "/login?next=%2Fkeys");
});

forEachServed("people log in, log out, and return to their page", async (database) => {
  const app = await hostedApp(database);
  await app.owner();
  const browser = app.browser();
  const page = await browser.open("/people");
  match(page.path, /\/login\?next=%2Fpeople$/);
  const wrong = await browser.send(page, "/login", { ...OWNER, password: "a horse in a stable" });
  equal(wrong.status, 422);
  match(wrong.html, /Incorrect email address or password/);
  ok(!wrong.html.includes("a horse in a stable"));
  const people = await browser.send(wrong, "/login", OWNER);
  match(people.path, /\/people$/);
  const session = browser.cookies.get("session");
  const out = await browser.send(people, "/logout");
  match(out.path, /\/login$/);
  browser.cookies.set("session", session ?? "");
  match((await browser.open("/keys")).path, /\/login/);
});

forEachServed("an invited person has their own projects", async (database) => {
  const app = await hostedApp(database);
  const owner = await app.owner();
  const member = await app.member(owner, "member@example.com");
  const keys = [await keyOf(owner), await keyOf(member)] as const;
  await app.call(keys[0], "generate_api", { project: "shop", spec: SPEC });
  const seen = await app.call(keys[1], "get_project_info", { project: "shop" });
  const absent = await app.call(keys[1], "get_project_info", { project: "shap" });
  deepEqual(
    JSON.stringify(seen).replaceAll("shop", "*"),
    JSON.stringify(absent).replaceAll("shap", "*"),
  );
  const people = await owner.open("/people");
  match(people.html, /member@example\.com/);
  equal((await member.open("/people")).status, 403);
  await removeMember(owner);
  equal((await app.send(post(LIST, "modern", { authorization: `Bearer ${keys[1]}` }))).status, 401);
  match((await member.open("/keys")).path, /\/login/);
});
