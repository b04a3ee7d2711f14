/** Loopback addresses. */

import type { Environment } from "./user_folders.ts";

/** The hosts that {@linkcode isLoopback} accepts, in the format of `NO_PROXY`. */
const LOOPBACK_HOSTS = "localhost,127.0.0.0/8,::1";

/**
 * Reports whether only this computer can reach a host.
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

/**
 * Returns a value for `NO_PROXY` that excludes this computer. Without that value, the runtime would send
 * requests to this computer through the proxy set in the environment, and the proxy would see their API keys
 * in clear text.
 *
 * @param env The environment. The result includes its `NO_PROXY` or, if that is not set, its `no_proxy`.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { withoutProxy } from "./loopback.ts";
 *
 * const env = (name: string) => ({ no_proxy: "example.com" })[name];
 * equal(withoutProxy(env), "localhost,127.0.0.0/8,::1,example.com");
 * ```
 */
export function withoutProxy(env: Environment): string {
  // The runtime reads the second variable only if the first is not set.
  const own = env("NO_PROXY") ?? env("no_proxy") ?? "";
  return own === "" ? LOOPBACK_HOSTS : `${LOOPBACK_HOSTS},${own}`;
}
