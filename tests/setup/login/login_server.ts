/** A real hosted server on a port, with a browser and replaceable responses. */

import { match, ok } from "node:assert/strict";
import { join } from "node:path";
import { python } from "../../../tools/python.ts";
import { openDatabase } from "../../../hosted/storage/open_database.ts";
import { type Browser, openBrowser, type Page } from "../../hosted/http/browser.ts";
import { CLIENT, hostedApp, type TestedHostedApp } from "../../hosted/http/hosted_app.ts";
import type { TestedHostedOptions } from "../../hosted/http/hosted_app.ts";
import { inTemporaryFolder } from "../../workspace/temporary_folder.ts";

/** Answers instead of the server, or returns `null` to let the server answer. */
export type Meddler = (
  request: Request,
  answer: () => Promise<Response>,
) => Response | Promise<Response> | null;

/** A listening hosted server with an owner. */
export interface LoginServer {
  readonly app: TestedHostedApp;
  /** The address of the MCP endpoint. */
  readonly url: string;
  readonly origin: string;
  /** The owner's browser, which follows redirects over the network. */
  readonly browser: Browser;
  /** All requests so far, such as `POST /oauth/token`. */
  readonly asked: string[];
  meddle(meddler: Meddler): void;
  /** Stops the server immediately. */
  stop(): Promise<void>;
  /** Returns the names of the owner's keys. */
  keyNames(): Promise<readonly string[]>;
}

/** Runs a test with a server. */
export async function withLoginServer<T>(
  test: (server: LoginServer) => Promise<T>,
  options: TestedHostedOptions = {},
): Promise<T> {
  return await inTemporaryFolder(async (folder) => {
    const database = await openDatabase({ url: undefined, file: join(folder, "layerwright.db") });
    const asked: string[] = [];
    const stopping = new AbortController();
    let meddler: Meddler = () => null;
    const { promise: made, resolve } = Promise.withResolvers<TestedHostedApp>();
    const serve = { hostname: "127.0.0.1", port: 0, onListen() {}, signal: stopping.signal };
    const listener = Deno.serve(serve, async (request) => {
      const app = await made;
      asked.push(`${request.method} ${new URL(request.url).pathname}`);
      const answer = async () => await app.fetch(request, CLIENT);
      return await (meddler(request, answer) ?? answer());
    });
    const origin = `http://127.0.0.1:${listener.addr.port}`;
    const app = await hostedApp(database, { ...options, origin });
    resolve(app);
    const stop = async () => {
      stopping.abort();
      await listener.finished;
    };
    try {
      const browser = openBrowser((request) => askAsBrowser(request, origin), origin);
      const owner = await app.owner();
      for (const [name, value] of owner.cookies) browser.cookies.set(name, value);
      return await test({
        app,
        url: `${origin}/mcp`,
        origin,
        browser,
        asked,
        meddle: (wanted) => meddler = wanted,
        stop,
        keyNames: async () =>
          (await database.all<{ name: string }>("SELECT name FROM api_keys")).map(({ name }) =>
            name
          ),
      });
    } finally {
      await stop();
      await database.close();
    }
  });
}

/** Sends a request as a browser does: other origins do not get the cookies of this one. */
async function askAsBrowser(request: Request, origin: string): Promise<Response> {
  const headers = new Headers(request.headers);
  headers.delete("host");
  if (new URL(request.url).origin !== origin) headers.delete("cookie");
  const { method, url } = request;
  const body = method === "POST" ? await request.text() : null;
  return await fetch(url, { method, headers, body, redirect: "manual" });
}

/** Answers the consent page for the wizard. */
export async function answerConsent(
  browser: Browser,
  page: Page,
  answer: "allow" | "refuse",
): Promise<Page> {
  match(page.html, /Layerwright setup<\/strong> wants to/);
  match(page.html, /create API keys for you/);
  const form = page.forms.find(({ action }) => action.startsWith("/oauth/consent/"));
  ok(form !== undefined, page.html);
  return await browser.send(page, form.action, { answer });
}

/** Logs in at the address that the wizard printed. */
export async function logInAt(
  { browser }: LoginServer,
  address: string,
  answer: "allow" | "refuse" = "allow",
): Promise<Page> {
  return await answerConsent(browser, await browser.open(address), answer);
}

/** Types the code that the wizard printed. */
export async function typeCode(
  { browser }: LoginServer,
  { address, code }: { readonly address: string; readonly code: string },
  answer: "allow" | "refuse" = "allow",
): Promise<Page> {
  const typed = await browser.send(await browser.open(address), "/device", { user_code: code });
  match(typed.html, /Is this your device\?/);
  const consent = await browser.send(typed, "/device", { confirm: "yes" });
  return await answerConsent(browser, consent, answer);
}

/**
 * Creates a program for the variable `BROWSER`. Instead of opening an address, it posts the address
 * to `tells`.
 */
export function browserProgram(folder: string, tells: string): string {
  const path = join(folder, "browser.sh");
  const post = "import sys, urllib.request; " +
    "urllib.request.urlopen(sys.argv[1], data=sys.argv[2].encode()).read()";
  Deno.writeTextFileSync(path, `#!/bin/sh\nexec ${python()} -c '${post}' ${tells} "$1"\n`, {
    mode: 0o755,
  });
  return path;
}
