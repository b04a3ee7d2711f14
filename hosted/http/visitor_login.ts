/** Logs browsers in and out. */

import type { Context } from "hono";
import { deleteCookie } from "hono/cookie";
import { parse } from "hono/utils/cookie";
import { endProviderSession, PROVIDER_COOKIE } from "../oauth/provider_sessions.ts";
import { endSession, type Session } from "../accounts/sessions.ts";
import type { HttpEnv } from "../../http/exchange.ts";
import { type Hosted, visitOf } from "./hosted.ts";
import { passTyped } from "./typed_forms.ts";
import { forgetSession, keepSession, type KnownVisitor } from "./visitors.ts";

/**
 * Logs a browser in, and ends the browser's previous session. A form that this session's end interrupted goes
 * on in the new session.
 */
export async function logVisitorIn(
  c: Context<HttpEnv>,
  hosted: Hosted,
  known: KnownVisitor,
  session: Session,
): Promise<void> {
  if (known.session !== null) await end(c, hosted, known.session);
  keepSession(c, hosted, session);
  passTyped(c, hosted, known.binding, session.id);
}

/** Logs a browser out. */
export async function logVisitorOut(
  c: Context<HttpEnv>,
  hosted: Hosted,
  { session }: KnownVisitor,
): Promise<void> {
  if (session !== null) await end(c, hosted, session);
  forgetSession(c, hosted);
}

async function end(c: Context<HttpEnv>, hosted: Hosted, session: string): Promise<void> {
  await endSession(hosted.database, session, visitOf(c, hosted));
  // The authorization server has a session and a cookie of its own.
  const kept = parse(c.req.header("cookie") ?? "", PROVIDER_COOKIE)[PROVIDER_COOKIE];
  if (kept === undefined) return;
  await endProviderSession(hosted.database, kept);
  for (const name of [PROVIDER_COOKIE, `${PROVIDER_COOKIE}.sig`]) {
    deleteCookie(c, name, { path: "/" });
  }
}
