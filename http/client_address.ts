/** Client addresses behind trusted proxies. */

import { BlockList, isIP } from "node:net";
import { type Diagnostic, error } from "../core/diagnostic.ts";

/** Returns the client's address from a connection's peer and its `X-Forwarded-For` header. */
export type ClientAddress = (peer: string, forwardedFor: string | undefined) => string;

/**
 * Creates a function that returns the client's address behind trusted proxies.
 *
 * @param proxies Addresses, or subnets such as `10.0.0.0/8`.
 * @throws {RangeError} If an entry is neither an address nor a subnet.
 *
 * @example
 * ```ts
 * import { trustProxies } from "./client_address.ts";
 * import { equal } from "node:assert/strict";
 *
 * const clientAddress = trustProxies(["10.0.0.0/8"]);
 * equal(clientAddress("10.1.2.3", "192.0.2.7, 10.9.9.9"), "192.0.2.7");
 * equal(clientAddress("192.0.2.1", "127.0.0.1"), "192.0.2.1");
 * ```
 */
export function trustProxies(proxies: readonly string[]): ClientAddress {
  const isTrusted = trustedBy(proxies);
  return (peer, forwardedFor) => {
    const hops = [...(forwardedFor ?? "").split(",").map((hop) => hop.trim()), peer];
    let client = peer;
    // Starts at the peer and stops at the first untrusted hop, because the entries before it may be forged.
    for (const hop of hops.reverse()) {
      if (isIP(hop) === 0) break;
      client = hop;
      if (!isTrusted(hop)) break;
    }
    return client;
  };
}

/**
 * Creates a function that reports whether an address belongs to a trusted proxy.
 *
 * @param proxies Addresses or subnets.
 * @throws {RangeError} If an entry is neither an address nor a subnet.
 */
export function trustedBy(proxies: readonly string[]): (address: string) => boolean {
  const trusted = new BlockList();
  for (const proxy of proxies) trust(trusted, proxy);
  return (address) => isIP(address) > 0 && trusted.check(address, family(address));
}

function trust(list: BlockList, proxy: string): void {
  const [, address = "", prefix] = /^([^/]+)(?:\/(\d+))?$/.exec(proxy) ?? [];
  const most = isIP(address) === 6 ? 128 : 32;
  const bits = Number(prefix ?? most);
  if (isIP(address) === 0 || bits > most) {
    throw new RangeError(`'${proxy}' is neither an address nor a subnet`);
  }
  list.addSubnet(address, bits, family(address));
}

function family(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}

/**
 * Creates the {@linkcode ClientAddress} for the proxies in `LAYERWRIGHT_TRUSTED_PROXIES`; `null` if it lists
 * no proxies.
 */
export function proxiesOf(proxies: readonly string[]): ClientAddress | null | Diagnostic {
  try {
    return proxies.length === 0 ? null : trustProxies(proxies);
  } catch (problem) {
    if (!(problem instanceof RangeError)) throw problem;
    return error("usage-option", `Invalid LAYERWRIGHT_TRUSTED_PROXIES (${problem.message}).`);
  }
}
