/** A checked spec. */

import type { Json, JsonObject } from "../core/json.ts";
import type { BodyType } from "./body_type.ts";

/** The HTTP method of an endpoint. */
export type Method = "GET" | "POST" | "PUT" | "DELETE";

export const METHODS: readonly Method[] = ["GET", "POST", "PUT", "DELETE"];

/** An endpoint: one method of a route or a subroute. */
export interface EndpointSpec {
  readonly method: Method;
  /** The status of the response: an integer from 200 to 299. */
  readonly status: number;
  /**
   * The response, without repeated keys; `null` if there is no mock. If the mock is JSON null, this
   * is an object of the kind `null`.
   */
  readonly mock: Json | null;
  /** Further examples of the response, so that its type fits all of them. */
  readonly examples?: readonly Json[];
  /**
   * An example of the request's body, without repeated keys. Without one, any JSON is accepted.
   * Never JSON null, because that also accepts any JSON.
   */
  readonly body?: Json;
  /**
   * An example of the query, without repeated keys; see `query.ts`. Without one, no parameter of the
   * query is read.
   */
  readonly query?: JsonObject;
  /** An example of the headers, like {@linkcode EndpointSpec.query}. */
  readonly headers?: JsonObject;
  /** The errors that the endpoint documents by status, without repeated keys; see `errors.ts`. */
  readonly errors?: JsonObject;
  /** What clients can ask of a list; see `list.ts`. Only for a GET whose mock is a list. */
  readonly list?: ListSpec;
  /**
   * The key of the mock that has the created item's id. The item's path is the endpoint's path, a
   * slash and the id. Not set if no endpoint reads items at such a path.
   */
  readonly createdId?: string;
}

/** What clients can ask of a list. */
export interface ListSpec {
  /** Number of items of a page without `limit` in the query. */
  readonly limit: number;
  /** The fields that select items with their value. Each is a parameter of the query. */
  readonly filter: readonly ListField[];
  /** The names of the fields by which clients can sort. */
  readonly sort: readonly string[];
}

/** A field of a list's items. */
export interface ListField {
  readonly name: string;
  /** A text, an integer, a number or a boolean. */
  readonly type: BodyType;
}

export interface SubrouteSpec {
  readonly name: string;
  /**
   * The path below the route's, such as `/{id:int}`; `/<name>` by default. Empty for the route's own path.
   */
  readonly path: string;
  /** One per method. */
  readonly endpoints: readonly EndpointSpec[];
}

export interface RouteSpec {
  readonly name: string;
  /** The prefix of its paths, such as `/v1/carts`; `/<name>` by default. */
  readonly path: string;
  /**
   * The endpoints at the route's own path, one per method. Empty if the route has only subroutes.
   */
  readonly endpoints: readonly EndpointSpec[];
  readonly subroutes: readonly SubrouteSpec[];
}

export interface ApiSpec {
  /** The description of the API, which does not change the generated code. */
  readonly description: string | null;
  readonly routes: readonly RouteSpec[];
}

/** Counts the endpoints of a spec: one per method of each route and subroute. */
export function countEndpoints({ routes }: ApiSpec): number {
  return endpointsIn(routes).length;
}

/** Lists the endpoints of routes, those at a route's own path first. */
export function endpointsIn(routes: readonly RouteSpec[]): readonly EndpointSpec[] {
  return routes.flatMap((route) => [route, ...route.subroutes])
    .flatMap(({ endpoints }) => endpoints);
}

/** Reports whether requests with a method have a body. */
export function takesBody(method: Method): boolean {
  return method === "POST" || method === "PUT";
}

/** The parts of an endpoint that a spec may leave out. */
export type OptionalParts = Pick<EndpointSpec, "query" | "headers" | "list" | "body" | "errors">;

/** The names of the optional parts, in the order of specs. */
export const OPTIONAL_PARTS: readonly (keyof OptionalParts)[] = [
  "query",
  "headers",
  "list",
  "body",
  "errors",
];

/** The optional parts of an endpoint, `undefined` if the endpoint does not have them. */
export type PossibleParts = {
  readonly [Part in keyof OptionalParts]?: OptionalParts[Part] | undefined;
};

/** The optional parts of an endpoint, `null` for none. */
export type MaybeParts = {
  readonly [Part in keyof OptionalParts]?: OptionalParts[Part] | null;
};

/** Returns an endpoint with other optional parts. */
export function withParts<Endpoint extends OptionalParts>(
  endpoint: Endpoint,
  parts: MaybeParts,
): Omit<Endpoint, keyof OptionalParts> & OptionalParts {
  const others = { ...endpoint };
  for (const part of OPTIONAL_PARTS) delete others[part];
  return { ...others, ...optionalParts(parts) };
}

/** Returns the optional parts that an endpoint has: those that are not `undefined` or `null`. */
export function optionalParts(parts: MaybeParts | PossibleParts): OptionalParts {
  const present = OPTIONAL_PARTS.map((part) => [part, parts[part]] as const)
    .filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(present);
}

/** The parts of an endpoint that describe the parameters of requests. */
export type ParametersSpec = Pick<EndpointSpec, "query" | "headers" | "list">;

/** Reports whether an endpoint reads parameters besides those of its path. */
export function readsParameters({ query, headers, list }: ParametersSpec): boolean {
  return query !== undefined || headers !== undefined || list !== undefined;
}

/** Reports whether requests to an endpoint are checked: their parameters or their body. */
export function checksRequests(
  { body, ...parameters }: ParametersSpec & Pick<EndpointSpec, "body">,
): boolean {
  return readsParameters(parameters) || body !== undefined;
}

/** Reports whether an endpoint needs code that only some projects have. */
export function needsSupport(endpoint: OptionalParts): boolean {
  return checksRequests(endpoint) || endpoint.errors !== undefined;
}

/** Returns the status of an endpoint for which the spec sets no status. */
export function defaultStatus(method: Method): number {
  return method === "POST" ? 201 : 200;
}

/** Reports whether a spec accepts a status. */
export function isSuccess(status: number): boolean {
  return Number.isInteger(status) && status >= 200 && status <= 299;
}

/** Statuses whose responses have no content (RFC 9110, sections 15.3.5 and 15.3.6). */
const WITHOUT_CONTENT: ReadonlySet<number> = new Set([204, 205]);

/** Reports whether responses with a status have content. */
export function hasContent(status: number): boolean {
  return !WITHOUT_CONTENT.has(status);
}

/**
 * Parses the name of a method, ignoring case.
 *
 * @returns The method; `null` if it is not supported.
 */
export function parseMethod(text: string): Method | null {
  // Compare in lower case: some letters that are not ASCII, such as the long s, become ASCII in upper case.
  return METHODS.find((method) => method.toLowerCase() === text.toLowerCase()) ?? null;
}
