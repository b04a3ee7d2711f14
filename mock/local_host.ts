/** The names of this computer in requests. */

/**
 * Reports whether a Host header names this computer by itself: `localhost`, a name below it, or an address. A web page
 * can give this computer any other name, to read a server here as its own (DNS rebinding).
 *
 * @param host The header, with or without a port.
 *
 * @example
 * ```ts
 * import { isLocalHost } from "./local_host.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(isLocalHost("shop.localhost:8080"), true);
 * equal(isLocalHost("shop.example:8080"), false);
 * ```
 */
export function isLocalHost(host: string): boolean {
  return LOCAL_HOST.test(host);
}

const LOCAL_HOST =
  /^(?:\[[\da-f:.]+\]|\d{1,3}(?:\.\d{1,3}){3}|(?:[\w-]+\.)*localhost)(?::\d{1,5})?$/i;
