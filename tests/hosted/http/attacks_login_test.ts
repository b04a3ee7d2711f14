/** Guesses of accounts and passwords. */

import { deepEqual, doesNotMatch, equal, match, ok, rejects } from "node:assert/strict";
import { createPasswords, type Passwords } from "../../../hosted/accounts/password.ts";
import { LOGIN_LIMITS } from "../../../hosted/accounts/limits.ts";
import { MAX_PER_ACCOUNT } from "../../../hosted/accounts/password_queue.ts";
import type { Database } from "../../../hosted/storage/database.ts";
import { forEachServed, forEachServedAtOnce, withDatabase } from "../storage/on_both.ts";
import { IS_FULL_TIER } from "../../tools/tier.ts";
import { inTime, untilSo } from "../../http/in_time.ts";
import { serveApp } from "../../http/served.ts";
import { type Browser, openBrowser, type Page } from "./browser.ts";
import { AT_HOME, deriveQuickly, hostedApp, OWNER, type TestedHostedApp } from "./hosted_app.ts";
import { storedRows } from "./stored_rows.ts";

const MINUTE = 60_000;

/** Returns a browser at another address. */
function browserAt(app: TestedHostedApp, peer: string, headers: Record<string, string> = {}) {
  return openBrowser(async (request) => {
    for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
    return await app.fetch(request, peer);
  }, app.origin);
}

async function logIn(
  browser: Browser,
  credentials: { readonly email: string; readonly password: string },
): Promise<Page> {
  return await browser.send(await browser.open("/login"), "/login", credentials);
}

const isIn = ({ path }: Page) => AT_HOME.test(path);

/** Returns an answer without the parts that differ between requests. */
function shape({ status, headers, html }: Page, email: string) {
  const kept = [...headers].filter(([name]) => name !== "x-request-id");
  return {
    status,
    headers: kept.map(([name, value]) =>
      name === "retry-after" ? [name, value.length] : [name, value]
    ),
    html: html.replaceAll(email, "*").replace(/(?<=name="form_token" value=")[\w-]+/g, "*"),
    length: html.length,
  };
}

forEachServed("a login does not reveal who has an account", async (database) => {
  const app = await hostedApp(database);
  await app.member(await app.owner(), "member@example.com");
  const emails = ["member@example.com", "nobody@example.com", "member.example.com"];
  const shapes = await Promise.all(emails.map(async (email, at) => {
    const browser = browserAt(app, `192.0.2.${100 + at}`);
    const seen = [];
    for (let attempt = 0; attempt < LOGIN_LIMITS.perGuesser + 2; attempt++) {
      seen.push(shape(await logIn(browser, { email, password: "a guess at it" }), email));
    }
    return seen;
  }));
  deepEqual(shapes[1], shapes[0]);
  deepEqual(shapes[2], shapes[0]);
  deepEqual(shapes[0]?.map(({ status }) => status), [422, 422, 422, 422, 422, 429, 429]);
});

forEachServed("an invitation does not reveal who has an account", async (database) => {
  const app = await hostedApp(database);
  const owner = await app.owner();
  await app.member(owner, "member@example.com");
  const invited = await owner.send(await owner.open("/people"), "/people");
  const [, link = ""] = /id="invitation-link">([^<]+)</.exec(invited.html) ?? [];
  const guest = app.browser();
  const page = await guest.open(link);
  const rows = await storedRows(database);
  const credentials = { email: "member@example.com", password: "a guess at it" };
  const refused = await guest.send(page, "/invitation", credentials);
  equal(refused.status, 422);
  match(refused.html, /was used, has expired, or does not work with this email address/);
  deepEqual(await storedRows(database), rows);
});

forEachServed(
  "too many guesses lock a client out, even with the right password",
  async (database) => {
    const app = await hostedApp(database);
    await app.owner();
    const attacker = browserAt(app, "198.51.100.1");
    for (let guess = 0; guess < LOGIN_LIMITS.perGuesser; guess++) {
      // Every spelling of the address is the same account.
      const email = guess % 2 === 0 ? OWNER.email : ` ${OWNER.email.toUpperCase()} `;
      equal((await logIn(attacker, { email, password: `guess ${guess}` })).status, 422);
    }
    const { sessions } = await storedRows(database);
    const locked = await logIn(attacker, OWNER);
    equal(locked.status, 429);
    match(locked.html, /Try again in 15 minutes/);
    match(locked.headers.get("retry-after") ?? "", /^(?:900|89\d)$/);
    match(locked.headers.get("content-security-policy") ?? "", /default-src 'none'/);
    deepEqual((await storedRows(database))["sessions"], sessions);
    ok(isIn(await logIn(browserAt(app, "198.51.100.2"), OWNER)), "nobody else is");
    app.wait(14 * MINUTE);
    equal((await logIn(attacker, OWNER)).status, 429);
    app.wait(MINUTE);
    ok(isIn(await logIn(attacker, OWNER)));
  },
);

forEachServedAtOnce("concurrent guesses count like sequential ones", async (database) => {
  const app = await hostedApp(database);
  await app.owner();
  const pages = await Promise.all(Array.from({ length: 20 }, async (_, at) => {
    const browser = browserAt(app, `2001:db8::${at}`);
    return { browser, page: await browser.open("/login") };
  }));
  const answers = await Promise.all(
    pages.map(({ browser, page }, at) =>
      browser.send(page, "/login", { email: OWNER.email, password: `guess ${at}` })
    ),
  );
  const tried = answers.filter(({ status }) => status === 422).length;
  equal(tried, LOGIN_LIMITS.perGuesser);
  equal(answers.filter(({ status }) => status === 429).length, 20 - tried);
});

forEachServed(
  "a client that guesses at many accounts is locked out, with any headers",
  async (database) => {
    const app = await hostedApp(database);
    await app.owner();
    const guesses = Array.from({ length: LOGIN_LIMITS.perClient + 5 }, async (_, at) => {
      const forwarded = `203.0.113.${at}`;
      const headers = {
        "x-forwarded-for": forwarded,
        "x-real-ip": forwarded,
        "user-agent": `${at}`,
      };
      const browser = browserAt(app, "198.51.100.1", headers);
      const credentials = { email: `person${at}@example.com`, password: "spring 2026" };
      return (await logIn(browser, credentials)).status;
    });
    const statuses = await Promise.all(guesses);
    equal(statuses.filter((status) => status === 422).length, LOGIN_LIMITS.perClient);
    equal((await logIn(browserAt(app, "198.51.100.1"), OWNER)).status, 429);
    ok(isIn(await logIn(browserAt(app, "198.51.100.2"), OWNER)));
  },
);

Deno.test("refusals of a busy server do not count as attempts", () =>
  withDatabase("sqlite", async (database) => {
    const { promise: allRefused, resolve: refusedAll } = Promise.withResolvers<void>();
    let isCrowded = false;
    const passwords = createPasswords(async (...args) => {
      if (isCrowded) await allRefused;
      return await deriveQuickly(...args);
    });
    const app = await hostedApp(database, { passwords });
    await app.owner();
    isCrowded = true;
    // The queue runs two attempts and lets 32 wait.
    const served = 34;
    let refused = 0;
    const answers = await Promise.all(Array.from({ length: 100 }, async (_, at) => {
      const browser = browserAt(app, `198.51.100.${at}`);
      const email = `person${at}@example.com`;
      const answer = await logIn(browser, { email, password: "my password" });
      if (answer.status === 429 && ++refused === 100 - served) refusedAll();
      return answer;
    }));
    const busy = answers.filter(({ status }) => status === 429);
    equal(busy.length, 100 - served);
    for (const { html, headers } of busy) {
      match(html, /Too many logins at once/);
      equal(headers.get("retry-after"), "5");
    }
    equal(await attemptsIn(database), 3 * served);
    ok(isIn(await logIn(app.browser(), OWNER)));
    doesNotMatch(app.lines.join(""), /"bug"/);
  }));

/**
 * Creates passwords whose derivation waits for the test, and records the requested and the derived
 * ones.
 */
function heldPasswords() {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const [asked, derived] = [new Array<string>(), new Array<string>()];
  let isHeld = false;
  const real = createPasswords(async (password, ...rest) => {
    derived.push(password);
    if (isHeld) await held;
    return await deriveQuickly(password, ...rest);
  });
  const passwords: Passwords = {
    ...real,
    matches(password, ...rest) {
      asked.push(password);
      return real.matches(password, ...rest);
    },
  };
  return { passwords, asked, derived, letGo, hold: () => void (isHeld = true) };
}

Deno.test("one account's logins from many networks leave room for others", () =>
  withDatabase("sqlite", async (database) => {
    const { passwords, hold, letGo } = heldPasswords();
    const app = await hostedApp(database, { passwords });
    const owner = await app.owner();
    const email = "mallory@example.com";
    await app.member(owner, email);
    const credentials = { email, password: `the password of ${email}` };
    hold();
    const attacks = Array.from(
      { length: 45 },
      (_, at) => logIn(browserAt(app, `198.51.100.${at % 9}`), credentials),
    );
    const refused = Promise.withResolvers<void>();
    let left = attacks.length - MAX_PER_ACCOUNT;
    for (const attack of attacks) void attack.then(() => --left === 0 && refused.resolve());
    await inTime("the refusals of what is above the account's share", refused.promise);
    const login = logIn(browserAt(app, "192.0.2.200"), OWNER);
    letGo();
    ok(isIn(await login));
    equal((await Promise.all(attacks)).filter(isIn).length, MAX_PER_ACCOUNT);
  }));

Deno.test("the server does not check the password of a client that left the queue, but counts the attempt", () =>
  withDatabase("sqlite", async (database) => {
    const { passwords, asked, derived, hold, letGo } = heldPasswords();
    const app = await hostedApp(database, { passwords, origin: "http://127.0.0.1:8000" });
    await app.owner();
    const server = await serveApp(app);
    try {
      const gone = new AbortController();
      const leaving = openBrowser(async (request) => {
        const { pathname } = new URL(request.url);
        const { method, headers } = request;
        headers.delete("host");
        const body = method === "POST" ? await request.text() : null;
        const init = { method, headers, body, redirect: "manual", signal: gone.signal } as const;
        return await fetch(`http://127.0.0.1:${server.port}${pathname}`, init);
      }, app.origin);
      const page = await leaving.open("/login");
      hold();
      const others = ["192.0.2.200", "192.0.2.201"].map((peer, at) =>
        logIn(browserAt(app, peer), { email: `person${at}@example.com`, password: "a guess" })
      );
      await untilSo(
        "both lanes are taken",
        () => derived.filter((each) => each === "a guess").length === 2,
      );
      const left = leaving.send(page, "/login", { email: OWNER.email, password: "never derived" });
      await untilSo("the third waits", () => asked.includes("never derived"));
      gone.abort();
      await rejects(left, { name: "AbortError" });
      await untilSo(
        "it is given up",
        () => app.lines.some((line) => line.includes("account-busy")),
      );
      letGo();
      await Promise.all(others);
      equal(derived.includes("never derived"), false);
      equal(await attemptsIn(database), 3 * 3);
    } finally {
      await server.shutdown();
    }
  }));

async function attemptsIn(database: Database): Promise<number> {
  const sql = "SELECT attempts FROM login_attempts";
  const counts = await database.all<{ attempts: number }>(sql);
  return counts.reduce((sum, { attempts }) => sum + attempts, 0);
}

const KIB = 1024;

forEachServed(
  "long fields are refused like wrong ones, and oversized forms are not read",
  async (database) => {
    const app = await hostedApp(database);
    await app.owner();
    const browser = browserAt(app, "198.51.100.1");
    for (
      const credentials of [
        { email: OWNER.email, password: OWNER.password.padEnd(60 * KIB, " ") },
        { email: OWNER.email.padStart(60 * KIB, "a"), password: OWNER.password },
        // Normalization turns some characters into eighteen.
        { email: OWNER.email, password: "\ufdfa".repeat(7 * KIB) },
        { email: "", password: "" },
      ]
    ) {
      equal((await logIn(browser, credentials)).status, 422);
    }
    const rows = await storedRows(database);
    const headers = { "content-type": "application/x-www-form-urlencoded", origin: app.origin };
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode("email=a&")),
    });
    for (const body of ["email=".padEnd(64 * KIB + 1, "a"), endless]) {
      const answer = await browser.request("/login", { method: "POST", headers, body });
      equal(answer.status, 413);
    }
    deepEqual(await storedRows(database), rows);
  },
);

if (IS_FULL_TIER) {
  forEachServed("a login takes equally long with and without an account", async (database) => {
    const app = await hostedApp(database, { passwords: createPasswords() });
    await app.member(await app.owner(), "member@example.com");
    const emails = ["member@example.com", "nobody@example.com", "no address"];
    const browser = app.browser();
    const page = await browser.open("/login");
    const times = new Map<string, number[]>(emails.map((email) => [email, []]));
    for (let round = 0; round < 30; round++) {
      for (const [email, taken] of times) {
        app.wait(16 * MINUTE);
        const start = performance.now();
        const { status } = await browser.send(page, "/login", { email, password: "a guess at it" });
        taken.push(performance.now() - start);
        equal(status, 422);
      }
    }
    const medians = [...times.values()].map((taken) => taken.sort((a, b) => a - b)[15] ?? 0);
    const [quickest, slowest] = [Math.min(...medians), Math.max(...medians)];
    ok(slowest < 1.3 * quickest, `medians of ${medians.map(Math.round).join(", ")} ms`);
  });
}
