/** Cookies that scripts cannot read and, with https, only this server can set. */

import type { Context } from "hono";
import { deleteCookie, setCookie } from "hono/cookie";
import { parse } from "hono/utils/cookie";
import type { HttpEnv } from "../../http/exchange.ts";
import type { Hosted } from "./hosted.ts";

/** The server's public origin. */
export type Origin = Pick<Hosted, "origin">;

/**
 * Returns a cookie's value, or `null` if the request has no such cookie.
 *
 * @param cookies The `Cookie` header of a request.
 */
export function cookieIn(cookies: string | undefined, hosted: Origin, name: string): string | null {
  const full = isSecure(hosted) ? `__Host-${name}` : name;
  return parse(cookies ?? "", full)[full] ?? null;
}

/**
 * Sets a cookie.
 *
 * @param maxAge Lifetime in seconds. By default, the cookie lasts until the browser closes.
 */
export function keepCookie(
  c: Context<HttpEnv>,
  hosted: Origin,
  name: string,
  value: string,
  maxAge?: number,
): void {
  setCookie(c, name, value, { ...attributes(hosted), ...(maxAge !== undefined && { maxAge }) });
}

/** Deletes a cookie. */
export function forgetCookie(c: Context<HttpEnv>, hosted: Origin, name: string): void {
  deleteCookie(c, name, attributes(hosted));
}

/** Reports whether the public origin uses https. */
export function isSecure({ origin }: Origin): boolean {
  return origin().startsWith("https:");
}

function attributes(hosted: Origin) {
  const common = { httpOnly: true, sameSite: "Lax", path: "/" } as const;
  // With the prefix `__Host-`, other hosts of the same domain cannot set the cookie.
  return isSecure(hosted) ? { ...common, secure: true, prefix: "host" } as const : common;
}
