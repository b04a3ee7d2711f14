/** The endpoints of a spec, each with its path. */

import { type Json, stringifyJson } from "../core/json.ts";
import type { ApiSpec, EndpointSpec } from "../spec/api_spec.ts";
import { createdPath } from "../spec/created_id.ts";

/** An endpoint of a spec. */
export interface ListedEndpoint {
  readonly route: string;
  /** `null` for the route's own endpoint. */
  readonly subroute: string | null;
  /** The path in the syntax of specs, such as `/products/{id:int}`. */
  readonly path: string;
  readonly endpoint: EndpointSpec;
  /** The path of the created item, without escapes; `null` if the response has no `Location`. */
  readonly created: string | null;
}

/** Lists the endpoints of a spec, in the order of the spec. */
export function listEndpoints({ routes }: ApiSpec): readonly ListedEndpoint[] {
  return routes.flatMap(({ name: route, path: prefix, endpoints, subroutes }) => {
    const listed = (subroute: string | null, path: string) => (endpoint: EndpointSpec) => ({
      route,
      subroute,
      path,
      endpoint,
      created: createdPath(path, endpoint),
    });
    return [
      ...endpoints.map(listed(null, prefix)),
      ...subroutes.flatMap(({ name, path, endpoints }) =>
        endpoints.map(listed(name, prefix + path))
      ),
    ];
  });
}

/** Returns the name of an endpoint, such as `GET /products`. */
export function endpointName({ path, endpoint }: ListedEndpoint): string {
  return `${endpoint.method} ${path}`;
}

/** The differences between two specs, as names of endpoints. */
export interface SpecChanges {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/**
 * Compares the endpoints of two specs.
 *
 * @returns The endpoints that only one of the specs has, and those that respond differently.
 */
export function specChanges(before: ApiSpec, after: ApiSpec): SpecChanges {
  const [old, now] = [before, after].map((spec) =>
    new Map(listEndpoints(spec).map((each) => [endpointName(each), each.endpoint]))
  ) as [Map<string, EndpointSpec>, Map<string, EndpointSpec>];
  return {
    added: [...now.keys()].filter((name) => !old.has(name)),
    changed: [...now].filter(([name, endpoint]) => {
      const earlier = old.get(name);
      return earlier !== undefined && facts(earlier) !== facts(endpoint);
    }).map(([name]) => name),
    removed: [...old.keys()].filter((name) => !now.has(name)),
  };
}

/**
 * Returns a text that contains everything on which an endpoint's responses depend, for comparison.
 */
function facts({ status, mock, body, createdId = "" }: EndpointSpec): string {
  const text = (value: Json | null = null) => value === null ? "" : stringifyJson(value, 0);
  return `${status} ${text(mock)} ${text(body)} ${createdId}`;
}
