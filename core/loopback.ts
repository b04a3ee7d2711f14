/** Addresses that lead nowhere but to this computer. */

/**
 * Whether only this computer can reach a host.
 *
 * @param host A name or an address, without brackets.
 *
 * @example
 * ```ts
 * import { isLoopback } from "./loopback.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(isLoopback("127.0.0.1"), true);
 * equal(isLoopback("0.0.0.0"), false);
 * ```
 */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
}
