/** The networks that clients are counted by. */

import { isIPv6 } from "node:net";

/**
 * Returns the network that limits count an address in: the address itself, or the first 64 bits of an
 * address of version 6, as providers give each customer at least that many. An address of version 4
 * that is written as one of version 6 counts as itself.
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

/** The start of addresses of version 4 within those of version 6 (RFC 4291, section 2.5.5.2). */
const MAPPED = "0:0:0:0:0:ffff";

/** Returns the eight groups of an address of version 6, without leading zeros. */
function groupsOf(address: string): readonly string[] {
  // Addresses in brackets are written in one way only.
  const [start = "", end] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const groups = start.split(":").filter((group) => group !== "");
  if (end === undefined) return groups;
  const after = end.split(":").filter((group) => group !== "");
  const zeros = Array<string>(8 - groups.length - after.length).fill("0");
  return [...groups, ...zeros, ...after];
}
