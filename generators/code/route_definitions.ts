/** The definitions of a route's generated code, by the endpoints that they belong to. */

import { definitionKey } from "../../project/records/route_record.ts";
import { layerClass } from "../../project/layout/layers.ts";
import type { Endpoint } from "./endpoint.ts";
import { dataName, hasDataFile } from "./endpoint_code.ts";
import type { RouteCode } from "./route_files.ts";

/**
 * Returns the endpoint of each definition by its key. A definition that endpoints share has no
 * endpoint.
 */
export function definitionOwners(
  { endpoints, models }: Pick<RouteCode, "endpoints" | "models">,
): ReadonlyMap<string, Endpoint> {
  return new Map(endpoints.flatMap((endpoint, index) => {
    const { route, handler, serviceMethod, repositoryMethod, testName } = endpoint;
    const definitions = [
      { layer: "route", name: handler },
      { layer: "service", name: `${layerClass("service", route)}.${serviceMethod}` },
      { layer: "repository", name: `${layerClass("repository", route)}.${repositoryMethod}` },
      { layer: "test", name: testName },
      ...(models[index] ?? []).map((name) => ({ layer: "model", name }) as const),
      ...(hasDataFile(endpoint) ? [{ layer: "mock", name: dataName(endpoint) } as const] : []),
    ] as const;
    return definitions.map((each) => [definitionKey(each), endpoint] as const);
  }));
}
