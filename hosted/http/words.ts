/** Messages that the next page shows once, because the form that they are about redirects to it. */

import type { Context } from "hono";
import type { HttpEnv } from "../../http/exchange.ts";
import type { Hosted } from "./hosted.ts";
import { forgetSealed, keepSealed, sealedIn } from "./sealed_cookies.ts";
import type { KnownVisitor } from "./visitors.ts";

/** Keeps a message for the next page. */
export function say(
  c: Context<HttpEnv>,
  hosted: Hosted,
  { binding }: KnownVisitor,
  words: string,
): void {
  keepSealed(c, hosted, binding, "said", words);
}

/** Returns the visitor with the message that was kept for this page, and deletes the message. */
export function hearing(c: Context<HttpEnv>, hosted: Hosted, known: KnownVisitor): KnownVisitor {
  const said = sealedIn(c, hosted, known.binding, "said");
  if (said === null) return known;
  forgetSealed(c, hosted, "said");
  return { ...known, visitor: { ...known.visitor, said } };
}
