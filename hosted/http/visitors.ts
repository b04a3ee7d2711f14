/** Who looks at a page: known by a cookie, and believed only with a form of ours. */

import type { Context } from "hono";
import type { Account } from "../accounts/account.ts";
import { formToken, isFormToken } from "../accounts/form_tokens.ts";
import type { Visitor } from "../pages/layout.tsx";
import { hashOfSecret, makeSecretText } from "../accounts/secret_text.ts";
import { findSession, type Session } from "../accounts/sessions.ts";
import { cookieIn, forgetCookie, isSecure, keepCookie, type Origin } from "./cookies.ts";
import type { HttpEnv } from "../../http/exchange.ts";
import type { Hosted } from "./hosted.ts";
import { countRequest } from "../../http/rate_limit.ts";

/** Somebody who asks for a page, or sends a form. */
export interface KnownVisitor {
  /** `null` for somebody who is not logged in. */
  readonly account: Account | null;
  /** The id of the session, if there is one. */
  readonly session: string | null;
  /** What tells the browser from others: what is signed with it is worth nothing in another. */
  readonly binding: string;
  /** What pages show of it. */
  readonly visitor: Visitor;
  /** Whether a form that is sent to an action has the token of that form. */
  isToken(token: string, action: string): boolean;
}

/** In which browser somebody is logged in. */
const SESSION = "session";

/** Tells browsers apart in which nobody is logged in, so that their forms can be believed. */
const VISITOR = "visitor";

/**
 * Who asks. Whoever is not logged in gets a cookie for forms.
 *
 * @throws {TooManyRequests} If somebody asks too often who is.
 */
export async function visitorOf(c: Context<HttpEnv>, hosted: Hosted): Promise<KnownVisitor> {
  const cookies = c.req.header("cookie");
  const given = sessionIn(cookies, hosted);
  const account = given === null ? null : await findSession(hosted.database, given, hosted.time());
  const session = account === null ? null : given;
  if (session !== null) await countRequest(c, hosted, `session ${hashOfSecret(session)}`);
  const binding = session ?? secretIn(cookies, hosted, VISITOR) ?? newVisitor(c, hosted);
  return {
    account,
    session,
    binding,
    visitor: {
      tokenOf: (action) => formToken(hosted.secret, action, binding),
      person: account === null ? null : { email: account.email, isOwner: account.role === "owner" },
    },
    isToken: (token, action) => isFormToken(token, hosted.secret, action, binding),
  };
}

/** Lets a browser keep a session, and nobody else. */
export function keepSession(c: Context<HttpEnv>, hosted: Hosted, session: Session): void {
  const maxAge = Math.floor((session.expiresAt - hosted.time()) / 1000);
  keepCookie(c, hosted, SESSION, session.id, maxAge);
}

/** Lets a browser forget its session. */
export function forgetSession(c: Context<HttpEnv>, hosted: Hosted): void {
  forgetCookie(c, hosted, SESSION);
}

/**
 * Whether a request that changes something comes from a page of ours, or from no page at all: browsers
 * say from which.
 */
export function isFromOurPages(c: Context<HttpEnv>, hosted: Hosted): boolean {
  const site = c.req.header("sec-fetch-site");
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  const origin = c.req.header("origin");
  if (origin === undefined || origin === hosted.origin()) return true;
  const page = URL.parse(origin);
  // Anybody in between can answer for a page that came without TLS.
  return page?.host === c.req.header("host") && (page?.protocol === "https:" || !isSecure(hosted));
}

/**
 * The session that a browser keeps; `null` if there is none.
 *
 * @param cookies The header of its request.
 */
export function sessionIn(cookies: string | undefined, hosted: Origin): string | null {
  return secretIn(cookies, hosted, SESSION);
}

function secretIn(cookies: string | undefined, hosted: Origin, name: string): string | null {
  const value = cookieIn(cookies, hosted, name);
  return value !== null && /^[\w-]{43}$/.test(value) ? value : null;
}

function newVisitor(c: Context<HttpEnv>, hosted: Hosted): string {
  const made = makeSecretText();
  keepCookie(c, hosted, VISITOR, made);
  return made;
}
