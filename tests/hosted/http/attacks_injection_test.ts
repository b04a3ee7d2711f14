/** SQL and HTML in every input: stored unchanged or refused, never run. */

import { deepEqual, doesNotMatch, equal, ok } from "node:assert/strict";
import { forEachServed } from "../storage/on_both.ts";
import { IS_FULL_TIER } from "../../tools/tier.ts";
import { type Browser, openQuestion, revokeFirst, unescaped } from "./browser.ts";
import {
  hostedApp,
  invite,
  keyOf,
  openRemoval,
  ORIGIN,
  type TestedHostedApp,
} from "./hosted_app.ts";
import { skeleton } from "./skeleton.ts";
import { storedRows } from "./stored_rows.ts";

const TEXTS: readonly string[] = [
  "' OR 1=1 --",
  "'; DROP TABLE accounts; --",
  "\\'; DELETE FROM sessions; --",
  '" OR ""="',
  "$1",
  "x'||(SELECT value FROM secrets)||'",
  "%' OR name LIKE '%",
  "${7*7}{{7*7}}<%= 7*7 %>",
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)' x='",
  "</title></code></pre><h1>Log in</h1>",
  "<!--",
  "]]><svg/onload=alert(1)>",
  "&lt;b&gt;&amp;&#60;",
  "javascript:alert(1)",
  "`id`$(id);|&",
  "../../etc/passwd",
  "__proto__",
  "a\u2028b\u202ec",
  "a\r\nSet-Cookie: session=planted",
  "\ufeff\u{1f600}é",
  "\ud800",
  "a\0b",
  "x".repeat(5_000),
];

/** The texts that a form can send. */
const SENDABLE = TEXTS.filter((text) => text.isWellFormed());

/** Valid email addresses that look like attacks. */
const EMAILS = [
  "o'brien&co@example.com",
  "'or'1'='1@example.com",
  "{{7*7}}$1@example.com",
  "&lt&#60@example.com",
  "`id`|x@example.com",
  "%00%3cscript%3e@example.com",
];

function isUnharmed({ lines }: TestedHostedApp): void {
  doesNotMatch(lines.join(""), /"bug"|"level":"error"|"status":5/);
}

/** Reports whether a page shows a text. */
function says(html: string, text: string): boolean {
  return unescaped(html).includes(text);
}

forEachServed("names of keys are stored unchanged, or refused", async (database) => {
  const app = await hostedApp(database);
  const owner = await app.owner();
  const [hostile, plain] = [
    await app.member(owner, "hostile@example.com"),
    await app.member(owner, "plain@example.com"),
  ];
  for (const name of SENDABLE) {
    const page = await hostile.send(await hostile.open("/keys"), "/keys", { name });
    const isMade = page.status === 200;
    ok(isMade || page.status === 422, name);
    const harmless = { name: isMade ? "Laptop" : "" };
    const twin = await plain.send(await plain.open("/keys"), "/keys", harmless);
    deepEqual(skeleton(page.html), skeleton(twin.html), name);
    if (isMade) ok(says(page.html, `Key “${name.trim()}” created`), name);
  }
  const { keys } = await (await hostile.request("/api/keys")).json();
  const made = new Set(keys.map((key: { name: string }) => key.name));
  ok(made.has("'; DROP TABLE accounts; --") && made.has("<script>alert(1)</script>"));
  ok([...made].every((name) => SENDABLE.some((text) => text.trim() === name)));
  isUnharmed(app);
});

forEachServed("the API accepts the same names of keys", async (database) => {
  const app = await hostedApp(database);
  const owner = await app.owner();
  const headers = { "content-type": "application/json" };
  for (const text of TEXTS) {
    const before = await storedRows(database);
    const wanted = { name: text, scopes: ["tools:read"], expires_in_days: 1 };
    const made = await owner.request("/api/keys", {
      method: "POST",
      headers,
      body: JSON.stringify(wanted),
    });
    const answer = await made.json();
    if (made.status === 201) equal(answer.name, text.trim());
    else {
      equal(made.status, 422, text);
      deepEqual(await storedRows(database), before);
    }
    for (const body of [{ ...wanted, name: "a", scopes: [text] }, { name: [text] }, text, [text]]) {
      const refused = await owner.request("/api/keys", {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      });
      ok([400, 422].includes(refused.status));
      await refused.body?.cancel();
    }
  }
  isUnharmed(app);
});

async function inviting(owner: Browser, email: string) {
  const page = await owner.send(await owner.open("/people"), "/people", { email });
  const list = page.status === 200 ? await owner.open("/people") : page;
  if (page.status === 200) await revokeFirst(owner, "/people", "/people/withdraw");
  return { status: page.status, html: page.html, list: list.html };
}

forEachServed("addresses of invited people are shown unchanged", async (database) => {
  const app = await hostedApp(database);
  const owner = await app.owner();
  const [taken, refused] = [
    await inviting(owner, "plain@example.com"),
    await inviting(owner, "plain"),
  ];
  for (const email of [...SENDABLE.filter((text) => text.trim() !== ""), ...EMAILS]) {
    const shown = await inviting(owner, email);
    equal(shown.status, EMAILS.includes(email) ? 200 : 422, email);
    const twin = shown.status === 200 ? taken : refused;
    deepEqual(skeleton(shown.html), skeleton(twin.html), email);
    deepEqual(skeleton(shown.list), skeleton(twin.list), email);
    if (shown.status === 200) ok(says(shown.list, email));
  }
  isUnharmed(app);
});

forEachServed("input of the login form is shown unchanged", async (database) => {
  const app = await hostedApp(database);
  await app.owner();
  const wrong = async (email: string, next: string) => {
    // From separate clients, because one client would be locked out.
    app.wait(16 * 60_000);
    const browser = app.browser();
    const page = await browser.open(`/login?${new URLSearchParams({ next })}`);
    return await browser.send(page, "/login", { email, password: email });
  };
  const plain = skeleton((await wrong("nobody", "/keys")).html);
  for (const text of SENDABLE) {
    const page = await wrong(text, `/keys?${text}`);
    equal(page.status, 422, text);
    deepEqual(skeleton(page.html), plain, text);
    ok(says(page.html, text));
  }
  isUnharmed(app);
});

forEachServed("hostile URLs and headers do no harm", async (database) => {
  const app = await hostedApp(database, { proxies: ["192.0.2.1"] });
  const owner = await app.owner();
  const key = await keyOf(owner);
  const bearer = { authorization: `Bearer ${key}` };
  await app.member(owner, "member@example.com");
  await invite(owner, "guest@example.com");
  const before = await storedRows(database);
  const send = async (text: string) => {
    const part = encodeURIComponent(text);
    const paths = [
      `/api/audit?before=${part}`,
      `/activity?before=${part}`,
      `/dashboard/projects/${part}`,
      `/dashboard/projects/shop/file?path=${part}`,
      `/dashboard/projects/shop/changes/${part}`,
      `/owner?code=${part}`,
      `/invitation?code=${part}`,
      `/keys?${part}=${part}`,
      `/people/remove?id=${part}`,
      `/projects?${part}`,
      `/projects/${part}/archive`,
      `/projects/shop/archive?format=${part}`,
      `/projects/shop/archive?account=${part}&expires=${part}&signature=${part}`,
      `/projects/shop/changes/${part}/patch`,
      `/${part}`,
    ];
    for (const path of paths) {
      const response = await owner.request(path, { headers: path.startsWith("/p") ? bearer : {} });
      ok(response.status < 500, path);
      const html = await response.text();
      const type = response.headers.get("content-type") ?? "";
      ok(
        type.startsWith("application/json") || !html.includes(text) || /^[\w$]+$/.test(text),
        path,
      );
      equal(response.headers.getSetCookie().join("").includes("planted"), false);
    }
    for (const path of [`/api/keys/${part}`, `/projects/${part}`]) {
      const headers = path.startsWith("/p") ? bearer : { origin: ORIGIN };
      const response = await owner.request(path, { method: "DELETE", headers });
      equal(response.status, 404, path);
      await response.body?.cancel();
    }
    const values = { id: text, email: text };
    const pages = {
      "/keys/revoke": await openQuestion(owner, "/keys", "/keys/revoke"),
      "/people/withdraw": await openQuestion(owner, "/people", "/people/withdraw"),
      "/people/remove": (await openRemoval(owner)).page,
    };
    for (const [action, page] of Object.entries(pages)) {
      ok((await owner.send(page, action, values)).status < 500);
    }
  };
  // Refusing to delete takes 250 ms each time, so several texts are sent at once.
  const sent = SENDABLE.filter((_, index) => IS_FULL_TIER || index % 2 === 0);
  for (let at = 0; at < sent.length; at += 6) await Promise.all(sent.slice(at, at + 6).map(send));
  deepEqual(await storedRows(database), before);
  isUnharmed(app);
});

forEachServed("hosts, agents and proxies in headers are only text", async (database) => {
  const app = await hostedApp(database, { proxies: ["192.0.2.1"] });
  await app.owner();
  const inHeaders = TEXTS.filter((text) => /^[ -~]*$/.test(text));
  for (const text of inHeaders) {
    for (const name of ["user-agent", "x-forwarded-for", "referer", "accept-language", "cookie"]) {
      const headers = { host: "localhost", [name]: text };
      const response = await app.send(new Request(`${ORIGIN}/login`, { headers }));
      equal(response.status, 200);
      ok(!(await response.text()).includes(text) || /^\$1$/.test(text));
    }
  }
  isUnharmed(app);
});
