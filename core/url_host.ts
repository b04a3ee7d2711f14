/** The host of a URL in the form that sockets and certificates use. */

/**
 * Returns the name or address of a URL's host. Removes the brackets around an IPv6 address.
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
