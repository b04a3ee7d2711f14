/** Security headers of every answer. */

import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import { forEachServed } from "../storage/on_both.ts";
import { havePlayground } from "./built_playground.ts";
import { openConsent } from "./every_form.ts";
import { hostedApp, keyOf, ORIGIN, OWNER } from "./hosted_app.ts";
import { skeleton } from "./skeleton.ts";
import { storedRows } from "./stored_rows.ts";

const PATHS = [
  "/",
  "/connect",
  "/copy.js",
  "/playground",
  "/playground/",
  "/playground/page.js",
  "/playground/../server.ts",
  "/dashboard/projects",
  "/dashboard/projects/shop",
  "/dashboard/projects/none",
  "/dashboard/projects/shop/file?path=app.py",
  "/dashboard/projects/shop/file?path=README.md",
  "/dashboard/projects/shop/file?path=../secrets",
  "/dashboard/projects/shop/archive",
  "/dashboard/projects/shop/archive?format=zip",
  "/dashboard/projects/shop/changes/x",
  "/dashboard/projects/shop/changes/x/patch",
  "/dashboard/projects/shop/status",
  "/dashboard/projects/shop/delete",
  "/activity",
  "/activity?before=x",
  "/login",
  "/keys",
  "/people",
  "/apps",
  "/apps/revoke",
  "/account",
  "/account/password",
  "/account/unlink",
  "/account/link/oidc",
  "/login/oidc",
  "/login/oidc/callback",
  "/login/github",
  "/login/github/callback?code=x&state=x",
  "/owner",
  "/owner?code=x",
  "/invitation?code=x",
  "/reset?code=x",
  "/logout",
  "/keys/revoke",
  "/people/remove",
  "/people/withdraw",
  "/api/keys",
  "/api/keys/x",
  "/api/audit",
  "/projects",
  "/projects/shop",
  "/projects/shop/archive",
  "/projects/shop/changes/x/patch",
  "/projects/shop/archive?signature=x",
  "/metrics",
  "/mcp",
  "/version",
  "/style.css",
  "/nothing",
  "/.env",
  "/.git/config",
  "/keys/",
  "/KEYS",
  "//keys",
  "/keys%2f",
  "/keys/../people",
  "/oauth/consent/x",
  "/oauth/authorize",
  "/oauth/authorize?client_id=x",
  "/oauth/token",
  "/device",
  "/.well-known/oauth-authorization-server",
];

/** Public paths, which may be cached. */
const PUBLIC = /^\/(?:style\.css|copy\.js|version|\.well-known\/|oauth\/jwks)/;

/** Matches the script elements that our pages may have. */
const OUR_SCRIPT =
  /<script src="(?:\/copy\.js|\/playground\/page-[0-9a-f]{16}\.js)" defer=""><\/script>/;

/** Reports whether a page may have scripts. Without a login, the home page is the playground. */
function mayHaveScript(path: string, text: string): boolean {
  return path === "/connect" || path === "/playground" || text.includes("<title>Playground ");
}

await havePlayground();

/** Paths that allow cross-origin requests, always without cookies. */
const FOR_ALL_SITES = /^\/(?:oauth\/token$|\.well-known\/)/;

function isForOurPages(path: string, headers: Headers): void {
  equal(headers.get("access-control-allow-credentials"), null, path);
  if (FOR_ALL_SITES.test(path)) return;
  equal(headers.get("access-control-allow-origin"), null, path);
}

/** Checks the headers and the body of an answer. */
async function isSafe(path: string, response: Response): Promise<void> {
  const { status, headers } = response;
  const text = await response.text();
  ok(status < 500, `${status} ${path}`);
  equal(headers.get("x-content-type-options"), "nosniff", path);
  if (!PUBLIC.test(path)) equal(headers.get("cache-control"), "no-store", path);
  doesNotMatch([...headers.keys()].join(" "), /\bserver\b|powered/);
  isForOurPages(path, headers);
  if (!headers.get("content-type")?.startsWith("text/html")) return;
  const given = headers.get("content-security-policy") ?? "";
  const isScripted = status === 200 && mayHaveScript(path, text);
  equal(given.endsWith("; script-src 'self'"), isScripted, path);
  const policy = isScripted ? given.replace("; script-src 'self'", "") : given;
  for (const directive of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"]) {
    ok(policy.includes(directive), `${path} ${policy}`);
  }
  doesNotMatch(policy, /unsafe|script-src|\*|data:|https?:/);
  equal(headers.get("x-frame-options"), "DENY", path);
  match(headers.get("referrer-policy") ?? "", /^(?:same-origin|no-referrer)$/);
  const scripts = text.split(OUR_SCRIPT);
  equal(scripts.length, isScripted && text !== "" ? 2 : 1, path);
  for (const [name, ...attributes] of skeleton(scripts.join(""))) {
    ok(
      !/^(?:script|iframe|object|embed|base|style|meta http-equiv)$/i.test(name),
      `${path} ${name}`,
    );
    ok(
      attributes.every((each) => !/^(?:on\w+|style|srcdoc)\b/i.test(each)),
      `${path} ${attributes}`,
    );
  }
}

forEachServed("every answer is private and has security headers", async (database) => {
  const app = await hostedApp(database);
  const owner = await app.owner();
  const key = await keyOf(owner);
  const spec = { routes: { ping: { type: "GET" } } };
  await app.call(key, "generate_api", { project: "shop", spec });
  const bearer = { authorization: `Bearer ${key}` };
  for (const path of PATHS) {
    await isSafe(path, await owner.request(path));
    await isSafe(path, await owner.request(path, { headers: bearer }));
    await isSafe(path, await app.browser().request(path));
    await isSafe(path, await owner.request(path, { method: "HEAD" }));
    await isSafe(path, await owner.request(path, { method: "POST" }));
  }
});

forEachServed("error and consent pages have the same security headers", async (database) => {
  const app = await hostedApp(database);
  const owner = await app.owner();
  const login = await app.browser().open("/login");
  const [form] = login.forms;
  const post = async (path: string, fields: Record<string, string>) => {
    const headers = { "content-type": "application/x-www-form-urlencoded", origin: ORIGIN };
    const body = new URLSearchParams(fields).toString();
    return await owner.request(path, { method: "POST", headers, body });
  };
  await isSafe("/login", await post("/login", { ...form?.fields, ...OWNER }));
  const { forms } = await owner.open("/people");
  for (const { action, fields } of [...forms, ...(await owner.open("/keys")).forms]) {
    if (action === "/logout") continue;
    await isSafe(action, await post(action, { ...fields, email: "x", name: "", id: "x" }));
  }
  const consent = await owner.request(await openConsent(app));
  await isSafe("consent", await owner.request(consent.headers.get("location") ?? ""));
});

const METHODS = ["PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "QUERY", "X"];

forEachServed("other methods change nothing", async (database) => {
  const app = await hostedApp(database);
  const owner = await app.owner();
  const bearer = { authorization: `Bearer ${await keyOf(owner, { access: "read" })}` };
  await owner.request(await openConsent(app));
  const rows = await storedRows(database);
  for (const path of PATHS) {
    for (const method of METHODS) {
      for (const headers of [{}, bearer]) {
        const response = await owner.request(path, { method, headers });
        ok(response.status < 500, `${method} ${path} ${response.status}`);
        isForOurPages(path, response.headers);
        await response.body?.cancel();
      }
    }
  }
  deepEqual(await storedRows(database), rows);
});
