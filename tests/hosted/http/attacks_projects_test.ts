/** Access to other people's projects, and signed links. */

import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import { LIFETIMES, milliseconds } from "../../../hosted/accounts/limits.ts";
import { signLink } from "../../../hosted/accounts/signed_links.ts";
import { forEachServed } from "../storage/on_both.ts";
import { post, replyOf } from "../../http/messages.ts";
import { hostedApp, keyOf, ORIGIN, removeMember, type TestedHostedApp } from "./hosted_app.ts";
import { storedRows } from "./stored_rows.ts";

const SPEC = { routes: { products: { type: "GET", mock: [{ id: 1, name: "Teapot" }] } } };

/** Creates a project for the owner, and an account for another person. */
async function twoPeople(app: TestedHostedApp) {
  const owner = await app.owner();
  const other = await app.member(owner, "member@example.com");
  const [key, otherKey] = [await keyOf(owner), await keyOf(other)];
  const call = async (project: string) => {
    const made = await app.call(key, "generate_api", { project, spec: SPEC });
    equal(made.report.status, "applied");
  };
  await call("shop");
  await call("till");
  const changes = await app.database.all<{ id: string; name: string }>(
    "SELECT changes.id AS id, name FROM changes JOIN projects ON projects.id = project_id",
  );
  const changeOf = (project: string) => changes.find(({ name }) => name === project)?.id ?? "";
  const accounts = await app.database.all<{ id: string; email: string }>(
    "SELECT id, email FROM accounts",
  );
  const accountOf = (start: string) =>
    accounts.find(({ email }) => email.startsWith(start))?.id ?? "";
  return {
    key,
    otherKey,
    change: changeOf("shop"),
    otherChange: changeOf("till"),
    account: accountOf("owner"),
    otherAccount: accountOf("member"),
  };
}

const DIFFERING = new Set(["ratelimit", "x-request-id"]);

/** Returns an answer without the parts that differ between requests. */
async function shape(response: Response, ...own: string[]) {
  const headers = [...response.headers].filter(([name]) => !DIFFERING.has(name));
  let text = JSON.stringify(headers) + await response.text();
  for (const name of own) text = text.replaceAll(name, "*");
  return `${response.status} ${text}`;
}

function ask(app: TestedHostedApp, path: string, key: string | null, method = "GET") {
  const headers = { host: "localhost", ...(key !== null && { authorization: `Bearer ${key}` }) };
  return app.send(new Request(new URL(path, ORIGIN), { method, headers }));
}

const ABSENT_CHANGE = "chg_00000000-0000-4000-8000-000000000000";

forEachServed("another person's project looks like a missing one", async (database) => {
  const app = await hostedApp(database);
  const { otherKey, change } = await twoPeople(app);
  const rows = await storedRows(database);
  const table = [
    ["GET", "/projects/NAME/archive"],
    ["GET", "/projects/NAME/openapi.json"],
    ["GET", "/projects/NAME/preview"],
    ["DELETE", "/projects/NAME/preview"],
    ["GET", "/projects/NAME/archive?format=zip"],
    ["HEAD", "/projects/NAME/archive"],
    ["GET", "/projects/NAME/changes/CHANGE/patch"],
    ["GET", "/projects/NAME"],
    ["DELETE", "/projects/NAME"],
  ] as const;
  for (const [method, path] of table) {
    const answers = await Promise.all([["shop", change], ["shap", ABSENT_CHANGE]].map(
      async ([name = "", id = ""]) => {
        const filled = path.replace("NAME", name).replace("CHANGE", id);
        return await shape(await ask(app, filled, otherKey, method), name, id);
      },
    ));
    match(answers[0] ?? "", /^404/);
    equal(answers[0], answers[1], `${method} ${path}`);
  }
  deepEqual(await (await ask(app, "/projects", otherKey)).json(), { projects: [] });
  deepEqual(await storedRows(database), rows);
});

forEachServed(
  "tools, resources and completions hide other people's projects",
  async (database) => {
    const app = await hostedApp(database);
    const { otherKey } = await twoPeople(app);
    const authorization = `Bearer ${otherKey}`;
    const calls = [
      {
        method: "tools/call",
        params: { name: "get_project_info", arguments: { project: "NAME" } },
      },
      {
        method: "tools/call",
        params: {
          name: "generate_subroute",
          arguments: { project: "NAME", route: "products", subroute: "sale", type: "GET" },
        },
      },
      { method: "tools/call", params: { name: "analyze_project", arguments: { project: "NAME" } } },
      { method: "resources/read", params: { uri: "layerwright://projects/NAME/files/README.md" } },
      {
        method: "resources/read",
        params: { uri: "layerwright://projects/NAME/files/.layerwright/manifest" },
      },
      { method: "resources/list" },
      {
        method: "completion/complete",
        params: {
          ref: { type: "ref/resource", uri: "layerwright://projects/{project}/files/{+path}" },
          argument: { name: "project", value: "sh" },
        },
      },
    ];
    for (const asked of calls) {
      const [seen, absent] = await Promise.all(["shop", "shap"].map(async (name) => {
        const filled = JSON.parse(JSON.stringify(asked).replaceAll("NAME", name));
        const reply = await replyOf(await app.send(post(filled, "modern", { authorization })));
        return JSON.stringify(reply).replaceAll(name, "*");
      }));
      equal(seen, absent);
      doesNotMatch(seen ?? "", /Teapot|till/);
    }
    const names = await database.all<{ name: string }>("SELECT name FROM projects");
    deepEqual(names.map(({ name }) => name).sort(), ["shop", "till"]);
  },
);

forEachServed("every project that counts is listed and can be deleted", async (database) => {
  const app = await hostedApp(database, { limits: { projects: 1 } });
  const key = await keyOf(await app.owner());
  const listed = async () => (await (await ask(app, "/projects", key)).json()).projects;
  const args = { project: "notes", spec: {}, files: { "notes.md": "x" } };
  equal((await app.call(key, "generate_api", args)).isError, true);
  deepEqual(await listed(), ["notes"]);
  equal((await ask(app, "/projects/notes", key, "DELETE")).status, 204);
  deepEqual(await listed(), []);
});

forEachServed("several people can have a project of the same name", async (database) => {
  const app = await hostedApp(database);
  const { key, otherKey } = await twoPeople(app);
  const before = await ask(app, "/projects/shop/archive", key).then((answer) => answer.bytes());
  const spec = { routes: { orders: { type: "GET" } } };
  const made = await app.call(otherKey, "generate_api", { project: "shop", spec });
  equal(made.report.status, "applied");
  equal((await ask(app, "/projects/shop", otherKey, "DELETE")).status, 204);
  const after = await ask(app, "/projects/shop/archive", key).then((answer) => answer.bytes());
  deepEqual(after, before);
});

forEachServed("a link opens only its own project, until it expires", async (database) => {
  const app = await hostedApp(database);
  const { key, otherKey, change, otherChange, account, otherAccount } = await twoPeople(app);
  const { secret } = app.options;
  const lasting = Date.now() + milliseconds(LIFETIMES.signedLink);
  const sign = (path: string, params: Record<string, string> = {}, accountId = account) =>
    signLink(secret, { path, params, accountId, expiresAt: lasting });
  const archive = sign("/projects/shop/archive", { format: "zip" });
  const patch = sign(`/projects/shop/changes/${change}/patch`);
  for (const link of [archive, patch]) {
    equal((await ask(app, link, null)).status, 200);
    equal((await ask(app, `${ORIGIN}${link}`, null)).status, 200);
  }
  const [address = "", query = ""] = archive.split("?");
  const signature = new URLSearchParams(query).get("signature") ?? "";
  const altered: readonly string[] = [
    archive.replace("shop", "till"),
    archive.replace("shop", "SHOP"),
    archive.replace("shop", "sho%70"),
    archive.replace("/projects", "//projects"),
    archive.replace("/archive", "/archive/"),
    archive.replace("/archive", "/../till/archive"),
    archive.replace("archive", `changes/${change}/patch`),
    patch.replace(change, otherChange),
    patch.replace("shop", "till"),
    patch.replace(/changes.*patch/, "archive"),
    archive.replace("zip", "tar.gz"),
    archive.replace("format=zip&", ""),
    archive.replace("format=zip", "format=zip&format=zip"),
    archive.replace(account, otherAccount),
    archive.replace(account, account.toUpperCase()),
    archive.replace("account=", "account=&account="),
    archive.replace(/expires=\d+/, `expires=${lasting + 1}`),
    archive.replace(/expires=(\d+)/, "expires=$10"),
    archive.replace(/expires=\d+/, "expires=Infinity"),
    archive.replace(/expires=(\d+)/, "expires=0$1"),
    archive.replace(/expires=\d+&/, ""),
    archive.replace(/signature=.*/, "signature="),
    archive.replace(/signature=.*/, "signature"),
    archive.replace(/signature=.*/, `signature=${"A".repeat(43)}`),
    archive.replace(/signature=.*/, `signature=${signature.slice(0, -1)}`),
    archive.replace(/signature=.*/, `signature=${signature.toUpperCase()}`),
    `${archive}=`,
    `${archive}&`,
    `${archive}&format=tar.gz`,
    `${archive}&expires=${lasting * 2}`,
    `${archive}&account=${otherAccount}`,
    `${archive}&signature=${signature}`,
    `${address}?signature=${signature}&${query.replace(/&signature=.*/, "")}`,
    `${address}?${query.replaceAll("&", "&amp;")}`,
    `${address}?${query.replaceAll("&", ";")}`,
    signLink("another secret", {
      path: "/projects/shop/archive",
      params: {},
      accountId: account,
      expiresAt: lasting,
    }),
  ];
  const rows = await storedRows(database);
  for (const link of altered) {
    // A changed link is refused even with a valid key.
    for (const by of [null, otherKey]) {
      const { status } = await ask(app, link, by);
      ok([400, 401, 403, 404].includes(status), `${status} ${link}`);
    }
  }
  for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
    for (const link of [archive, patch]) {
      equal((await ask(app, link, null, method)).status, 404, method);
    }
  }
  const head = await ask(app, archive, null, "HEAD");
  deepEqual([head.status, await head.text()], [200, ""]);
  // These paths have valid signatures, but a link may open only projects and changes.
  const elsewhere = [
    "/projects",
    "/projects/shop",
    "/mcp",
    "/api/keys",
    "/metrics",
    "/keys",
    "/api/audit",
  ];
  for (const path of elsewhere) {
    for (const method of ["GET", "POST", "DELETE"]) {
      const { status } = await ask(app, sign(path), null, method);
      ok([303, 401, 403, 404].includes(status), `${method} ${path} ${status}`);
    }
  }
  const foreign = [
    sign("/projects/shop/archive", {}, otherAccount),
    sign(`/projects/shop/changes/${change}/patch`, {}, otherAccount),
    sign(`/projects/shop/changes/${otherChange}/patch`),
    sign("/projects/shop/archive", {}, ""),
  ];
  for (const link of foreign) equal((await ask(app, link, null)).status, 404);
  deepEqual(await storedRows(database), rows);

  app.wait(milliseconds(LIFETIMES.signedLink));
  for (const link of [archive, patch]) equal((await ask(app, link, null)).status, 403);
  equal((await ask(app, "/projects/shop/archive", key)).status, 200);
});

forEachServed("a link ends with its project and its account", async (database) => {
  const app = await hostedApp(database);
  const owner = await app.owner();
  const member = await app.member(owner, "member@example.com");
  const key = await keyOf(member);
  const link = async () => {
    const made = await app.call(key, "generate_api", { project: "shop", spec: SPEC });
    return /http:\S+?\/projects\/[^\s')]+/.exec(made.text)?.[0] ?? "";
  };
  const first = await link();
  equal((await ask(app, first, null)).status, 200);
  equal((await ask(app, "/projects/shop", key, "DELETE")).status, 204);
  equal((await ask(app, first, null)).status, 404);
  const second = await link();
  equal((await ask(app, second, null)).status, 200);
  await removeMember(owner);
  equal((await ask(app, second, null)).status, 404);
});
