/** Selects the endpoints of a spec's route that people did not remove with a command. */

import { endpointKey, type RouteRecord } from "../../project/records/route_record.ts";
import type { RouteSpec } from "../../spec/api_spec.ts";
import type { Choices } from "../plans/choices.ts";
import { type Endpoint, keyOf, routeEndpoints } from "../code/endpoint.ts";
import { isDecided } from "../code/route_definitions.ts";

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
  const isRemoved = removedIn(routes);
  return (endpoint) => {
    const key = keyOf(endpoint);
    return restore.has(key) || replace.has(key) || !isRemoved(endpoint);
  };
}

/**
 * Returns a function that reports whether people removed an endpoint with a command, and the spec
 * has not changed it since. The route of the endpoint may have had another name.
 */
export function removedIn(
  routes: ReadonlyMap<string, RouteRecord>,
): (endpoint: Endpoint) => boolean {
  const inputs = Map.groupBy(
    [...routes.values()].flatMap(({ removed }) => removed),
    (each) => endpointKey(each),
  );
  return (endpoint) => {
    const removed = inputs.get(keyOf(endpoint)) ?? [];
    return removed.some(({ input }) => isDecided(endpoint, input));
  };
}
