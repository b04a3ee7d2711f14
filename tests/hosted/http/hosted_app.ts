/** The hosted app on a real database, called without a port. */

import { match, ok } from "node:assert/strict";
import { scryptSync } from "node:crypto";
import { ownerCode } from "../../../hosted/accounts/invitations.ts";
import { createLastUse } from "../../../hosted/accounts/last_use.ts";
import { LIMITS, type Limits } from "../../../hosted/accounts/limits.ts";
import { createPasswords, type Derive, type Passwords } from "../../../hosted/accounts/password.ts";
import { serverSecret } from "../../../hosted/accounts/server_secret.ts";
import { createUsage } from "../../../hosted/accounts/usage.ts";
import type { UpstreamSettings } from "../../../hosted/accounts/upstream/upstream.ts";
import type { App } from "../../../http/base_app.ts";
import { trustProxies } from "../../../http/client_address.ts";
import { createHostedApp, type HostedAppOptions } from "../../../hosted/http/app.ts";
import { jsonLog } from "../../../http/log.ts";
import type { Database } from "../../../hosted/storage/database.ts";
import { type Era, post, replyOf, type ToolAnswer, toolAnswer } from "../../http/messages.ts";
import { type Browser, openBrowser, type Page } from "./browser.ts";

export const ORIGIN = "http://localhost:8000";

export const OWNER = { email: "owner@example.com", password: "a horse in a library" };

/** Matches the address of the home page, where logins end. */
export const AT_HOME = /^https?:\/\/[^/]+\/$/;

/** The client address of requests. */
export const CLIENT = "192.0.2.1";

/** The options of a tested app. */
export interface TestedHostedOptions {
  readonly limits?: Partial<Limits>;
  readonly origin?: string;
  /** Addresses of trusted proxies. */
  readonly proxies?: readonly string[];
  /** Identity providers. */
  readonly upstreams?: readonly UpstreamSettings[];
  readonly passwords?: Passwords;
}

export interface TestedHostedApp extends App {
  readonly options: HostedAppOptions;
  readonly database: Database;
  readonly origin: string;
  /** Lines of the log. */
  readonly lines: string[];
  /** Sets the clock forward, in milliseconds. */
  wait(ms: number): void;
  send(request: Request): Promise<Response>;
  browser(): Browser;
  /** Creates the owner. @returns A browser in which the owner is logged in. */
  owner(): Promise<Browser>;
  /** Invites a member. @returns A browser in which the member is logged in. */
  member(owner: Browser, email: string): Promise<Browser>;
  /** Calls a tool. */
  call(key: string, tool: string, args: unknown, era?: Era): Promise<ToolAnswer>;
}

/** A cheap key derivation, because many tests log people in. */
export const deriveQuickly: Derive = (password, salt) =>
  Promise.resolve(scryptSync(password, salt, 32, { N: 16 }));

export async function hostedApp(
  database: Database,
  {
    limits = {},
    origin = ORIGIN,
    proxies,
    upstreams = [],
    passwords = createPasswords(deriveQuickly),
  }: TestedHostedOptions = {},
): Promise<TestedHostedApp> {
  const lines: string[] = [];
  let ahead = 0;
  const time = () => Date.now() + ahead;
  const usual = Object.fromEntries(LIMITS.map((each) => [each.name, each.default]));
  const all = { ...usual, ...limits } as Limits;
  const options: HostedAppOptions = {
    database,
    passwords,
    secret: await serverSecret(database),
    limits: all,
    upstreams,
    usage: createUsage(database, all.callsPerDay),
    lastUse: createLastUse(),
    clientAddress: proxies === undefined ? null : trustProxies(proxies),
    allowedHosts: ["localhost", new URL(origin).hostname],
    log: jsonLog((line) => void lines.push(line), () => 0),
    now: () => performance.now() + ahead,
    time,
    origin: () => origin,
  };
  const app = createHostedApp(options);
  const send = async (request: Request) => await app.fetch(request, CLIENT);
  const browser = () => openBrowser(send, origin);
  return {
    ...app,
    options,
    database,
    origin,
    lines,
    wait: (ms) => void (ahead += ms),
    send,
    browser,
    async owner() {
      const code = await ownerCode(database, time());
      return await welcomed(browser(), `/owner?code=${code}`, OWNER);
    },
    async member(owner, email) {
      const link = await invite(owner, email);
      return await welcomed(browser(), link, { email, password: `the password of ${email}` });
    },
    async call(key, tool, args, era = "modern") {
      const asked = { method: "tools/call", params: { name: tool, arguments: args } };
      const request = post(asked, era, { authorization: `Bearer ${key}` });
      return toolAnswer(await replyOf(await send(request)));
    },
  };
}

/** Invites a person on the people page. @returns The link. */
export async function invite(owner: Browser, email: string): Promise<string> {
  const made = await owner.send(await owner.open("/people"), "/people", { email });
  const [, link] = /id="invitation-link">([^<]+)</.exec(made.html) ?? [];
  ok(link !== undefined, made.html);
  return link;
}

/** Deletes the account of the only member. */
export async function removeMember(owner: Browser): Promise<Page> {
  const { page, email } = await openRemoval(owner);
  return await owner.send(page, "/people/remove", { email });
}

/** Opens the page that asks the owner whether to delete the account of the only member. */
export async function openRemoval(
  owner: Browser,
): Promise<{ readonly path: string; readonly page: Page; readonly email: string }> {
  const { html } = await owner.open("/people");
  const [, path] = /href="(\/people\/remove\?id=[^"]+)"/.exec(html) ?? [];
  ok(path !== undefined, html);
  const page = await owner.open(path);
  const [, email] = /Type <code>([^<]+)</.exec(page.html) ?? [];
  ok(email !== undefined, page.html);
  return { path, page, email };
}

/** Creates an account with the link of an invitation. */
export async function welcomed(
  browser: Browser,
  link: string,
  credentials: { readonly email: string; readonly password: string },
): Promise<Browser> {
  const page = await browser.open(link);
  const action = new URL(link, ORIGIN).pathname;
  const home = await browser.send(page, action, credentials);
  match(home.path, AT_HOME, home.html);
  return browser;
}

/** Creates a key on the API keys page. */
export async function keyOf(
  browser: Browser,
  values: Readonly<Record<string, string>> = {},
): Promise<string> {
  const page = await browser.open("/keys");
  const made = await browser.send(page, "/keys", { name: "Laptop", ...values });
  const [, key] = /id="made-key">([^<]+)</.exec(made.html) ?? [];
  ok(key !== undefined, made.html);
  return key;
}
