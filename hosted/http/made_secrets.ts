/**
 * New keys and invitation links, which a page shows for a few minutes after their form. Only the browser keeps
 * them, encrypted. The server stores only their hashes.
 */

import type { Context } from "hono";
import type { HttpEnv } from "../../http/exchange.ts";
import type { Hosted } from "./hosted.ts";
import { forgetSealed, keepSealed, sealedIn } from "./sealed_cookies.ts";
import type { KnownVisitor } from "./visitors.ts";

/** The pages that show secrets, by what they create. */
const PAGES = { key: "/keys", invitation: "/people" } as const;

type Kind = keyof typeof PAGES;

/** Keeps a secret, and redirects to the page that shows it. @param id The id of the key or invitation. */
export function showMade(
  c: Context<HttpEnv>,
  hosted: Hosted,
  { binding }: KnownVisitor,
  kind: Kind,
  { id, secret }: { readonly id: string; readonly secret: string },
): Response {
  keepSealed(c, hosted, binding, `made-${kind}`, `${id} ${secret}`);
  return c.redirect(`${PAGES[kind]}?new=${id}`, 303);
}

/** A secret to show. */
export interface MadeSecret {
  readonly id: string;
  readonly secret: string;
}

/**
 * Returns the secret that a page was redirected to show. The address of the page names it, so that it is not
 * shown to everyone who looks at the list. Deletes the secret if the person has hidden it.
 */
export function madeSecret(
  c: Context<HttpEnv>,
  hosted: Hosted,
  { binding }: KnownVisitor,
  kind: Kind,
): MadeSecret | null {
  if (c.req.query("hide") !== undefined) forgetSealed(c, hosted, `made-${kind}`);
  const wanted = c.req.query("new");
  if (wanted === undefined) return null;
  const [id = "", secret = ""] = sealedIn(c, hosted, binding, `made-${kind}`)?.split(" ") ?? [];
  return id === wanted ? { id, secret } : null;
}
