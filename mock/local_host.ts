/** Recognizes the names of this computer in requests. */

/**
 * Reports whether a Host header has a name that always means this computer, such as `localhost`, or
 * an IP address. Any other name could belong to a web page that reads from local servers by DNS
 * rebinding.
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
