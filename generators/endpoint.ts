/** The endpoints of a route, and what the code of each is called. */

import type { Json } from "../core/json.ts";
import type { EndpointSpec, Method, RouteSpec } from "../spec/api_spec.ts";

export interface Endpoint {
  readonly route: string;
  /** `null` for the route's own endpoint. */
  readonly subroute: string | null;
  readonly method: Method;
  readonly mock: Json | null;
  /** Path above the blueprint's rules. */
  readonly prefix: string;
  /** Path below the blueprint's prefix: empty for the route's own endpoint. */
  readonly rule: string;
  readonly status: 200 | 201;
  readonly takesBody: boolean;
  readonly serviceMethod: string;
  readonly repositoryMethod: string;
  readonly handler: string;
}

interface Verb {
  readonly service: string;
  readonly repository: string;
  readonly takesBody: boolean;
  readonly status: 200 | 201;
}

const VERBS: Readonly<Record<Method, Verb>> = {
  GET: { service: "get", repository: "get", takesBody: false, status: 200 },
  POST: { service: "create", repository: "add", takesBody: true, status: 201 },
  PUT: { service: "update", repository: "update", takesBody: true, status: 200 },
  DELETE: { service: "delete", repository: "delete", takesBody: false, status: 200 },
};

/** The endpoints of a route: its own first, then one for each subroute. */
export function routeEndpoints(route: RouteSpec): readonly Endpoint[] {
  const own = describeEndpoint(route.name, null, route);
  const rest = route.subroutes.map((each) => describeEndpoint(route.name, each.name, each));
  return nameHandlers([own, ...rest]);
}

/** An endpoint that joins others. */
export function subrouteEndpoint(route: string, subroute: string, spec: EndpointSpec): Endpoint {
  return describeEndpoint(route, subroute, spec);
}

/** The name of the variable that holds a route's blueprint; registration goes by it. */
export function blueprintVariable(route: string): string {
  return `${route}_bp`;
}

function describeEndpoint(
  route: string,
  subroute: string | null,
  { method, mock }: EndpointSpec,
): Endpoint {
  const verb = VERBS[method];
  const name = (word: string) => subroute === null ? word : `${word}_${subroute}`;
  return {
    route,
    subroute,
    method,
    mock,
    prefix: `/${route}`,
    rule: subroute === null ? "" : `/${subroute}`,
    status: verb.status,
    takesBody: verb.takesBody,
    serviceMethod: name(verb.service),
    repositoryMethod: name(verb.repository),
    handler: name(verb.service),
  };
}

/** A handler named like the blueprint would replace it: `get_bp` of a route `get`. */
function nameHandlers(endpoints: readonly Endpoint[]): readonly Endpoint[] {
  const names = endpoints.map((endpoint) => endpoint.handler);
  return endpoints.map((endpoint) => {
    const blueprint = blueprintVariable(endpoint.route);
    if (endpoint.handler !== blueprint) return endpoint;
    return { ...endpoint, handler: freeHandlerName(blueprint, new Set([...names, blueprint])) };
  });
}

/** A name for a handler that is none of those that are taken. */
export function freeHandlerName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  while (taken.has(free)) free += "_handler";
  return free;
}

/**
 * A name in the style of classes.
 *
 * @example
 * ```ts
 * import { className } from "./endpoint.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(className("import_batch"), "ImportBatch");
 * equal(className("_1"), "Route1");
 * ```
 */
export function className(route: string): string {
  const name = pascalCase(route);
  return /^[A-Za-z]/.test(name) ? name : `Route${name}`;
}

/** The words of a text, each with a capital, without what lies between them. */
export function pascalCase(text: string): string {
  return text.split(/[^A-Za-z0-9]+/).map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join("");
}
