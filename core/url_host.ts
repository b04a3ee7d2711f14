/** The host of a URL, as sockets and certificates know it. */

/**
 * Returns the name or the address of a URL's host. An IPv6 address loses the brackets that only URLs
 * have.
 *
 * @example
 * ```ts
 * import { hostOf } from "./url_host.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(hostOf(new URL("http://[::1]:8000/mcp")), "::1");
 * equal(hostOf(new URL("https://example.com/")), "example.com");
 * ```
 */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/[[\]]/g, "");
}
