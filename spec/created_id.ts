/** Finds the endpoints whose response leads to the created item. */

import { memberValue } from "../core/json.ts";
import type { EndpointSpec, RouteSpec, SubrouteSpec } from "./api_spec.ts";
import { idTypeOf } from "./resource.ts";
import { type PathParameter, pathSegments } from "./spec_path.ts";

/** Parameters of Flask's `url_for`. Parameters of a path with these names would clash with them. */
const OF_URL_FOR: ReadonlySet<string> = new Set([
  "endpoint",
  "_anchor",
  "_method",
  "_scheme",
  "_external",
]);

/**
 * Completes a route: a POST endpoint with status 201 has a `createdId` if another path of the route reads an
 * item below it, and the answer has the path's only parameter as a key.
 */
export function withCreatedIds(route: RouteSpec): RouteSpec {
  const parameters = new Map(route.subroutes.flatMap(({ path, endpoints }) => {
    const item = endpoints.some(({ method }) => method === "GET") ? itemPath(path) : null;
    return item === null ? [] : [[item.parent, item.parameter] as const];
  }));
  if (parameters.size === 0) return route;
  const complete = (path: string, endpoints: readonly EndpointSpec[]) =>
    endpoints.map((each) => withCreatedId(each, parameters.get(path)));
  return {
    ...route,
    endpoints: complete("", route.endpoints),
    subroutes: route.subroutes.map((each): SubrouteSpec => ({
      ...each,
      endpoints: complete(each.path, each.endpoints),
    })),
  };
}

/**
 * Splits the path of an item into its collection's path and its only parameter; `null` for other
 * paths.
 */
function itemPath(path: string): { parent: string; parameter: PathParameter } | null {
  const segments = pathSegments(path);
  const parameter = segments.at(-1);
  if (parameter === undefined || typeof parameter === "string") return null;
  if (segments.slice(0, -1).some((each) => typeof each !== "string")) return null;
  return OF_URL_FOR.has(parameter.name)
    ? null
    : { parent: path.slice(0, path.lastIndexOf("/")), parameter };
}

function withCreatedId(endpoint: EndpointSpec, parameter: PathParameter | undefined): EndpointSpec {
  if (endpoint.createdId !== undefined || parameter === undefined) return endpoint;
  const fits = possibleCreatedIds(endpoint).some(({ name, type }) =>
    name === parameter.name && type === parameter.type
  );
  return fits ? { ...endpoint, createdId: parameter.name } : endpoint;
}

/** Returns the parameters of an item's path with which the response of an endpoint leads to the item. */
export function possibleCreatedIds(
  { method, status, mock }: Pick<EndpointSpec, "method" | "status" | "mock">,
): readonly PathParameter[] {
  if (method !== "POST" || status !== 201 || mock?.kind !== "object") return [];
  const values = new Map(mock.members.map(({ key, value }) => [key, value]));
  return [...values].flatMap(([name, value]): readonly PathParameter[] => {
    const type = idTypeOf(value);
    if (type === null) return [];
    const text: PathParameter = { name, type: "string" };
    return type === "string" ? [text] : [text, { name, type }];
  });
}

/**
 * Returns the path of a created item, with the values of the endpoint's mock, without escapes.
 *
 * @param path The path of the endpoint.
 * @returns `null` if the response does not lead to an item.
 */
export function createdPath(path: string, { mock, createdId }: EndpointSpec): string | null {
  if (createdId === undefined || mock?.kind !== "object") return null;
  const id = memberValue(mock, createdId);
  if (id?.kind === "number") return `${path}/${id.text}`;
  return id?.kind === "string" ? `${path}/${id.value}` : null;
}
