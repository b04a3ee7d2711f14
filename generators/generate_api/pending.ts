/** Tells which endpoints a run of `generate api` would write. */

import type { Project } from "../../project/project.ts";
import type { RouteHomes } from "../../project/homes/route_homes.ts";
import type { Records } from "../../project/records/records.ts";
import type { ApiSpec } from "../../spec/api_spec.ts";
import { type Endpoint, keyOf } from "../code/endpoint.ts";
import { hasPerRequest } from "../code/per_request.ts";
import { routeCode } from "../code/route_files.ts";
import { endpointSelection } from "../compare/removed_endpoints.ts";
import { writes } from "../compare/action.ts";
import { NO_CHOICES } from "../plans/choices.ts";
import { decideRoute } from "./reconcile_route.ts";

/**
 * Returns a function that reports whether a run would write an endpoint of a spec. Each route is
 * generated when one of its endpoints is first looked up.
 *
 * @param spec The spec, with the names that `rename` gave its routes and subroutes.
 * @param homes Returns the places of the code of the recorded routes.
 */
export function pendingEndpoints(
  spec: ApiSpec,
  records: Records,
  project: Project,
  homes: () => RouteHomes,
): (endpoint: Endpoint) => boolean {
  const routes = new Map(spec.routes.map((each) => [each.name, each]));
  const perRequest = hasPerRequest(project.files.get(project.layout.perRequest));
  const select = endpointSelection(records.routes, NO_CHOICES);
  const pending = new Map<string, ReadonlySet<string>>();
  return (endpoint) => {
    const { route: name } = endpoint;
    const route = routes.get(name);
    if (route === undefined) return false;
    let keys = pending.get(name);
    if (keys === undefined) {
      const { actions } = decideRoute({
        name,
        code: routeCode(route, { perRequest, select: select(route) }),
        record: records.routes.get(name),
        homes: homes(),
        choices: NO_CHOICES,
        snapshot: project.files,
        cases: new Map(),
        losesEndpoints: false,
      });
      keys = new Set([...actions].flatMap(([each, action]) => writes(action) ? [keyOf(each)] : []));
      pending.set(name, keys);
    }
    return keys.has(keyOf(endpoint));
  };
}
