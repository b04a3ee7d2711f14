/** Links that open one address for one account, without a key, for a short time. */

import { isMacOf, macOf } from "./mac.ts";

/** What a link opens, and for whom. */
export interface LinkTarget {
  /** A path as addresses have it, such as `/projects/shop/archive`. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly accountId: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Names of parameters that links themselves have. */
const OWN_NAMES = ["account", "expires", "signature"];

/**
 * Makes a link: a path with a query that ends with a signature of all that stands before it.
 *
 * @throws {RangeError} If the path is none, or a parameter has a name of the link's own.
 *
 * @example
 * ```ts
 * import { signLink, verifyLink } from "./signed_links.ts";
 * import { equal } from "node:assert/strict";
 *
 * const target = { path: "/a", params: { format: "zip" }, accountId: "acc_1", expiresAt: 1000 };
 * const link = signLink("secret", target);
 * equal(verifyLink("secret", `https://example.org${link}`, 999), "acc_1");
 * equal(verifyLink("secret", `https://example.org${link}`, 1000), null);
 * equal(verifyLink("secret", link.replace("zip", "tar"), 999), null);
 * ```
 */
export function signLink(
  secret: string,
  { path, params, accountId, expiresAt }: LinkTarget,
): string {
  if (URL.parse(path, "http://localhost")?.pathname !== path) {
    throw new RangeError(`'${path}' is no path of an address`);
  }
  const own = Object.keys(params).find((name) => OWN_NAMES.includes(name));
  if (own !== undefined) throw new RangeError(`Links have a parameter '${own}' of their own`);
  const query = new URLSearchParams({
    ...params,
    account: accountId,
    expires: String(expiresAt),
  });
  // What is signed is the text itself: nothing reads as the same and is written differently.
  const signed = `${path}?${query}`;
  return `${signed}&signature=${macOf(secret, "link", signed)}`;
}

/**
 * Whose a link is.
 *
 * @param url The link as it was asked for, with or without the server's name before it.
 * @returns The account's id; `null` if the link expired, or is not to the letter what was signed.
 */
export function verifyLink(secret: string, url: string, now: number): string | null {
  const link = url.replace(/^https?:\/\/[^/?#]*/, "");
  const [, signed = "", query, signature = ""] =
    /^([^?#]*\?([^?#]*))&signature=([^&#]*)$/.exec(link) ?? [];
  if (!isMacOf(signature, secret, "link", signed)) return null;
  const params = new URLSearchParams(query);
  return now < Number(params.get("expires")) ? params.get("account") : null;
}
