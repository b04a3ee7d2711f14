/** Identifies the visitors of pages by a cookie. The tokens of a visitor's forms are bound to that cookie. */

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

/** The visitor who requests a page or sends a form. */
export interface KnownVisitor {
  /** `null` without a login. */
  readonly account: Account | null;
  /** The id of the session; `null` without a login. */
  readonly session: string | null;
  /** A secret that identifies the browser. Signatures that include this secret are invalid in other browsers. */
  readonly binding: string;
  /** The visitor, as pages show it. */
  readonly visitor: Visitor;
  /** Reports whether a token is valid for a form with this action. */
  isToken(token: string, action: string): boolean;
}

/** The cookie of a session. */
const SESSION = "session";

/** The cookie to which form tokens are bound in a browser without a login. */
const VISITOR = "visitor";

/**
 * Identifies the visitor of a request. A browser without a login gets a cookie, to which its form tokens are
 * bound.
 *
 * @throws {TooManyRequests} If the session is over its limit of requests.
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
      said: null,
    },
    isToken: (token, action) => isFormToken(token, hosted.secret, action, binding),
  };
}

/** Sets the cookie of a session. */
export function keepSession(c: Context<HttpEnv>, hosted: Hosted, session: Session): void {
  const maxAge = Math.floor((session.expiresAt - hosted.time()) / 1000);
  keepCookie(c, hosted, SESSION, session.id, maxAge);
}

/** Deletes the cookie of a session. */
export function forgetSession(c: Context<HttpEnv>, hosted: Hosted): void {
  forgetCookie(c, hosted, SESSION);
}

/**
 * Reports whether a request comes from one of our pages or from no page at all, judging by the headers
 * that browsers send.
 */
export function isFromOurPages(c: Context<HttpEnv>, hosted: Hosted): boolean {
  const site = c.req.header("sec-fetch-site");
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  const origin = c.req.header("origin");
  if (origin === undefined || origin === hosted.origin()) return true;
  const page = URL.parse(origin);
  // If our pages use TLS, a page without TLS is not ours: an attacker on the network could have sent it.
  return page?.host === c.req.header("host") && (page?.protocol === "https:" || !isSecure(hosted));
}

/**
 * Returns the session id in a request's cookies, or `null`.
 *
 * @param cookies The `Cookie` header.
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
