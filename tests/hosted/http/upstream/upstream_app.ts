/** The hosted app with an identity provider, and browsers that reach both. */

import { ok } from "node:assert/strict";
import type { Database } from "../../../../hosted/storage/database.ts";
import { forEachServed } from "../../storage/on_both.ts";
import { type Browser, openBrowser, type Page, unescaped } from "../browser.ts";
import { hostedApp, ORIGIN, type TestedHostedApp } from "../hosted_app.ts";
import { openTestedGitHub } from "./tested_github.ts";
import { openTestedIssuer } from "./tested_issuer.ts";
import type { TestedUpstream } from "./tested_upstream.ts";

export interface UpstreamWorld {
  readonly database: Database;
  readonly app: TestedHostedApp;
  readonly upstream: TestedUpstream;
  /** A browser that follows redirects to the upstream and back. */
  browser(): Browser;
}

const UPSTREAMS = { oidc: openTestedIssuer, github: openTestedGitHub } as const;

/** Declares a test for each combination of an upstream and a database. */
export function forEachUpstream(
  name: string,
  test: (world: UpstreamWorld) => Promise<void>,
  forEach = forEachServed,
): void {
  for (const kind of ["oidc", "github"] as const) {
    withUpstream(kind, `${name} (${kind})`, test, forEach);
  }
}

/** Declares a test with one upstream for each database. */
export function withUpstream(
  kind: keyof typeof UPSTREAMS,
  name: string,
  test: (world: UpstreamWorld) => Promise<void>,
  forEach = forEachServed,
): void {
  forEach(name, async (database) => {
    await using upstream = UPSTREAMS[kind](ORIGIN);
    const app = await hostedApp(database, { upstreams: [upstream.settings] });
    await test({ database, app, upstream, browser: () => browserOfBoth(app) });
  });
}

function browserOfBoth(app: TestedHostedApp): Browser {
  const elsewhere = new Map<string, string>();
  return openBrowser(async (request) => {
    if (new URL(request.url).origin === app.origin) return await app.send(request);
    const cookie = [...elsewhere].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(request.url, { headers: { cookie }, redirect: "manual" });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      elsewhere.set(name, value);
    }
    // The app must not get the cookies of the provider.
    const headers = new Headers(answer.headers);
    headers.delete("set-cookie");
    const hasBody = answer.status !== 304 && answer.status !== 204;
    return new Response(hasBody ? await answer.text() : null, { status: answer.status, headers });
  }, app.origin);
}

/** Returns a page's link to the upstream. */
export function linkOn(page: Page, path: string): string {
  const links = [...page.html.matchAll(/<a\b[^>]*\bhref="([^"]*)"/g)];
  const found = links.map(([, href = ""]) => unescaped(href)).find((each) => each.startsWith(path));
  ok(found !== undefined, `${page.path} has a link to ${path}: ${page.html}`);
  return found;
}

/** Follows a page's link to the upstream and back. */
export async function logInBy(
  { upstream: { settings } }: UpstreamWorld,
  browser: Browser,
  page = "/login",
): Promise<Page> {
  return await browser.open(linkOn(await browser.open(page), `/login/${settings.kind}`));
}

/** Follows a page's link to the upstream. @returns The callback URL, which is not requested. */
export async function callbackFor(
  { app, upstream: { settings } }: UpstreamWorld,
  browser: Browser,
  page = "/login",
  base = "/login",
): Promise<string> {
  let address = linkOn(await browser.open(page), `${base}/${settings.kind}`);
  for (let left = 6; left > 0; left--) {
    const answer = await browser.request(address);
    const location = answer.headers.get("location");
    const text = await answer.text();
    ok(location !== null, text);
    address = new URL(location, new URL(address, app.origin)).href;
    if (address.startsWith(`${app.origin}/login/${settings.kind}/callback`)) return address;
  }
  throw new Error("The upstream never sent anybody back");
}

/** Links an identity to the account that is logged in. */
export async function link(
  { upstream: { settings } }: UpstreamWorld,
  browser: Browser,
): Promise<Page> {
  return await browser.open(
    linkOn(await browser.open("/account"), `/account/link/${settings.kind}`),
  );
}

/** Creates the owner. @returns A browser in which the owner is logged in. */
export async function ownerOf({ app, browser }: UpstreamWorld): Promise<Browser> {
  const [made, reaching] = [await app.owner(), browser()];
  reaching.cookies.set("session", made.cookies.get("session") ?? "");
  return reaching;
}
