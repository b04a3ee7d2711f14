/** Attacks on logins with identity providers. */

import { deepEqual, doesNotMatch, equal, match, notEqual, ok } from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { type Browser, openBrowser, revokeFirst } from "../browser.ts";
import { AT_HOME, hostedApp, ORIGIN, OWNER } from "../hosted_app.ts";
import { storedRows } from "../stored_rows.ts";
import { forEachServed, forEachServedAtOnce } from "../../storage/on_both.ts";
import { openTestedGitHub } from "./tested_github.ts";
import { claimsOf, openTestedIssuer, OTHER_CLIENT, signedToken } from "./tested_issuer.ts";
import { ADA, EVE, type TokenAnswer } from "./tested_upstream.ts";
import {
  callbackFor,
  forEachUpstream,
  link,
  linkOn,
  logInBy,
  ownerOf,
  type UpstreamWorld,
  withUpstream,
} from "./upstream_app.ts";

/** The owner, to whom Ada's identity is linked. */
async function owner(world: UpstreamWorld): Promise<Browser> {
  const made = await ownerOf(world);
  await link(world, made);
  return made;
}

/** Opens an address, and checks that it logs no one in. */
async function isRefused(
  { database }: UpstreamWorld,
  browser: Browser,
  address: string,
  what: string,
): Promise<void> {
  const before = await storedRows(database);
  const session = browser.cookies.get("session");
  const page = await browser.open(address);
  ok(page.status >= 400 && page.status < 500, `${what} ${page.status} ${page.html}`);
  deepEqual(await storedRows(database), before, what);
  equal(browser.cookies.get("session"), session, what);
}

interface CallbackAttack {
  readonly behaviour: string;
  readonly change: (callback: URL, others: { readonly eve: URL }) => void;
}

function setting(name: string, value: string): CallbackAttack {
  return {
    behaviour: `${name} '${value}'`,
    change: ({ searchParams }) => searchParams.set(name, value),
  };
}

const CALLBACK_ATTACKS: readonly CallbackAttack[] = [
  setting("state", ""),
  setting("state", "A".repeat(43)),
  { behaviour: "no state", change: ({ searchParams }) => searchParams.delete("state") },
  {
    behaviour: "a second state",
    change: ({ searchParams }) => searchParams.append("state", "A".repeat(43)),
  },
  setting("code", ""),
  setting("code", "A".repeat(43)),
  { behaviour: "no code", change: ({ searchParams }) => searchParams.delete("code") },
  setting("iss", "https://evil.example"),
  setting("iss", `${ORIGIN}/`),
  {
    behaviour: "a second issuer",
    change: ({ searchParams }) => searchParams.append("iss", "https://evil.example"),
  },
  {
    behaviour: "the code of another person's login",
    change: ({ searchParams }, { eve }) =>
      searchParams.set("code", eve.searchParams.get("code") ?? ""),
  },
  {
    behaviour: "the state of another person's login",
    change: ({ searchParams }, { eve }) =>
      searchParams.set("state", eve.searchParams.get("state") ?? ""),
  },
  {
    behaviour: "all parameters of another person's login",
    change: (callback, { eve }) => void (callback.search = eve.search),
  },
  setting("error", "access_denied"),
];

forEachUpstream("a changed answer logs no one in", async (world) => {
  const { upstream } = world;
  const by = await owner(world);
  await world.app.member(by, "eve@example.org");
  for (const { behaviour, change } of CALLBACK_ATTACKS) {
    upstream.user = EVE;
    const eve = new URL(await callbackFor(world, world.browser()));
    upstream.user = ADA;
    const browser = world.browser();
    const callback = new URL(await callbackFor(world, browser));
    change(callback, { eve });
    await isRefused(world, browser, callback.href, behaviour);
  }
});

forEachUpstream("an answer works once, in its browser, for ten minutes", async (world) => {
  await owner(world);
  const browser = world.browser();
  const cookies = () => new Map(browser.cookies);
  const callback = await callbackFor(world, browser);
  const before = cookies();
  await isRefused(world, world.browser(), callback, "another browser");
  const tossed = world.browser();
  await tossed.open("/login");
  tossed.cookies.set("upstream", before.get("upstream") ?? "");
  await isRefused(world, tossed, callback, "another browser with the cookie of the login");
  const changed = world.browser();
  const text = before.get("upstream") ?? "";
  changed.cookies.set("visitor", before.get("visitor") ?? "");
  changed.cookies.set("upstream", `${text.slice(0, 5)}x${text.slice(6)}`);
  await isRefused(world, changed, callback, "a login that was changed");
  match((await browser.open(callback)).path, AT_HOME);
  await isRefused(world, browser, callback, "once more");
  const replay = world.browser();
  for (const [name, value] of before) replay.cookies.set(name, value);
  await isRefused(world, replay, callback, "once more, with the cookies from before");
  const late = world.browser();
  const next = await callbackFor(world, late);
  world.app.wait(600_000);
  await isRefused(world, late, next, "too late");
});

forEachUpstream("a login that another person began is rejected", async (world) => {
  const by = await owner(world);
  const eve = world.browser();
  await world.app.member(by, EVE.email);
  await eve.send(await eve.open("/login"), "/login", {
    email: EVE.email,
    password: `the password of ${EVE.email}`,
  });
  world.upstream.user = { ...EVE, id: "667" };
  for (const [page, base] of [["/login", "/login"], ["/account", "/account/link"]] as const) {
    const from = base === "/login" ? world.browser() : eve;
    const callback = await callbackFor(world, from, page, base);
    await isRefused(world, by, callback, `Eve's ${base} in the owner's browser`);
    await isRefused(world, world.browser(), callback, `Eve's ${base} in a stranger's browser`);
  }
  // A login that begins in one account cannot finish in the session of another.
  const callback = await callbackFor(world, eve, "/account", "/account/link");
  eve.cookies.set("session", by.cookies.get("session") ?? "");
  await isRefused(world, eve, callback, "a link for another account");
});

forEachUpstream("logins start only on our pages", async (world) => {
  const { database, upstream: { settings: { kind } } } = world;
  const by = await owner(world);
  const stranger = world.browser();
  const login = linkOn(await stranger.open("/login"), `/login/${kind}`);
  const linking = linkOn(await by.open("/account"), `/account/link/${kind}`);
  const cases: readonly (readonly [Browser, string, HeadersInit])[] = [
    [stranger, login, { "sec-fetch-site": "cross-site" }],
    [stranger, login, { "sec-fetch-site": "same-site" }],
    [stranger, login.replace(/form_token=[^&]*/, ""), {}],
    [stranger, login.replace(/form_token=[^&]*/, `form_token=${"A".repeat(43)}`), {}],
    [world.browser(), login, {}],
    [stranger, linking, {}],
    [by, linking, { "sec-fetch-site": "cross-site" }],
    [by, linking.replace(/form_token=[^&]*/, ""), {}],
    [by, linking.replace("/account/link", "/login"), {}],
    [by, login, {}],
  ];
  for (const [browser, address, headers] of cases) {
    const before = await storedRows(database);
    const answer = await browser.request(address, { headers });
    equal(answer.status, 403, address);
    ok(!answer.headers.getSetCookie().some((each) => each.startsWith("upstream=")));
    await answer.body?.cancel();
    deepEqual(await storedRows(database), before);
  }
});

forEachUpstream("an email address logs no one in", async (world) => {
  await world.app.owner();
  world.upstream.user = { ...EVE, email: OWNER.email };
  const browser = world.browser();
  const callback = await callbackFor(world, browser);
  await isRefused(world, browser, callback, "the owner's address");
  match((await browser.open("/keys")).path, /\/login/);
});

const REFUSED_GUESTS = [
  ["another person's invitation", "ada@example.com", EVE],
  ["an unconfirmed address", "eve@example.com", { ...EVE, isConfirmed: false }],
  ["no confirmed address", "", { ...EVE, isConfirmed: false }],
  ["the address of an account", "", { ...EVE, email: OWNER.email }],
  ["an invalid address", "", { ...EVE, email: "eve" }],
] as const;

forEachUpstream(
  "no one creates an account with another person's invitation or address",
  async (world) => {
    const by = await owner(world);
    for (const [what, email, user] of REFUSED_GUESTS) {
      const { html } = await by.send(await by.open("/people"), "/people", { email });
      const address = /id="invitation-link">([^<]+)</.exec(html)?.[1] ?? "";
      world.upstream.user = user;
      const guest = world.browser();
      await isRefused(world, guest, await callbackFor(world, guest, address), what);
    }
  },
);

forEachUpstream("a withdrawn invitation creates no account", async (world) => {
  const by = await owner(world);
  const { html } = await by.send(await by.open("/people"), "/people");
  const address = /id="invitation-link">([^<]+)</.exec(html)?.[1] ?? "";
  world.upstream.user = EVE;
  const guest = world.browser();
  const callback = await callbackFor(world, guest, address);
  await revokeFirst(by, "/people", "/people/withdraw");
  await isRefused(world, guest, callback, "withdrawn");
});

forEachUpstream("concurrent requests create one account for an identity", async (world) => {
  const by = await owner(world);
  world.upstream.user = { ...EVE, id: "1" };
  const callbacks: { guest: Browser; callback: string }[] = [];
  // One after the other, because a browser keeps only the last new link.
  for (let at = 0; at < 2; at++) {
    const { html } = await by.send(await by.open("/people"), "/people");
    const guest = world.browser();
    const address = /id="invitation-link">([^<]+)</.exec(html)?.[1] ?? "";
    callbacks.push({ guest, callback: await callbackFor(world, guest, address) });
  }
  const pages = await Promise.all(callbacks.map(({ guest, callback }) => guest.open(callback)));
  ok(pages.some(({ path }) => AT_HOME.test(path)));
  equal((await world.database.all("SELECT * FROM accounts")).length, 2);
  equal((await world.database.all("SELECT * FROM identities")).length, 2);
}, forEachServedAtOnce);

forEachUpstream("a login redirects only to our pages", async (world) => {
  await owner(world);
  for (
    const next of ["//evil.example", "https://evil.example", "/.//evil.example", "/\\evil.example"]
  ) {
    const browser = world.browser();
    const page = await logInBy(world, browser, `/login?next=${encodeURIComponent(next)}`);
    equal(page.path, "http://localhost:8000/", next);
  }
});

forEachUpstream("each login has its own state, and a challenge", async (world) => {
  await owner(world);
  const { upstream: { settings: { kind } } } = world;
  const seen = new Set<string>();
  for (let round = 0; round < 3; round++) {
    const browser = world.browser();
    const answer = await browser.request(linkOn(await browser.open("/login"), `/login/${kind}`));
    const { searchParams } = new URL(answer.headers.get("location") ?? "");
    equal(searchParams.get("code_challenge_method"), "S256");
    equal(searchParams.get("redirect_uri"), `${ORIGIN}/login/${kind}/callback`);
    for (const name of ["state", "code_challenge", ...(kind === "oidc" ? ["nonce"] : [])]) {
      match(searchParams.get(name) ?? "", /^[\w-]{43}$/);
      seen.add(searchParams.get(name) ?? "");
    }
    const kept = answer.headers.getSetCookie().find((each) => each.startsWith("upstream="));
    match(kept ?? "", /; HttpOnly; SameSite=Lax/);
  }
  equal(seen.size, kind === "oidc" ? 9 : 6);
});

interface TokenAttack {
  readonly behaviour: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

const NOW = () => Math.floor(Date.now() / 1000);

const TOKEN_ATTACKS: readonly TokenAttack[] = [
  { behaviour: "a wrong nonce", claims: { nonce: "A".repeat(43) } },
  { behaviour: "no nonce", claims: { nonce: undefined } },
  { behaviour: "another issuer", claims: { iss: "https://evil.example" } },
  { behaviour: "no issuer", claims: { iss: undefined } },
  { behaviour: "another client", claims: { aud: OTHER_CLIENT } },
  { behaviour: "two clients", claims: { aud: [OTHER_CLIENT, "layerwright"], azp: OTHER_CLIENT } },
  { behaviour: "no client", claims: { aud: undefined } },
  { behaviour: "a token that expired", claims: { exp: NOW() - 3_600 } },
  { behaviour: "no expiry", claims: { exp: undefined } },
  { behaviour: "a token that is not valid yet", claims: { nbf: NOW() + 3_600 } },
  { behaviour: "no subject", claims: { sub: undefined } },
  { behaviour: "a subject that is too long", claims: { sub: "1".repeat(256) } },
  { behaviour: "a subject that databases reject", claims: { sub: "101\0" } },
];

const STRANGE_TOKENS: readonly (readonly [string, (token: string) => string | undefined])[] = [
  ["no token", () => undefined],
  ["no signature", (token) => token.replace(/[^.]*$/, "")],
  ["no algorithm", (token) => {
    const header = btoa(JSON.stringify({ alg: "none" })).replaceAll("=", "");
    return `${header}.${token.split(".")[1]}.`;
  }],
  ["another issuer's key", (token) => {
    return signedToken(claimsOf(token), generateKeyPairSync("ec", { namedCurve: "P-256" }));
  }],
  ["a malformed token", () => "token"],
];

withUpstream("oidc", "an ID token that is not ours lets nobody in", async (world) => {
  await owner(world);
  const attack = async (behaviour: string, change: (token: string) => string | undefined) => {
    world.upstream.tamper = ({ id_token, ...answer }: TokenAnswer) => ({
      ...answer,
      id_token: change(String(id_token)),
    });
    const browser = world.browser();
    await isRefused(world, browser, await callbackFor(world, browser), behaviour);
  };
  for (const { behaviour, claims } of TOKEN_ATTACKS) {
    await attack(behaviour, (token) => signedToken({ ...claimsOf(token), ...claims }));
  }
  for (const [behaviour, change] of STRANGE_TOKENS) await attack(behaviour, change);
  // The same answer, unchanged, logs in.
  world.upstream.tamper = ({ id_token, ...answer }) => ({
    ...answer,
    id_token: signedToken(claimsOf(id_token)),
  });
  match((await logInBy(world, world.browser())).path, AT_HOME);
  doesNotMatch(world.app.lines.join(""), /"bug"/);
});

withUpstream("github", "an answer of GitHub's that names nobody lets nobody in", async (world) => {
  await owner(world);
  for (
    const answer of [{}, { access_token: "gho_made_up", token_type: "bearer" }, { error: "x" }]
  ) {
    world.upstream.tamper = () => answer;
    const browser = world.browser();
    await isRefused(world, browser, await callbackFor(world, browser), JSON.stringify(answer));
  }
  doesNotMatch(world.app.lines.join(""), /"bug"/);
});

forEachServed("an answer of one provider is invalid for another (mix-up)", async (database) => {
  await using issuer = openTestedIssuer(ORIGIN);
  await using gitHub = openTestedGitHub(ORIGIN);
  const app = await hostedApp(database, { upstreams: [issuer.settings, gitHub.settings] });
  const world = (upstream: typeof issuer): UpstreamWorld => ({
    database,
    app,
    upstream,
    browser: () => openBrowser(reach, ORIGIN),
  });
  const reach = async (request: Request) =>
    new URL(request.url).origin === ORIGIN ? await app.send(request) : await fetch(request.url, {
      headers: { cookie: request.headers.get("cookie") ?? "" },
      redirect: "manual",
    });
  await owner(world(gitHub));
  for (const [from, to] of [[issuer, "github"], [gitHub, "oidc"]] as const) {
    const browser = world(from).browser();
    const callback = await callbackFor(world(from), browser);
    const other = callback.replace(`/login/${from.settings.kind}/`, `/login/${to}/`);
    notEqual(other, callback);
    await isRefused(world(from), browser, other, `${from.settings.kind} to ${to}`);
  }
  // The same subject at another issuer is another person.
  equal((await logInBy(world(issuer), world(issuer).browser())).status, 403);
  match((await logInBy(world(gitHub), world(gitHub).browser())).path, AT_HOME);
});
