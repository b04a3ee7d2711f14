/** The endpoints of a route, with the names of their functions. */

import type { Json } from "../core/json.ts";
import {
  blueprintVariable,
  type FunctionNames,
  functionNames,
  urlPrefix,
} from "../project/layout.ts";
import { type EndpointSpec, type Method, type RouteSpec, takesBody } from "../spec/api_spec.ts";

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
  /** The status of the response, from 200 to 299. */
  readonly status: number;
  readonly takesBody: boolean;
  /** An example of the request's body; absent if any JSON is accepted. */
  readonly body?: Json;
  /** Whether another method of the same path comes before it. */
  readonly isFurther: boolean;
}

/** Returns the endpoints of a route: its own first, then those of each subroute. */
export function routeEndpoints(route: RouteSpec): readonly Endpoint[] {
  const subroutes = route.subroutes.flatMap(({ name, endpoints }) => placedAt(name, endpoints));
  return namedEndpoints(route.name, [...placedAt(null, route.endpoints), ...subroutes]);
}

function placedAt(
  subroute: string | null,
  endpoints: readonly EndpointSpec[],
): readonly PlacedEndpoint[] {
  return endpoints.map((each) => ({ ...each, subroute }));
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
  const seen = new Set<string | null>();
  return nameHandlers(endpoints.map((each) => {
    const isFurther = seen.has(each.subroute);
    seen.add(each.subroute);
    return { ...describeEndpoint(route, each.subroute, each), isFurther };
  }));
}

/**
 * Returns an endpoint that is added to a route.
 *
 * @param subroute `null` for the route's own path.
 */
export function addedEndpoint(
  route: string,
  subroute: string | null,
  spec: EndpointSpec,
): Endpoint {
  return { ...describeEndpoint(route, subroute, spec), isFurther: false };
}

function describeEndpoint(
  route: string,
  subroute: string | null,
  { method, status, body, mock }: EndpointSpec,
): Omit<Endpoint, "isFurther"> {
  return {
    route,
    subroute,
    method,
    mock,
    prefix: urlPrefix(route),
    rule: subroute === null ? "" : `/${subroute}`,
    status,
    takesBody: takesBody(method),
    ...(body !== undefined && { body }),
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
