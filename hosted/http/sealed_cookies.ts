/** Texts that a browser keeps for a few minutes, encrypted, so that they survive a redirect and a reload. */

import type { Context } from "hono";
import { LIFETIMES, milliseconds } from "../accounts/limits.ts";
import { sealText, unsealText } from "../accounts/sealed_text.ts";
import type { HttpEnv } from "../../http/exchange.ts";
import { cookieIn, forgetCookie, keepCookie } from "./cookies.ts";
import type { Hosted } from "./hosted.ts";

/** The cookies, by what they hold. */
export type SealedCookie = "said" | "made-key" | "made-invitation" | "typed";

/** Maximum length of a cookie. Browsers drop cookies of more than 4096 bytes. */
const MAX_LENGTH = 3_800;

/** The parts of a server that sealing needs. */
type Sealing = Pick<Hosted, "secret" | "time" | "origin">;

/**
 * Keeps a text in the browser, unless it is too long for a cookie.
 *
 * @param binding The secret of the session or, without a login, of the browser.
 */
export function keepSealed(
  c: Context<HttpEnv>,
  hosted: Sealing,
  binding: string,
  name: SealedCookie,
  text: string,
): void {
  const { secret, time } = hosted;
  const lasts = milliseconds(LIFETIMES.sealed);
  const sealed = sealText({ secret, purpose: name, binding }, text, time() + lasts);
  if (sealed.length <= MAX_LENGTH) keepCookie(c, hosted, name, sealed, lasts / 1000);
}

/** Returns a kept text; `null` if the browser has none, or it has expired or was kept for another session. */
export function sealedIn(
  c: Context<HttpEnv>,
  hosted: Sealing,
  binding: string,
  name: SealedCookie,
): string | null {
  const { secret, time } = hosted;
  const kept = cookieIn(c.req.header("cookie"), hosted, name);
  return kept === null ? null : unsealText({ secret, purpose: name, binding }, kept, time());
}

/** Deletes a kept text. */
export function forgetSealed(c: Context<HttpEnv>, hosted: Sealing, name: SealedCookie): void {
  forgetCookie(c, hosted, name);
}
