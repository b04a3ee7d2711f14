/** Requests of clients to a hosted server in another process. */

import { deepEqual, match, ok } from "node:assert/strict";
import {
  type Asked,
  post,
  replyOf,
  type ToolAnswer,
  toolAnswer,
  toolCall,
} from "../../http/messages.ts";
import { type Browser, openBrowser } from "./browser.ts";
import { AT_HOME, invite, OWNER, welcomed } from "./hosted_app.ts";
import type { RunningHostedServer } from "./run_hosted_server.ts";

/** Timeout for an answer, in milliseconds. */
const ANSWER_TIMEOUT_MS = 60_000;

/** A person with an account, a browser and a key. */
export interface Caller {
  readonly origin: string;
  readonly browser: Browser;
  readonly key: string;
}

/** The answer was lost or cut off, so the result of the request is unknown. */
export class LostAnswer extends Error {
  /**
   * @param isCut Whether part of the answer had arrived.
   * @param from The time of the request, in milliseconds since 1970.
   * @param to The time when the loss was noticed, in milliseconds since 1970.
   */
  constructor(
    { method, url }: Request,
    readonly isCut: boolean,
    readonly from: number,
    readonly to: number,
  ) {
    super(`${isCut ? "Half an" : "No"} answer to ${method} ${new URL(url).pathname}`);
  }
}

/** Statuses that only proxies send. */
const LOST = new Set([502, 504]);

/**
 * Sends a request over the network.
 *
 * @returns The answer, after its whole body has arrived.
 * @throws {TypeError} If there is no connection, or if the connection breaks before there is an
 * answer.
 * @throws {LostAnswer} If a proxy got no answer, or the connection breaks in the middle of the
 *   answer.
 */
export async function ask(request: Request): Promise<Response> {
  const from = Date.now();
  const response = await fetch(request, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
  const body = await response.bytes().catch((problem) => {
    if (!(problem instanceof TypeError)) throw problem;
    throw new LostAnswer(request, true, from, Date.now());
  });
  if (LOST.has(response.status)) throw new LostAnswer(request, false, from, Date.now());
  return new Response(response.body === null ? null : body, response);
}

/** Sends a message to the MCP endpoint, and accepts any answer. */
export function askMcp({ origin, key }: Omit<Caller, "browser">, asked: Asked): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, host: null };
  return ask(post(asked, "modern", headers, `${origin}/mcp`));
}

/** Calls a tool. */
export async function callTool(caller: Caller, tool: string, args: unknown): Promise<ToolAnswer> {
  return toolAnswer(await replyOf(await askMcp(caller, toolCall(tool, args))));
}

/** Creates the owner's account with the server's link. @returns A browser with the login. */
export async function makeOwner(
  { origin, ownerLink }: Pick<RunningHostedServer, "origin" | "ownerLink">,
): Promise<Browser> {
  const link = await ownerLink();
  const browser = openBrowser(ask, origin);
  const home = await browser.send(await browser.open(link), "/owner", OWNER);
  match(home.path, AT_HOME);
  return browser;
}

/** Invites a person and creates their account. @returns A browser with the login. */
export async function makeMember(owner: Browser, origin: string, email: string): Promise<Browser> {
  const link = await invite(owner, email);
  return await welcomed(openBrowser(ask, origin), link, { email, password: OWNER.password });
}

/** Returns a browser with the same cookies at another server on the same database. */
export function movedBrowser({ cookies }: Browser, origin: string): Browser {
  const browser = openBrowser(ask, origin);
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  return browser;
}

/** A key that a program created. */
export interface MadeKey {
  readonly id: string;
  readonly text: string;
}

/** Creates a key with `POST /api/keys`. */
export async function makeKey(browser: Browser, name: string): Promise<MadeKey> {
  const response = await browser.request("/api/keys", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name }),
  });
  const { id, key: text, errors } = await response.json();
  deepEqual([response.status, errors], [201, undefined]);
  return { id, text };
}

/** Returns the names of an account's projects. */
export async function projectsOf({ origin, key }: Caller): Promise<readonly string[]> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await ask(new Request(`${origin}/projects`, { headers }));
  return (await response.json()).projects;
}

/** Downloads a project's archive. */
export async function archiveOf({ origin, key }: Caller, name: string): Promise<Uint8Array> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await ask(new Request(`${origin}/projects/${name}/archive`, { headers }));
  ok(response.ok, `The archive of ${name} answers ${response.status}`);
  return await response.bytes();
}
