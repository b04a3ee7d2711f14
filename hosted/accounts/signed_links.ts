/** Signed links. Each link gives access to one URL of one account for a short time, without an API key. */

import { isMacOf, macOf } from "./server_secret.ts";

/** The URL that a link opens, and the account that owns the link. */
export interface LinkTarget {
  /** A URL's path, such as `/projects/shop/archive`. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly accountId: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Names of the query parameters that every link has. */
const OWN_NAMES = ["account", "expires", "signature"];

/**
 * Creates a link: a path with a query that ends with a signature of everything before it.
 *
 * @throws {RangeError} If the path is not a URL's path, or a parameter has a reserved name.
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
    throw new RangeError(`Cannot sign '${path}' (not a URL's path)`);
  }
  const own = Object.keys(params).find((name) => OWN_NAMES.includes(name));
  if (own !== undefined) throw new RangeError(`Cannot sign the parameter '${own}' (reserved)`);
  const query = new URLSearchParams({
    ...params,
    account: accountId,
    expires: String(expiresAt),
  });
  // Signs the exact text, so that no other spelling of the same URL is valid.
  const signed = `${path}?${query}`;
  return `${signed}&signature=${macOf(secret, "link", signed)}`;
}

/**
 * Returns the account of a link.
 *
 * @param url The requested link, with or without its origin.
 * @param now Milliseconds since 1970.
 * @returns The account's id, or `null` if the link has expired or its signature is invalid.
 */
export function verifyLink(secret: string, url: string, now: number): string | null {
  const link = url.replace(/^https?:\/\/[^/?#]*/, "");
  const [, signed = "", query, signature = ""] =
    /^([^?#]*\?([^?#]*))&signature=([^&#]*)$/.exec(link) ?? [];
  if (!isMacOf(signature, secret, "link", signed)) return null;
  const params = new URLSearchParams(query);
  return now < Number(params.get("expires")) ? params.get("account") : null;
}
