/** The answers of a route's endpoints, read back from its code. */

import type { Project } from "../../project/project.ts";
import type { EndpointRecord, RouteRecord } from "../../project/records/route_record.ts";
import type { EndpointSpec } from "../../spec/api_spec.ts";
import { placedEndpoints } from "../code/endpoint.ts";
import type { ExportedEndpoint } from "./exported_endpoints.ts";
import { completeSpec, draftSpec } from "./exported_spec.ts";

/**
 * Returns a function that finds the answer of an endpoint. The answer has no mock if people
 * replaced the mock.
 *
 * @param project The project's Python files, and the data files of mocks.
 */
export function answersOf(
  route: string,
  record: RouteRecord,
  project: Project,
): (endpoint: Pick<EndpointRecord, "method" | "subroute">) => EndpointSpec | undefined {
  const records = new Map([[route, record]]);
  const isWanted = (endpoint: ExportedEndpoint) => endpoint.route === route;
  const { routes } = completeSpec(draftSpec(project, { records, isWanted }), project.files, null);
  const found = routes.find(({ name }) => name === route);
  const all = found === undefined ? [] : placedEndpoints(found);
  return ({ method, subroute }) =>
    all.find((each) => each.subroute === subroute && each.method === method);
}
