/** Selects the endpoints of a spec's route that people did not remove with a command. */

import { endpointKey, type RouteRecord } from "../project/route_record.ts";
import type { RouteSpec } from "../spec/api_spec.ts";
import type { Choices } from "./choices.ts";
import { type Endpoint, routeEndpoints } from "./endpoint.ts";
import { keyOf } from "./reconcile.ts";
import { endpointInput } from "./route_definitions.ts";

/**
 * Returns a function that reports whether to generate an endpoint. It leaves out removed endpoints
 * of a route that no longer has code, because its new modules would have the code of all endpoints.
 * If all endpoints of the route stay removed, it leaves out none: the route is not written at all.
 */
export function stillWanted(
  route: RouteSpec,
  record: RouteRecord | undefined,
  choices: Choices,
): (endpoint: Endpoint) => boolean {
  const isGone = record !== undefined && record.removed.length > 0 && record.endpoints.length === 0;
  if (!isGone) return () => true;
  const isWanted = notRemoved(record, choices);
  return routeEndpoints(route).some(isWanted) ? isWanted : () => true;
}

/**
 * Returns a function that reports whether to generate an endpoint of a route. An endpoint that people removed
 * is only generated if they restore it, or if the spec changed it since.
 */
export function notRemoved(
  record: RouteRecord | undefined,
  { restore, replace }: Choices,
): (endpoint: Endpoint) => boolean {
  const inputs = new Map(record?.removed.map((each) => [endpointKey(each), each.input]));
  return (endpoint) => {
    const key = keyOf(endpoint);
    return restore.has(key) || replace.has(key) || inputs.get(key) !== endpointInput(endpoint);
  };
}
