/** Open redirects and header injection. */

import { deepEqual, doesNotMatch, equal, match } from "node:assert/strict";
import { fc } from "../../tools/tier.ts";
import { forEachServed, withDatabase } from "../storage/on_both.ts";
import { hostedApp, ORIGIN, OWNER } from "./hosted_app.ts";

/** Returns the target of the redirect after a form. */
function target(response: Response): URL {
  return new URL(response.headers.get("location") ?? "", `${ORIGIN}/login`);
}

const FOREIGN = [
  "https://evil.example",
  "https:evil.example",
  "https:/evil.example",
  "//evil.example",
  "///evil.example",
  "////evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "\\/evil.example",
  "/.//evil.example",
  "/..//evil.example",
  "/././/evil.example",
  "/a/..//evil.example",
  "/%2e//evil.example",
  "/.\\/evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/.\r\n//evil.example",
  "\t//evil.example",
  " //evil.example",
  "/@evil.example",
  "@evil.example",
  ".evil.example",
  ":80@evil.example",
  "evil.example",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "data:text/html,x",
  "http://localhost:8000@evil.example",
  "http://localhost:8000.evil.example",
  "//localhost:8000@evil.example/keys",
  "?next=//evil.example",
  "#//evil.example",
  "/keys\r\nSet-Cookie: session=planted",
  "/keys\r\nLocation: https://evil.example",
  "/keys\u2028//evil.example",
  "/\u0000/evil.example",
  "/\ud83d\ude00",
  "/".repeat(1_000) + "evil.example",
];

forEachServed("a login redirects only to our pages", async (database) => {
  const app = await hostedApp(database);
  await app.owner();
  for (const next of ["/.//evil.example", "//evil.example", "/a/..//evil.example", "/people?a=b"]) {
    const browser = app.browser();
    const [form] = (await browser.open("/login")).forms;
    const response = await browser.request("/login", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", origin: ORIGIN },
      body: new URLSearchParams({ ...form?.fields, ...OWNER, next }).toString(),
    });
    const isForeign = next.includes("evil");
    equal(response.headers.get("location"), isForeign ? "/" : next);
  }
});

forEachServed("the login page redirects a valid session only to our pages", async (database) => {
  const app = await hostedApp(database);
  const browser = await app.owner();
  for (const next of FOREIGN) {
    const response = await browser.request(`/login?${new URLSearchParams({ next })}`);
    equal(response.status, 303, next);
    equal(target(response).origin, ORIGIN, next);
    deepEqual(response.headers.getSetCookie(), []);
    // For a visitor without a session, the login form has the same target.
    const { forms: [form] } = await app.browser().open(`/login?${new URLSearchParams({ next })}`);
    equal(form?.fields["next"], response.headers.get("location"));
  }
  doesNotMatch(app.lines.join(""), /"bug"/);
});

Deno.test("the login page redirects a valid session only to our pages, for any path", () =>
  withDatabase("sqlite", async (database) => {
    const app = await hostedApp(database);
    const browser = await app.owner();
    const piece = fc.constantFrom(
      "/",
      "\\",
      ".",
      "..",
      "%2e",
      "%2f",
      "\t",
      "\n",
      "@",
      ":",
      "a",
      "?",
      "#",
    );
    const next = fc.array(piece, { maxLength: 8 }).map((pieces) =>
      `/${pieces.join("")}evil.example`
    );
    await fc.assert(fc.asyncProperty(next, async (path) => {
      const response = await browser.request(`/login?${new URLSearchParams({ next: path })}`);
      equal(target(response).origin, ORIGIN);
      await response.body?.cancel();
    }));
  }));

forEachServed("pages do not repeat the Host of a request", async (database) => {
  const app = await hostedApp(database);
  const owner = await app.owner();
  const headers = {
    "host": "localhost:1",
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "https",
    "x-original-url": "/people",
    "x-rewrite-url": "/people",
    "forwarded": "host=evil.example",
    "referer": "https://evil.example/",
  };
  for (const path of ["/keys", "/people", "/login", "/", "/owner?code=x", "/nothing"]) {
    const response = await owner.request(path, { headers });
    const all = JSON.stringify([...response.headers]) + await response.text();
    doesNotMatch(all, /evil|localhost:1\b/);
  }
  const page = await owner.open("/people");
  const form = page.forms.find(({ action }) => action === "/people");
  const body = new URLSearchParams(form?.fields).toString();
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const made = await owner.request("/people", {
    method: "POST",
    headers: { ...headers, ...type },
    body,
  });
  const shown = await owner.request(made.headers.get("location") ?? "", { headers });
  match(await shown.text(), /id="invitation-link">http:\/\/localhost:8000\/invitation\?code=/);
});

const HOSTS = ["evil.example", "localhost.evil.example", "localhost:8000@evil.example", "", " "];

forEachServed("a server refuses unknown hosts", async (database) => {
  const app = await hostedApp(database);
  const owner = await app.owner();
  for (const host of HOSTS) {
    for (const path of ["/", "/login", "/keys", "/api/keys", "/projects", "/mcp", "/version"]) {
      const response = await owner.request(path, { headers: { host } });
      equal(response.status, 403, `${host} ${path}`);
      deepEqual(response.headers.getSetCookie(), []);
      doesNotMatch(await response.text(), /owner@example/);
    }
  }
});
