/** Tells which endpoints a run of `generate api` would write. */

import type { Project } from "../../project/project.ts";
import type { Records } from "../../project/records/records.ts";
import type { ApiSpec } from "../../spec/api_spec.ts";
import { type Endpoint, keyOf } from "../code/endpoint.ts";
import { hasPerRequest } from "../code/per_request.ts";
import { routeCode } from "../code/route_files.ts";
import { writes } from "../compare/action.ts";
import { NO_CHOICES } from "../plans/choices.ts";
import { decideRoute } from "./reconcile_route.ts";

/**
 * Returns a function that reports whether a run would write an endpoint of a spec. Each route is
 * generated when one of its endpoints is first looked up.
 *
 * @param spec The spec, with the names that `rename` gave its routes and subroutes.
 */
export function pendingEndpoints(
  spec: ApiSpec,
  records: Records,
  project: Project,
): (endpoint: Endpoint) => boolean {
  const routes = new Map(spec.routes.map((each) => [each.name, each]));
  const pending = new Map<string, ReadonlySet<string>>();
  return (endpoint) => {
    const { route: name } = endpoint;
    const route = routes.get(name);
    if (route === undefined) return false;
    let keys = pending.get(name);
    if (keys === undefined) {
      const { actions } = decideRoute({
        name,
        code: routeCode(route, {
          perRequest: hasPerRequest(project.files.get(project.layout.perRequest)),
        }),
        record: records.routes.get(name),
        homes: project.homesOf(records.routes),
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
