/** The endpoints of a route, with the names of their functions. */

import type { Json, JsonObject } from "../../core/json.ts";
import { type FunctionNames, functionNames } from "../../project/layout/layers.ts";
import { blueprintVariable, urlPrefix } from "../../project/layout/layout.ts";
import { endpointKey, type EndpointRecord } from "../../project/records/route_record.ts";
import { ruleOf, type RuleParameter, ruleParameters } from "../../project/layout/url_parameters.ts";
import {
  type EndpointSpec,
  type Method,
  optionalParts,
  type RouteSpec,
  takesBody,
} from "../../spec/api_spec.ts";
import type { ListSpec } from "../../spec/list.ts";

export interface Endpoint extends FunctionNames {
  readonly route: string;
  /** `null` for the route's own endpoint. */
  readonly subroute: string | null;
  readonly method: Method;
  readonly mock: Json | null;
  /** Further examples of the answer, from which its type is also inferred. */
  readonly examples?: readonly Json[];
  /** The blueprint's URL prefix. */
  readonly prefix: string;
  /** The URL rule after the prefix, such as `/<int:id_>`; empty for the route's own path. */
  readonly rule: string;
  /** The parameters of the rule, in their order. */
  readonly parameters: readonly RuleParameter[];
  /** The status of the response, from 200 to 299. */
  readonly status: number;
  readonly takesBody: boolean;
  /** An example of the query; absent if no parameter of the query is read. */
  readonly query?: JsonObject;
  /** An example of the headers; absent if none is read. */
  readonly headers?: JsonObject;
  /** What clients can ask of the list; absent if the endpoint pages no list. */
  readonly list?: ListSpec;
  /** An example of the request's body; absent if any JSON is accepted. */
  readonly body?: Json;
  /** The errors that it documents by status; absent if there are none. */
  readonly errors?: JsonObject;
  /**
   * The endpoint that reads the created item; `null` if the response has no location of an item.
   */
  readonly created: CreatedPlace | null;
  /** Whether an earlier endpoint has the same path. */
  readonly isFurther: boolean;
}

/** The endpoint that reads the item that another endpoint created. */
export interface CreatedPlace {
  /** Name of its handler. */
  readonly handler: string;
  /** Its URL rule after the prefix. */
  readonly rule: string;
  /** The parameter of the rule. */
  readonly parameter: RuleParameter;
  /** The key of the answer whose value fills the parameter. */
  readonly key: string;
}

/** Returns the endpoints of a route: its own first, then those of each subroute. */
export function routeEndpoints(route: RouteSpec): readonly Endpoint[] {
  return namedEndpoints(route, placedEndpoints(route));
}

/** Returns the endpoints of a spec's route with their places, in the order of {@linkcode routeEndpoints}. */
export function placedEndpoints(
  { endpoints, subroutes }: Pick<RouteSpec, "endpoints" | "subroutes">,
): readonly PlacedEndpoint[] {
  return [
    ...endpoints.map((each) => ({ ...each, subroute: null, path: "" })),
    ...subroutes.flatMap(({ name, path, endpoints }) =>
      endpoints.map((each) => ({ ...each, subroute: name, path }))
    ),
  ];
}

/** An endpoint of a route. */
export interface PlacedEndpoint extends EndpointSpec {
  /** `null` for the route's own endpoint. */
  readonly subroute: string | null;
  /** Its path below the prefix, as specs write it. */
  readonly path: string;
  /** The prefix of its blueprint; by default, the path of the route. */
  readonly prefix?: string;
}

/** The name of a route, and the prefix of its paths. */
export type NamedRoute = Pick<RouteSpec, "name" | "path">;

/** Returns endpoints of a route with the names of their functions. */
export function namedEndpoints(
  route: NamedRoute,
  endpoints: readonly PlacedEndpoint[],
): readonly Endpoint[] {
  const seen = new Set<string | null>();
  const named = nameHandlers(endpoints.map((each) => {
    const isFurther = seen.has(each.subroute);
    seen.add(each.subroute);
    return { ...describeEndpoint(route, each), isFurther, created: null };
  }));
  const keys = endpoints.map(({ createdId, prefix = "" }) =>
    prefix.includes("<") ? undefined : createdId
  );
  if (keys.every((key) => key === undefined)) return named;
  const items = itemPlaces(named);
  return named.map((each, index) => {
    const [item, key] = [items.get(each.rule), keys[index]];
    return item === undefined || key === undefined ? each : { ...each, created: { ...item, key } };
  });
}

/** Returns the endpoints that read an item, by the rule of its collection. */
function itemPlaces(
  endpoints: readonly Endpoint[],
): ReadonlyMap<string, Omit<CreatedPlace, "key">> {
  return new Map(endpoints.flatMap(({ method, handler, rule, parameters }) => {
    const [parameter, ...others] = parameters;
    const isItem = method === "GET" && others.length === 0 && rule.endsWith(">");
    if (!isItem || parameter === undefined) return [];
    return [[rule.slice(0, rule.lastIndexOf("/")), { handler, rule, parameter }] as const];
  }));
}

/** Returns an endpoint that is added to a route with the default prefix. */
export function addedEndpoint(route: string, endpoint: PlacedEndpoint): Endpoint {
  const named = { name: route, path: urlPrefix(route) };
  return { ...describeEndpoint(named, endpoint), isFurther: false, created: null };
}

/**
 * Returns an endpoint with the prefix at which the application mounts its blueprint. If the prefix
 * has variables, the endpoint returns no location of a created item, because Flask cannot fill them
 * in its URL.
 */
export function mountedAt(endpoint: Endpoint, prefix: string): Endpoint {
  return { ...endpoint, prefix, created: prefix.includes("<") ? null : endpoint.created };
}

function describeEndpoint(
  { name, path: routePath }: NamedRoute,
  { subroute, path, prefix = routePath, method, status, mock, examples, ...parts }: PlacedEndpoint,
): Omit<Endpoint, "isFurther" | "created"> {
  return {
    route: name,
    subroute,
    method,
    mock,
    ...(examples !== undefined && { examples }),
    prefix,
    rule: ruleOf(path),
    parameters: ruleParameters(path),
    status,
    takesBody: takesBody(method),
    ...optionalParts(parts),
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

/** Returns the key of an endpoint in the record. */
export function keyOf({ method, prefix, rule }: Endpoint): string {
  return endpointKey({ method, path: prefix + rule });
}

/** Returns the facts that identify an endpoint in a record. */
export function endpointFacts(
  { method, prefix, rule, subroute }: Endpoint,
): Pick<EndpointRecord, "method" | "path" | "subroute"> {
  return { method, path: prefix + rule, subroute };
}
