/** A minimal browser: it keeps cookies, follows redirects and sends forms. */

import { ok } from "node:assert/strict";

/** Sends a request to an app, or to a server over the network. */
export type Ask = (request: Request) => Promise<Response>;

/** A form of a page. */
export interface FoundForm {
  readonly action: string;
  /** The fields with their initial values. */
  readonly fields: Readonly<Record<string, string>>;
}

/** A loaded page. */
export interface Page {
  readonly status: number;
  /** The address after redirects. */
  readonly path: string;
  readonly headers: Headers;
  readonly html: string;
  readonly forms: readonly FoundForm[];
}

export interface Browser {
  readonly cookies: Map<string, string>;
  open(path: string): Promise<Page>;
  /** Fills in the form of a page that has this action, and sends it. */
  send(page: Page, action: string, values?: Readonly<Record<string, string>>): Promise<Page>;
  /** Sends a request with the browser's cookies. */
  request(path: string, init?: RequestInit): Promise<Response>;
}

/** @param origin The server's origin, such as `http://localhost:8000`. */
export function openBrowser(ask: Ask, origin: string): Browser {
  const cookies = new Map<string, string>();
  const request = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    if (cookies.size > 0) {
      headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    }
    if (!headers.has("host")) headers.set("host", new URL(origin).host);
    const response = await ask(
      new Request(new URL(path, origin), { ...init, headers, redirect: "manual" }),
    );
    for (const cookie of response.headers.getSetCookie()) keep(cookies, cookie);
    return response;
  };
  const follow = async (path: string, init?: RequestInit, left = 5): Promise<Page> => {
    const response = await request(path, init);
    const location = response.headers.get("location");
    if (response.status < 300 || response.status >= 400 || location === null) {
      return await pageOf(path, response);
    }
    await response.body?.cancel();
    ok(left > 0, "redirects end");
    return await follow(new URL(location, new URL(path, origin)).href, undefined, left - 1);
  };
  return {
    cookies,
    request,
    open: (path) => follow(path),
    send: (page, action, values = {}) => {
      const form = page.forms.find((each) => each.action === action);
      ok(form !== undefined, `${page.path} has a form for ${action}`);
      const body = new URLSearchParams({ ...form.fields, ...values }).toString();
      const headers = {
        "content-type": "application/x-www-form-urlencoded",
        "referer": new URL(page.path, origin).href,
        origin,
      };
      return follow(action, { method: "POST", headers, body });
    },
  };
}

function keep(cookies: Map<string, string>, setCookie: string): void {
  const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(setCookie) ?? [];
  if (/;\s*max-age=0(?:;|$)/i.test(setCookie)) cookies.delete(name);
  else cookies.set(name, value);
}

async function pageOf(path: string, response: Response): Promise<Page> {
  const html = await response.text();
  const { status, headers } = response;
  return { status, path, headers, html, forms: formsOf(html) };
}

function formsOf(html: string): FoundForm[] {
  return [...html.matchAll(/<form\b[^>]*\baction="([^"]*)"[^>]*>(.*?)<\/form>/gs)].map(
    ([, action = "", content = ""]) => ({
      action: unescaped(action),
      fields: Object.fromEntries(
        [...content.matchAll(/<input\b[^>]*>/g)].flatMap(([input]) => fieldOf(input)),
      ),
    }),
  );
}

function fieldOf(input: string): [string, string][] {
  const attribute = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(input)?.[1];
  const name = attribute("name");
  const isLeftOut = attribute("type") === "radio" && !/\bchecked\b/.test(input);
  return name === undefined || isLeftOut ? [] : [[name, unescaped(attribute("value") ?? "")]];
}

/** Decodes HTML entities. */
export function unescaped(text: string): string {
  return text.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

/**
 * Revokes the first thing of a list: opens the list, follows the link to the question, and sends its form.
 *
 * @param list The path of the list.
 * @param action The path of the form.
 * @returns The page after the form.
 */
export async function revokeFirst(browser: Browser, list: string, action: string): Promise<Page> {
  return await browser.send(await openQuestion(browser, list, action), action);
}

/** Opens the page that asks whether to revoke the first thing of a list. */
export async function openQuestion(browser: Browser, list: string, action: string): Promise<Page> {
  const page = await browser.open(list);
  const path = linksOf(page).find((href) => href === action || href.startsWith(`${action}?`));
  ok(path !== undefined, `${list} has a link to ${action}`);
  return await browser.open(path);
}

/** Returns the targets of a page's links. */
export function linksOf({ html }: Page): string[] {
  return [...html.matchAll(/<a\b[^>]*\bhref="([^"]*)"/g)].map(([, href = ""]) => unescaped(href));
}
