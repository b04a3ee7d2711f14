/** The endpoints that people removed with a command. */

import { withRecordedFunctions } from "./recorded_functions.ts";
import { requestKey } from "../../project/layout/url_paths.ts";
import type { RouteRecord } from "../../project/records/route_record.ts";
import type { RouteSpec } from "../../spec/api_spec.ts";
import type { Choices } from "../plans/choices.ts";
import { type Endpoint, keyOf } from "../code/endpoint.ts";
import { isDecided } from "../code/endpoint_input.ts";

/** Finds the routes from which people removed an endpoint. */
export class RemovedEndpoints {
  readonly #byKey: ReadonlyMap<
    string,
    readonly { readonly route: string; readonly input: string }[]
  >;

  constructor(routes: Iterable<readonly [string, Pick<RouteRecord, "removed">]>) {
    const all = [...routes].flatMap(([route, { removed }]) =>
      removed.map(({ method, path, input }) => ({ route, input, key: requestKey(method, path) }))
    );
    this.#byKey = Map.groupBy(all, ({ key }) => key);
  }

  /** Reports whether people removed an endpoint from any route, and the spec has not changed it since. */
  has(endpoint: Endpoint): boolean {
    return this.routesOf(endpoint).length > 0;
  }

  /**
   * Returns the routes from which people removed an endpoint that the spec has not changed since. The
   * route of the endpoint may have had another name.
   */
  routesOf(endpoint: Endpoint): readonly string[] {
    // In most projects, people removed no endpoint, so that no key is needed.
    if (this.#byKey.size === 0) return [];
    return (this.#byKey.get(requestKey(endpoint.method, endpoint.prefix + endpoint.rule)) ?? [])
      .filter(({ input }) => isDecided(endpoint, input)).map(({ route }) => route);
  }
}

/**
 * Returns a function that selects the endpoints of a route to generate, with the names of their functions
 * in the records. An endpoint that people
 * removed is only generated if they restore it, or if the spec changed it since. If the route has
 * no code, its removed endpoints are left out, because its new modules would contain them. If all
 * endpoints of the route stay removed, no endpoint is left out, because the route is not written at
 * all.
 */
export function endpointSelection(
  routes: ReadonlyMap<string, RouteRecord>,
  { restore, replace }: Choices,
): (route: RouteSpec) => (endpoints: readonly Endpoint[]) => readonly Endpoint[] {
  const removed = new RemovedEndpoints(routes);
  const isWanted = (endpoint: Endpoint) =>
    restore.has(keyOf(endpoint)) || replace.has(keyOf(endpoint)) || !removed.has(endpoint);
  return (route) => {
    const record = routes.get(route.name);
    if (record !== undefined && record.endpoints.length > 0) {
      return (endpoints) => withRecordedFunctions(endpoints, record);
    }
    return (endpoints) => endpoints.some(isWanted) ? endpoints.filter(isWanted) : endpoints;
  };
}
