/** The definitions of a route's generated code, by the endpoints that they belong to. */

import { definitionKey, type DefinitionLayer } from "../../project/records/route_record.ts";
import { routeClasses } from "../../project/layout/layers.ts";
import type { Endpoint } from "./endpoint.ts";
import { dataName, hasDataFile } from "./endpoint_code.ts";
import type { RouteCode } from "./route_files.ts";

/**
 * Returns the endpoint of each definition by its key. A definition that endpoints share has no
 * endpoint.
 *
 * @param code The code of one route.
 */
export function definitionOwners(
  { endpoints, models }: Pick<RouteCode, "endpoints" | "models">,
): ReadonlyMap<string, Endpoint> {
  const owners = new Map<string, Endpoint>();
  const { service, repository } = routeClasses(endpoints[0]?.route ?? "");
  for (const [index, endpoint] of endpoints.entries()) {
    const { handler, serviceMethod, repositoryMethod, testName } = endpoint;
    const own = (layer: DefinitionLayer, name: string) =>
      owners.set(definitionKey({ layer, name }), endpoint);
    own("route", handler);
    own("service", `${service}.${serviceMethod}`);
    own("repository", `${repository}.${repositoryMethod}`);
    own("test", testName);
    for (const name of models[index] ?? []) own("model", name);
    if (hasDataFile(endpoint)) own("mock", dataName(endpoint));
  }
  return owners;
}
