/** Invalid, revoked and limited keys. */

import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import { apiKeyHash, isApiKey, makeApiKey } from "../../../hosted/accounts/api_key_text.ts";
import { formToken } from "../../../hosted/accounts/form_tokens.ts";
import { HOSTED_TOOLS } from "../../../hosted/tools/toolset.ts";
import { forEachServed } from "../storage/on_both.ts";
import { ERAS, post, toolCall } from "../../http/messages.ts";
import { hostedApp, keyOf, ORIGIN, removeMember, type TestedHostedApp } from "./hosted_app.ts";
import { storedRows } from "./stored_rows.ts";

const SPEC = { routes: { products: { type: "GET" } } };

const WRITE = toolCall("generate_api", { project: "planted", spec: SPEC });

const DAY = 86_400_000;

function ask(app: TestedHostedApp, method: string, path: string, authorization: string | null) {
  const headers = { host: "localhost", ...(authorization !== null && { authorization }) };
  return app.send(new Request(ORIGIN + path, { method, headers }));
}

/** Returns a response as text, without the request's id. */
async function shape(response: Response): Promise<string> {
  const headers = [...response.headers].filter(([name]) => name !== "x-request-id");
  return `${response.status} ${JSON.stringify(headers)} ${await response.text()}`;
}

const OPENED = [
  ["GET", "/projects"],
  ["GET", "/projects/shop/archive"],
  ["GET", "/projects/shop/openapi.json"],
  ["GET", "/projects/shop/preview"],
  ["DELETE", "/projects/shop"],
  ["GET", "/metrics"],
  ["GET", "/mcp"],
  ["DELETE", "/mcp"],
] as const;

forEachServed(
  "all invalid keys get the same refusal",
  async (database) => {
    const app = await hostedApp(database);
    const owner = await app.owner();
    const member = await app.member(owner, "member@example.com");
    const key = await keyOf(owner, { expires_in_days: "" });
    const expired = await keyOf(owner, { expires_in_days: "30" });
    const ofRemoved = await keyOf(member);
    await removeMember(owner);
    const revoked = await keyOf(owner, { name: "Revoked" });
    const { keys } = await (await owner.request("/api/keys")).json();
    const { id } = keys.find(({ name }: { name: string }) => name === "Revoked");
    equal((await owner.request(`/api/keys/${id}`, { method: "DELETE" })).status, 204);
    app.wait(30 * DAY);
    // With a valid checksum, which anyone can compute.
    const madeUp = makeApiKey();
    const wrong = {
      "made up": madeUp,
      expired,
      revoked,
      "of somebody who was removed": ofRemoved,
      "mistyped": key.replace(/.$/, (last) => last === "A" ? "B" : "A"),
      "with letters exchanged": key.replace(/(?<=^lw_\w*?)(\w)(?!\1)(\w)/, "$2$1"),
      "cut": key.slice(0, -1),
      "longer": `${key}A`,
      "in capitals": key.toUpperCase(),
      "with another prefix": key.replace("lw_", "lv_"),
      "without its prefix": key.slice(3),
      "as its hash": apiKeyHash(key),
      "as a pattern": "lw_%",
      "as SQL": "'OR'1'='1",
      "of an account": "acc_1",
      "very long": "lw_".padEnd(100_000, "A"),
    };
    ok(isApiKey(madeUp));
    const rows = await storedRows(database);
    const answers = new Map<string, Set<string>>();
    for (const [why, text] of Object.entries(wrong)) {
      const authorization = `Bearer ${text}`;
      for (const [method, path] of OPENED) {
        const answer = await shape(await ask(app, method, path, authorization));
        match(answer, /^401 /, `${why}: ${method} ${path}`);
        answers.set(method + path, (answers.get(method + path) ?? new Set()).add(answer));
      }
      for (const era of ERAS) {
        const answer = await shape(await app.send(post(WRITE, era, { authorization })));
        match(answer, /^401 .*invalid_token/, why);
        answers.set(era, (answers.get(era) ?? new Set()).add(answer));
      }
    }
    for (const [what, different] of answers) equal(different.size, 1, what);
    deepEqual(await storedRows(database), rows);
    equal((await app.send(post(WRITE, "modern", { authorization: `Bearer ${key}` }))).status, 200);
  },
);

forEachServed("a valid key in a URL is refused", async (database) => {
  const app = await hostedApp(database);
  const key = await keyOf(await app.owner());
  await app.call(key, "generate_api", { project: "shop", spec: SPEC });
  const rows = await storedRows(database);
  for (const name of ["key", "api_key", "token", "access_token", "authorization"]) {
    for (const authorization of [null, `Bearer ${key}`]) {
      for (const [method, path] of OPENED) {
        const { status } = await ask(app, method, `${path}?${name}=${key}`, authorization);
        equal(status, 400, `${method} ${path}?${name}`);
      }
      const url = `${ORIGIN}/mcp?${name}=${key}`;
      equal(
        (await app.send(post(WRITE, "modern", { authorization, host: "localhost" }, url))).status,
        400,
      );
    }
  }
  deepEqual(await storedRows(database), rows);
  ok(!app.lines.join("").includes(key));
});

forEachServed("a read-only key changes nothing", async (database) => {
  const app = await hostedApp(database);
  const owner = await app.owner();
  const [key, reading] = [await keyOf(owner), await keyOf(owner, { access: "read" })];
  await app.call(key, "generate_api", { project: "shop", spec: SPEC });
  const rows = await storedRows(database);
  const authorization = `Bearer ${reading}`;
  const lacks = (response: Response) => {
    equal(response.status, 403);
    const said = response.headers.get("www-authenticate") ?? "";
    match(said, /error="insufficient_scope"/);
    match(said, /scope="tools:write"/);
  };
  const writing = [...HOSTED_TOOLS.byName.values()].filter(({ writes }) => writes)
    .map(({ name }) => name);
  ok(writing.length >= 4 && writing.includes("change_project"));
  for (const name of writing) {
    for (const era of ERAS) {
      const call = { project: "shop", route: "products", subroute: "b", type: "GET", spec: SPEC };
      const args = { ...call, action: "remove_route" };
      for (const more of [{}, { dry_run: true }, { files: { "a.txt": "planted" } }]) {
        const asked = toolCall(name, { ...args, ...more });
        lacks(await app.send(post(asked, era, { authorization })));
      }
    }
  }
  lacks(await ask(app, "DELETE", "/projects/shop", authorization));
  lacks(await ask(app, "DELETE", "/projects/absent", authorization));
  lacks(await ask(app, "DELETE", "/projects/shop/preview", authorization));
  deepEqual(await storedRows(database), rows);
  equal((await ask(app, "GET", "/projects/shop/archive", authorization)).status, 200);

  // A tool that only reads does not store the files of its call.
  const files = { "api/routes/products_routes.py": "x = 1\n", "planted.txt": "planted" };
  const seen = await app.call(reading, "get_project_info", { project: "shop", files });
  doesNotMatch(JSON.stringify(seen.report), /files-stored/);
  const { usage: _, ...after } = await storedRows(database);
  const { usage: __, ...before } = rows;
  deepEqual(after, before);
});

forEachServed("a write-only key reads nothing", async (database) => {
  const app = await hostedApp(database);
  const owner = await app.owner();
  const made = await owner.request("/api/keys", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Writer", scopes: ["tools:write"] }),
  });
  const { key } = await made.json();
  await app.call(key, "generate_api", { project: "shop", spec: SPEC });
  const authorization = `Bearer ${key}`;
  for (
    const path of [
      "/projects",
      "/projects/shop/archive",
      "/projects/shop/openapi.json",
      "/projects/shop/preview",
      "/projects/shop/changes/x/patch",
    ]
  ) {
    const refused = await ask(app, "GET", path, authorization);
    equal(refused.status, 403);
    match(refused.headers.get("www-authenticate") ?? "", /scope="tools:read"/);
  }
  const info = toolCall("get_project_info", { project: "shop" });
  const { status } = await app.send(post(info, "modern", { authorization }));
  equal(status, 403);
});

forEachServed(
  "keys do not replace logins, and sessions do not replace keys",
  async (database) => {
    const app = await hostedApp(database);
    const owner = await app.owner();
    const member = await app.member(owner, "member@example.com");
    const [key, theirs] = [await keyOf(owner), await keyOf(member)];
    const rows = await storedRows(database);
    const api = [
      ["GET", "/api/keys", 403],
      ["POST", "/api/keys", 403],
      ["DELETE", "/api/keys/key_1", 403],
      ["GET", "/api/audit", 403],
      ["GET", "/keys", 303],
      ["GET", "/people", 303],
    ] as const;
    for (const [method, path, status] of api) {
      equal((await ask(app, method, path, `Bearer ${key}`)).status, status, path);
      // A key is also refused if the request has a session.
      const headers = { authorization: `Bearer ${key}`, origin: ORIGIN };
      if (status === 403) equal((await owner.request(path, { method, headers })).status, 403);
    }
    for (const [method, path] of OPENED) {
      equal((await owner.request(path, { method })).status, 401, `${method} ${path}`);
    }
    equal((await ask(app, "GET", "/metrics", `Bearer ${theirs}`)).status, 403);
    equal((await ask(app, "GET", "/metrics", `Bearer ${key}`)).status, 200);
    equal((await member.open("/people")).status, 403);
    const { entries } = await (await member.request("/api/audit")).json();
    ok(entries.length > 0);
    ok(entries.every(({ email }: { email: string }) => email === "member@example.com"));
    deepEqual(await storedRows(database), rows);
  },
);

forEachServed("members cannot use the owner's forms", async (database) => {
  const app = await hostedApp(database);
  const owner = await app.owner();
  const member = await app.member(owner, "member@example.com");
  await owner.send(await owner.open("/people"), "/people");
  const people = await owner.open("/people");
  await keyOf(owner);
  const { keys: [{ id }] } = await (await owner.request("/api/keys")).json();
  const session = member.cookies.get("session") ?? "";
  const rows = await storedRows(database);
  for (
    const { action, fields } of people.forms.filter((form) => form.action.startsWith("/people"))
  ) {
    // The token is valid for the member, who cannot open the page.
    const form_token = formToken(app.options.secret, action, session);
    const body = new URLSearchParams({ ...fields, form_token }).toString();
    const headers = { "content-type": "application/x-www-form-urlencoded", origin: ORIGIN };
    equal((await member.request(action, { method: "POST", headers, body })).status, 403, action);
  }
  const revoked = await member.request(`/api/keys/${id}`, { method: "DELETE" });
  equal(revoked.status, 404);
  deepEqual(await storedRows(database), rows);
});

forEachServed("pages of other sites cannot create or revoke keys", async (database) => {
  const app = await hostedApp(database);
  const owner = await app.owner();
  await keyOf(owner);
  const { keys: [{ id }] } = await (await owner.request("/api/keys")).json();
  const rows = await storedRows(database);
  const json = { "content-type": "application/json" };
  const body = JSON.stringify({ name: "Planted" });
  const foreign: readonly Record<string, string>[] = [
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "http://localhost:9999" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: ORIGIN, "sec-fetch-site": "cross-site" },
  ];
  for (const headers of foreign) {
    const made = { method: "POST", headers: { ...json, ...headers }, body };
    equal((await owner.request("/api/keys", made)).status, 403);
    const revoked = await owner.request(`/api/keys/${id}`, { method: "DELETE", headers });
    equal(revoked.status, 403);
  }
  // Requests that a form can send without a preflight.
  for (
    const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
  ) {
    const headers = { "content-type": type };
    equal((await owner.request("/api/keys", { method: "POST", headers, body })).status, 400, type);
  }
  for (const method of ["POST", "GET"]) {
    const { status } = await owner.request(`/api/keys/${id}?_method=DELETE`, {
      method,
      headers: { "x-http-method-override": "DELETE" },
    });
    equal(status, 404);
  }
  deepEqual(await storedRows(database), rows);
});
