/** Finds the endpoints whose response can link to the item that they created. */

import { memberValue } from "../core/json.ts";
import type { EndpointSpec, RouteSpec, SubrouteSpec } from "./api_spec.ts";
import { idTypeOf } from "./resource.ts";
import { type PathParameter, pathSegments } from "./spec_path.ts";

/** Parameters of Flask's `url_for`. Path parameters with these names would clash with them. */
const OF_URL_FOR: ReadonlySet<string> = new Set([
  "endpoint",
  "_anchor",
  "_method",
  "_scheme",
  "_external",
]);

/**
 * Sets `createdId` of POST endpoints whose responses can link to the created item. The status must
 * be 201. The route must have `GET` at the item's path, which is the endpoint's path and one
 * parameter, without other parameters. The mock must have a value for that parameter.
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
 * Splits the path of an item into the collection's path and the only parameter; `null` for other
 * paths.
 */
function itemPath(path: string): { parent: string; parameter: PathParameter } | null {
  if (!path.endsWith("}")) return null;
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

/**
 * Returns the path parameters that the response of a POST endpoint could fill in the path of the
 * created item.
 */
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
 * Returns the path of the item that an endpoint's mock describes, without escapes.
 *
 * @param path The path of the endpoint.
 * @returns The path; `null` if the response does not link to an item.
 */
export function createdPath(
  path: string,
  { mock, createdId }: Pick<EndpointSpec, "mock" | "createdId">,
): string | null {
  if (createdId === undefined || mock?.kind !== "object") return null;
  const id = memberValue(mock, createdId);
  if (id?.kind === "number") return `${path}/${id.text}`;
  return id?.kind === "string" ? `${path}/${id.value}` : null;
}
