/** Detects public IP addresses. Clients can make the server connect only to public addresses. */

import { BlockList, isIP } from "node:net";

/** Networks for special purposes (IANA's registries of RFC 6890). */
const SPECIAL: readonly string[] = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3",
];

/** All IPv6 addresses that are in use on the internet, except those in {@linkcode SPECIAL_IPV6}. */
const GLOBAL_IPV6 = "2000::/3";

const SPECIAL_IPV6: readonly string[] = [
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "2620:4f:8000::/48",
  "3fff::/20",
];

const special = listOf(SPECIAL, "ipv4");
const globalIpv6 = listOf([GLOBAL_IPV6], "ipv6");
const specialIpv6 = listOf(SPECIAL_IPV6, "ipv6");

/**
 * Reports whether an address is public: not loopback, private, link-local or multicast.
 *
 * @example
 * ```ts
 * import { isPublicAddress } from "./public_addresses.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(isPublicAddress("93.184.215.14"), true);
 * equal(isPublicAddress("169.254.169.254"), false);
 * equal(isPublicAddress("::ffff:10.0.0.1"), false);
 * ```
 */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !special.check(address, "ipv4");
    case 6:
      return globalIpv6.check(address, "ipv6") && !specialIpv6.check(address, "ipv6");
    default:
      return false;
  }
}

function listOf(subnets: readonly string[], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [address = "", prefix] = subnet.split("/");
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
}
