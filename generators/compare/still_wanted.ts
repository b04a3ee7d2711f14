/** Selects the endpoints of a spec's route that people did not remove with a command. */

import type { RouteRecord } from "../../project/records/route_record.ts";
import type { RouteSpec } from "../../spec/api_spec.ts";
import type { Choices } from "../plans/choices.ts";
import { type Endpoint, keyOf, routeEndpoints } from "../code/endpoint.ts";
import { RemovedEndpoints } from "./removed_endpoints.ts";

/**
 * Returns a function that reports whether to generate an endpoint. If the route has no code, its
 * removed endpoints are left out, because its new modules would contain them. If all endpoints of
 * the route stay removed, no endpoint is left out, because the route is not written at all.
 */
export function stillWanted(
  route: RouteSpec,
  record: RouteRecord | undefined,
  isWanted: (endpoint: Endpoint) => boolean,
): (endpoint: Endpoint) => boolean {
  const hasCode = record !== undefined && record.endpoints.length > 0;
  if (hasCode) return () => true;
  return routeEndpoints(route).some(isWanted) ? isWanted : () => true;
}

/**
 * Returns a function that reports whether to generate an endpoint. An endpoint that people removed
 * is only generated if they restore it, or if the spec changed it since.
 */
export function notRemoved(
  routes: ReadonlyMap<string, RouteRecord>,
  { restore, replace }: Choices,
): (endpoint: Endpoint) => boolean {
  const removed = new RemovedEndpoints(routes);
  return (endpoint) => {
    const key = keyOf(endpoint);
    return restore.has(key) || replace.has(key) || removed.routesOf(endpoint).length === 0;
  };
}
