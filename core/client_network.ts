/** The networks that clients are counted by. */

import { isIPv6 } from "node:net";

/**
 * Returns the network that limits count an address in: the address itself, or the first 64 bits of an
 * address of version 6, as providers give each customer at least that many.
 *
 * @example
 * ```ts
 * import { networkOf } from "./client_network.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(networkOf("192.0.2.7"), "192.0.2.7");
 * equal(networkOf("::ffff:192.0.2.7"), "192.0.2.7");
 * equal(networkOf("2001:db8::7"), "2001:db8:0:0");
 * ```
 */
export function networkOf(address: string): string {
  const [, embedded] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (embedded !== undefined) return embedded;
  const [plain = address] = address.split("%");
  if (!isIPv6(plain)) return address;
  // Addresses in brackets are written in one way only.
  const [start = "", end] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split("::");
  const groups = start.split(":").filter((group) => group !== "");
  if (end === undefined) return groups.slice(0, 4).join(":");
  const after = end.split(":").filter((group) => group !== "");
  const zeros = Array<string>(8 - groups.length - after.length).fill("0");
  return [...groups, ...zeros, ...after].slice(0, 4).join(":");
}
