/** The JSON API of accounts, for people who are logged in. */

import { isJsonContentType } from "@modelcontextprotocol/server";
import type { Context, Hono } from "hono";
import { type Account, findAccount } from "../accounts/account.ts";
import type { HttpEnv } from "../../http/exchange.ts";
import { challenge, limitBody } from "../../http/guards.ts";
import type { Gate } from "../../http/gate.ts";
import type { Hosted } from "./hosted.ts";
import { readJsonBody } from "../../http/json_body.ts";
import { countRequest } from "../../http/rate_limit.ts";
import { isFromOurPages, visitorOf } from "./visitors.ts";

/** An error in a response. */
export interface ApiProblem {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | null;
}

/** Maximum size of a body in bytes. */
const API_LIMIT = 64 * 1024;

const NOT_BY_KEY: ApiProblem = {
  code: "insufficient_scope",
  message: "API keys are not accepted here. Log in instead",
};

const NOT_LOGGED_IN: ApiProblem = { code: "login-missing", message: "Log in first" };

const FOREIGN: ApiProblem = { code: "foreign-page", message: "Another site sent this request" };

/** Requests may use a token instead of a session cookie. */
export interface ByToken {
  readonly gate: Gate;
  /** The required scope of the token. */
  readonly scope: string;
}

/** Adds a route for people who are logged in. */
export function addApi(
  app: Hono<HttpEnv>,
  method: "get" | "post" | "delete",
  path: string,
  hosted: Hosted,
  handle: (c: Context<HttpEnv>, account: Account) => Response | Promise<Response>,
  byToken?: ByToken,
): void {
  app.on(method, path, limitBody(API_LIMIT), async (c) => {
    const account = c.req.header("authorization") === undefined
      ? await accountByCookie(c, hosted)
      : await accountByToken(c, hosted, byToken);
    return account instanceof Response ? account : await handle(c, account);
  });
}

async function accountByCookie(c: Context<HttpEnv>, hosted: Hosted): Promise<Account | Response> {
  const { account } = await visitorOf(c, hosted);
  if (account === null) return refused(c, 401, [NOT_LOGGED_IN], challenge(c));
  if (c.req.method !== "GET" && !isFromOurPages(c, hosted)) return refused(c, 403, [FOREIGN]);
  return account;
}

async function accountByToken(
  c: Context<HttpEnv>,
  hosted: Hosted,
  byToken: ByToken | undefined,
): Promise<Account | Response> {
  if (byToken === undefined) return refused(c, 403, [NOT_BY_KEY]);
  const { gate, scope } = byToken;
  const principal = await gate(c.req.header("authorization"), c.var.client);
  if (principal === null) return refused(c, 401, [NOT_LOGGED_IN], challenge(c, "invalid_token"));
  if (principal.subject !== null) await countRequest(c, hosted, principal.subject);
  if (!principal.scopes.has(scope)) {
    return refused(c, 403, [NOT_BY_KEY], challenge(c, "insufficient_scope", scope));
  }
  const account = await findAccount(hosted.database, principal.id);
  return account ?? refused(c, 401, [NOT_LOGGED_IN], challenge(c, "invalid_token"));
}

/** Reads the JSON object in a body. Returns `null` if the body is not a JSON object. */
export async function readFields(
  c: Context<HttpEnv>,
): Promise<Readonly<Record<string, unknown>> | null> {
  if (!isJsonContentType(c.req.header("content-type"))) return null;
  const body = readJsonBody(await c.req.text());
  if (body.kind === "refused") return null;
  const { message } = body;
  return typeof message === "object" ? message as Record<string, unknown> | null : null;
}

/** Creates an error response, and logs the codes of its errors. */
export function refused(
  c: Context<HttpEnv>,
  status: 400 | 401 | 403 | 404 | 422 | 429 | 500 | 503,
  problems: readonly ApiProblem[],
  headers: Record<string, string> = {},
): Response {
  c.set("reason", problems.map(({ code }) => code).join(" "));
  const errors = problems.map(({ code, message, hint }) => ({
    code,
    message,
    ...(hint && { hint }),
  }));
  return c.json({ errors }, status, headers);
}

/** Formats a time for programs (RFC 3339). */
export function isoTime(time: number): string;
export function isoTime(time: number | null): string | null;
export function isoTime(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
