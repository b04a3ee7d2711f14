/** Cookies: for this server alone, and out of reach of scripts. */

import type { Context } from "hono";
import { deleteCookie, setCookie } from "hono/cookie";
import { parse } from "hono/utils/cookie";
import type { HttpEnv } from "../../http/exchange.ts";
import type { Hosted } from "./hosted.ts";

/** Where people see the server. */
export type Origin = Pick<Hosted, "origin">;

/**
 * Reads a cookie; `null` if there is none.
 *
 * @param cookies The header of a request.
 */
export function cookieIn(cookies: string | undefined, hosted: Origin, name: string): string | null {
  const full = isSecure(hosted) ? `__Host-${name}` : name;
  return parse(cookies ?? "", full)[full] ?? null;
}

/** @param maxAge Seconds; without them it lasts as long as the browser runs. */
export function keepCookie(
  c: Context<HttpEnv>,
  hosted: Origin,
  name: string,
  value: string,
  maxAge?: number,
): void {
  setCookie(c, name, value, { ...attributes(hosted), ...(maxAge !== undefined && { maxAge }) });
}

export function forgetCookie(c: Context<HttpEnv>, hosted: Origin, name: string): void {
  deleteCookie(c, name, attributes(hosted));
}

/** Whether people see the server by https. */
export function isSecure({ origin }: Origin): boolean {
  return origin().startsWith("https:");
}

function attributes(hosted: Origin) {
  const common = { httpOnly: true, sameSite: "Lax", path: "/" } as const;
  // `__Host-`: no other name below the same domain can set it.
  return isSecure(hosted) ? { ...common, secure: true, prefix: "host" } as const : common;
}
