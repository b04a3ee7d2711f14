/** The mocks of a route, read back from its code. */

import type { Snapshot } from "../core/change_set.ts";
import type { Json } from "../core/json.ts";
import type { EndpointRecord } from "../project/route_record.ts";
import { routeEndpoints } from "./endpoint.ts";
import { completeSpec, draftSpec } from "./exported_spec.ts";

/**
 * Returns a function that finds the mock of an endpoint; `null` if it has none, or if people replaced it.
 *
 * @param python The project's Python files.
 * @param data The data files of mocks.
 */
export function mocksOf(
  route: string,
  python: Snapshot,
  data: Snapshot,
): (endpoint: Pick<EndpointRecord, "method" | "subroute">) => Json | null {
  const { routes } = completeSpec(
    draftSpec(python, (endpoint) => endpoint.route === route),
    data,
    null,
  );
  const found = routes.find(({ name }) => name === route);
  const all = found === undefined ? [] : routeEndpoints(found);
  return ({ method, subroute }) =>
    all.find((each) => each.subroute === subroute && each.method === method)?.mock ?? null;
}
