/** The parts of recorded paths: the prefix of their route, and the rule below it. */

import { urlPrefix } from "../layout/layout.ts";
import type { EndpointRecord, RouteRecord } from "./route_record.ts";
import { isPathBelow } from "../layout/url_paths.ts";

/** Returns the prefix of a route's paths. A route without endpoints has the default prefix again. */
export function recordedPrefix(
  route: string,
  { prefix, endpoints }: Pick<RouteRecord, "prefix"> & { readonly endpoints: readonly unknown[] },
): string {
  return endpoints.length === 0 ? urlPrefix(route) : prefix ?? urlPrefix(route);
}

/**
 * Returns the rule of a recorded endpoint, below the prefix of its route.
 *
 * @example
 * ```ts
 * import { recordedRule } from "./recorded_path.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(recordedRule("/v1/carts", { path: "/v1/carts/<int:id_>", subroute: "cart" }), "/<int:id_>");
 * ```
 */
export function recordedRule(
  prefix: string,
  { path, subroute }: Pick<EndpointRecord, "path" | "subroute">,
): string {
  if (isPathBelow(path, prefix)) return path.slice(prefix.length);
  // The endpoint was on another blueprint. The record does not say where the prefix of that blueprint
  // ends.
  return subroute === null ? "" : `/${subroute}`;
}
