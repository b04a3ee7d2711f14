/** Compares the endpoints that Flask serves with a spec. */

import { functionNames } from "../../project/layout/layers.ts";
import { comparablePath } from "../../project/layout/url_paths.ts";
import type { ServedEndpoint } from "./judge.ts";
import { type NamedEndpoint, urlOf } from "./specs.ts";

/**
 * Reports whether an endpoint that Flask serves is a given endpoint of a spec, judged by path or by
 * handler.
 */
export function isServedAs(
  served: ServedEndpoint,
  wanted: NamedEndpoint,
): boolean {
  const { route, subroute, type } = wanted;
  const handler = served.endpoint.slice(served.endpoint.lastIndexOf(".") + 1);
  return comparablePath(served.rule).endsWith(comparablePath(urlOf(wanted))) ||
    isOfRoute(served, route) && handler === functionNames(type, subroute).handler;
}

/**
 * Reports whether an endpoint belongs to a route's blueprint. People may have added to the
 * blueprint's name.
 */
export function isOfRoute({ endpoint }: ServedEndpoint, route: string): boolean {
  const [, blueprint = ""] = endpoint.split(".").reverse();
  return blueprint.startsWith(route);
}

/** Reports whether an endpoint belongs to a route's blueprint, or to one that people nested in it. */
export function isBelowRoute({ endpoint }: ServedEndpoint, route: string): boolean {
  return endpoint.split(".").slice(0, -1).some((blueprint) => blueprint.startsWith(route));
}
