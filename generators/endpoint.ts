/** The endpoints of a route, with the names of their functions. */

import type { Json } from "../core/json.ts";
import {
  blueprintVariable,
  type FunctionNames,
  functionNames,
  urlPrefix,
} from "../project/layout.ts";
import { ruleOf, type RuleParameter, ruleParameters } from "../project/url_parameters.ts";
import {
  type EndpointSpec,
  type Method,
  type RouteSpec,
  type SubrouteSpec,
  takesBody,
} from "../spec/api_spec.ts";

export interface Endpoint extends FunctionNames {
  readonly route: string;
  /** `null` for the route's own endpoint. */
  readonly subroute: string | null;
  readonly method: Method;
  readonly mock: Json | null;
  /** The blueprint's URL prefix. */
  readonly prefix: string;
  /** The URL rule after the prefix, such as `/<int:id_>`; empty for the route's own path. */
  readonly rule: string;
  /** The parameters of the rule, in its order. */
  readonly parameters: readonly RuleParameter[];
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
  const subroutes = route.subroutes.flatMap((each) => placedAt(each.name, each));
  const own = placedAt(null, { path: "", endpoints: route.endpoints });
  return namedEndpoints(route, [...own, ...subroutes]);
}

function placedAt(
  subroute: string | null,
  { path, endpoints }: Pick<SubrouteSpec, "path" | "endpoints">,
): readonly PlacedEndpoint[] {
  return endpoints.map((each) => ({ ...each, subroute, path }));
}

/** An endpoint of a route. */
export interface PlacedEndpoint extends EndpointSpec {
  /** `null` for the route's own endpoint. */
  readonly subroute: string | null;
  /** Its path below the route's, as specs write it. */
  readonly path: string;
}

/** The name of a route, and the prefix of its paths. */
export type NamedRoute = Pick<RouteSpec, "name" | "path">;

/** Returns endpoints of a route with the names of their functions. */
export function namedEndpoints(
  route: NamedRoute,
  endpoints: readonly PlacedEndpoint[],
): readonly Endpoint[] {
  const seen = new Set<string | null>();
  return nameHandlers(endpoints.map((each) => {
    const isFurther = seen.has(each.subroute);
    seen.add(each.subroute);
    return { ...describeEndpoint(route, each), isFurther };
  }));
}

/** Returns an endpoint that is added to a route with the default prefix. */
export function addedEndpoint(route: string, endpoint: PlacedEndpoint): Endpoint {
  const named = { name: route, path: urlPrefix(route) };
  return { ...describeEndpoint(named, endpoint), isFurther: false };
}

function describeEndpoint(
  { name, path: prefix }: NamedRoute,
  { subroute, path, method, status, body, mock }: PlacedEndpoint,
): Omit<Endpoint, "isFurther"> {
  return {
    route: name,
    subroute,
    method,
    mock,
    prefix,
    rule: ruleOf(path),
    parameters: ruleParameters(path),
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
