/** Groups client addresses into networks, for limits per client. */

import { isIPv6 } from "node:net";

/**
 * Returns the network of an address: an IPv4 address itself, or the /64 prefix of an IPv6 address, because
 * providers give each customer at least a whole /64. An IPv4-mapped IPv6 address counts as its IPv4 address.
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
  const [plain = address] = address.split("%");
  if (!isIPv6(plain)) return address;
  const groups = groupsOf(plain);
  const end = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return groups.slice(0, 6).join(":") === MAPPED
    ? end.flatMap((bits) => [bits >> 8, bits & 0xff]).join(".")
    : groups.slice(0, 4).join(":");
}

/** The prefix of IPv4-mapped IPv6 addresses (RFC 4291, section 2.5.5.2). */
const MAPPED = "0:0:0:0:0:ffff";

/** Returns the eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): readonly string[] {
  // The URL parser normalizes IPv6 addresses.
  const [start = "", end] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const groups = start.split(":").filter((group) => group !== "");
  if (end === undefined) return groups;
  const after = end.split(":").filter((group) => group !== "");
  const zeros = Array<string>(8 - groups.length - after.length).fill("0");
  return [...groups, ...zeros, ...after];
}
