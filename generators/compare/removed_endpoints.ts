/** The endpoints that people removed with a command. */

import { requestKey } from "../../project/layout/url_paths.ts";
import type { RouteRecord } from "../../project/records/route_record.ts";
import type { Endpoint } from "../code/endpoint.ts";
import { isDecided } from "../code/route_definitions.ts";

/** Finds the routes from which people removed an endpoint. */
export class RemovedEndpoints {
  readonly #byKey: ReadonlyMap<
    string,
    readonly { readonly route: string; readonly input: string }[]
  >;

  constructor(routes: ReadonlyMap<string, Pick<RouteRecord, "removed">>) {
    const all = [...routes].flatMap(([route, { removed }]) =>
      removed.map(({ method, path, input }) => ({ route, input, key: requestKey(method, path) }))
    );
    this.#byKey = Map.groupBy(all, ({ key }) => key);
  }

  /**
   * Returns the routes from which people removed an endpoint that the spec has not changed since. The
   * route of the endpoint may have had another name.
   */
  routesOf(endpoint: Endpoint): readonly string[] {
    return (this.#byKey.get(requestKey(endpoint.method, endpoint.prefix + endpoint.rule)) ?? [])
      .filter(({ input }) => isDecided(endpoint, input)).map(({ route }) => route);
  }
}
