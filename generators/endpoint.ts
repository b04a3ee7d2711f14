/** The endpoints of a route, with the names of their functions. */

import type { Json } from "../core/json.ts";
import {
  blueprintVariable,
  type FunctionNames,
  functionNames,
  urlPrefix,
} from "../project/layout.ts";
import type { EndpointSpec, Method, RouteSpec } from "../spec/api_spec.ts";

export interface Endpoint extends FunctionNames {
  readonly route: string;
  /** `null` for the route's own endpoint. */
  readonly subroute: string | null;
  readonly method: Method;
  readonly mock: Json | null;
  /** The blueprint's URL prefix. */
  readonly prefix: string;
  /** The URL rule after the prefix; empty for the route's own endpoint. */
  readonly rule: string;
  readonly status: 200 | 201;
  readonly takesBody: boolean;
}

/** Returns the endpoints of a route: its own first, then one per subroute. */
export function routeEndpoints(route: RouteSpec): readonly Endpoint[] {
  const subroutes = route.subroutes.map((each) => ({ ...each, subroute: each.name }));
  return namedEndpoints(route.name, [{ ...route, subroute: null }, ...subroutes]);
}

/** An endpoint of a route. */
export interface PlacedEndpoint extends EndpointSpec {
  /** `null` for the route's own endpoint. */
  readonly subroute: string | null;
}

/** Returns endpoints of a route with the names of their functions. */
export function namedEndpoints(
  route: string,
  endpoints: readonly PlacedEndpoint[],
): readonly Endpoint[] {
  return nameHandlers(endpoints.map((each) => describeEndpoint(route, each.subroute, each)));
}

/** Returns the endpoint of a subroute that is added to a route. */
export function subrouteEndpoint(route: string, subroute: string, spec: EndpointSpec): Endpoint {
  return describeEndpoint(route, subroute, spec);
}

/** Returns the status code of the answers to a method. */
export function statusOf(method: string): Endpoint["status"] {
  return method === "POST" ? 201 : 200;
}

function describeEndpoint(
  route: string,
  subroute: string | null,
  { method, mock }: EndpointSpec,
): Endpoint {
  return {
    route,
    subroute,
    method,
    mock,
    prefix: urlPrefix(route),
    rule: subroute === null ? "" : `/${subroute}`,
    status: statusOf(method),
    takesBody: method === "POST" || method === "PUT",
    ...functionNames(method, subroute),
  };
}

/** Renames a handler that would overwrite the blueprint's variable, such as `get_bp` in the route `get`. */
function nameHandlers(endpoints: readonly Endpoint[]): readonly Endpoint[] {
  const names = endpoints.map((endpoint) => endpoint.handler);
  return endpoints.map((endpoint) => {
    const blueprint = blueprintVariable(endpoint.route);
    if (endpoint.handler !== blueprint) return endpoint;
    return { ...endpoint, handler: freeHandlerName(blueprint, new Set([...names, blueprint])) };
  });
}

/** Returns a free name for a handler. */
export function freeHandlerName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  while (taken.has(free)) free += "_handler";
  return free;
}
