/**
 * Pending logins at identity providers. Each login is stored in a cookie of the browser that started it, with
 * a signature that is valid only in that browser. So no one can finish a login that another person started,
 * or trick another person into finishing one (login CSRF). The server itself stores no pending logins, so
 * strangers cannot fill its database with them.
 */

import { Buffer } from "node:buffer";
import type { Context } from "hono";
import { isMacOf, macOf } from "../accounts/server_secret.ts";
import { LIFETIMES, milliseconds } from "../accounts/limits.ts";
import { makeSecretText } from "../accounts/secret_text.ts";
import type { Attempt, UpstreamSettings } from "../accounts/upstream/upstream.ts";
import { cookieIn, forgetCookie, keepCookie } from "./cookies.ts";
import type { HttpEnv } from "../../http/exchange.ts";
import type { Hosted } from "./hosted.ts";
import type { KnownVisitor } from "./visitors.ts";

/**
 * The purpose of a login: to log in and continue at a local path, to create an account with a link's
 * code, or to link an identity to an account.
 */
export type Purpose =
  | { readonly kind: "login"; readonly next: string }
  | { readonly kind: "join"; readonly code: string }
  | { readonly kind: "link"; readonly accountId: string };

/** A login that a browser has started and not yet finished. */
export interface PendingLogin {
  readonly upstream: UpstreamSettings["kind"];
  readonly attempt: Attempt;
  readonly purpose: Purpose;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

const COOKIE = "upstream";

/** Starts a login. */
export function beginPending(
  c: Context<HttpEnv>,
  hosted: Hosted,
  known: KnownVisitor,
  { upstream, purpose }: Pick<PendingLogin, "upstream" | "purpose">,
): PendingLogin {
  const lasts = milliseconds(LIFETIMES.upstreamLogin);
  const attempt = {
    state: makeSecretText(),
    nonce: makeSecretText(),
    verifier: makeSecretText(),
  };
  const pending = { upstream, attempt, purpose, expiresAt: hosted.time() + lasts };
  const text = Buffer.from(JSON.stringify(pending)).toString("base64url");
  const mac = macOf(hosted.secret, "upstream", signed(text, known));
  keepCookie(c, hosted, COOKIE, `${text}.${mac}`, lasts / 1000);
  return pending;
}

/**
 * Returns the pending login of a browser, and deletes its cookie.
 *
 * @returns `null` if there is no pending login, or it has expired or was started in another browser.
 */
export function takePending(
  c: Context<HttpEnv>,
  hosted: Hosted,
  known: KnownVisitor,
): PendingLogin | null {
  const kept = cookieIn(c.req.header("cookie"), hosted, COOKIE);
  if (kept === null) return null;
  forgetCookie(c, hosted, COOKIE);
  const [text = "", mac = ""] = kept.split(".");
  if (!isMacOf(mac, hosted.secret, "upstream", signed(text, known))) return null;
  const pending: PendingLogin = JSON.parse(Buffer.from(text, "base64url").toString());
  return hosted.time() < pending.expiresAt ? pending : null;
}

function signed(text: string, { binding }: KnownVisitor): string {
  return JSON.stringify([text, binding]);
}
