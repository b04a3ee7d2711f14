/** Tells which endpoints a run of `generate api` would write. */

import type { Project } from "../../project/project.ts";
import type { RouteHomes } from "../../project/homes/route_homes.ts";
import type { Records } from "../../project/records/records.ts";
import type { ApiSpec, RouteSpec } from "../../spec/api_spec.ts";
import { keyOf } from "../code/endpoint.ts";
import { type RouteCode, routeCode } from "../code/route_files.ts";
import { hasPerRequest } from "../code/support.ts";
import { endpointSelection } from "../compare/removed_endpoints.ts";
import { writes } from "../compare/action.ts";
import { ChangedParts } from "../compare/changed_parts.ts";
import { heldContract } from "../compare/held_contract.ts";
import { InputsInCode } from "../compare/inputs_in_code.ts";
import type { EndpointCase, Pending } from "../compare/endpoint_case.ts";
import { endpointKey } from "../../project/records/route_record.ts";
import { NO_CHOICES } from "../plans/choices.ts";
import { decideRoute } from "./reconcile_route.ts";
import { canFollowPath, hasOtherPath } from "./respecify_path.ts";

/**
 * Returns a function that tells what a run would do with an endpoint of a spec that differs from its code. Each
 * route is generated when one of its endpoints is first looked up.
 *
 * @param spec The spec, with the names that `rename` gave its routes and subroutes.
 * @param homes Returns the places of the code of the recorded routes.
 */
export function pendingEndpoints(
  spec: ApiSpec,
  records: Records,
  project: Project,
  homes: () => RouteHomes,
): (of: EndpointCase) => Pending {
  const routes = new Map(spec.routes.map((each) => [each.name, each]));
  const perRequest = hasPerRequest(project.files.get(project.layout.perRequest));
  const select = endpointSelection(records.routes, NO_CHOICES);
  const codes = new Map<string, RouteCode>();
  const codeOf = (route: RouteSpec) => {
    const known = codes.get(route.name) ?? routeCode(route, { perRequest, select: select(route) });
    codes.set(route.name, known);
    return known;
  };
  const pending = new Map<string, ReadonlyMap<string, Pending>>();
  const { python, files } = project;
  let inputs: InputsInCode | undefined;
  return (of) => {
    const { wanted: endpoint } = of;
    const name = endpoint?.route ?? "";
    const route = routes.get(name);
    if (endpoint === null || route === undefined) return "left";
    if (of.isRespecified()) {
      const code = new Map([[name, codeOf(route)]]);
      const input = { project, code, choices: NO_CHOICES, spec: spec.routes };
      return hasOtherPath(of) && canFollowPath(of, input) ? "written" : "left";
    }
    let keys = pending.get(name);
    if (keys === undefined) {
      const { actions, record } = decideRoute({
        name,
        code: codeOf(route),
        record: records.routes.get(name),
        homes: homes(),
        inputs: inputs ??= new InputsInCode({ python, files, homes: homes() }),
        choices: NO_CHOICES,
        snapshot: project.files,
        cases: new Map(),
        losesEndpoints: false,
      });
      const changed = new ChangedParts(inputs);
      const recorded = new Map(record.endpoints.map((each) => [endpointKey(each), each]));
      keys = new Map([...actions].map(([wanted, action]) => {
        const key = keyOf(wanted);
        const parts = heldContract(
          action,
          () =>
            changed.contract({
              route: name,
              wanted,
              recorded: recorded.get(key) ?? null,
            }),
        );
        return [key, parts.length > 0 ? { conflict: parts } : writes(action) ? "written" : "left"];
      }));
      pending.set(name, keys);
    }
    return keys.get(keyOf(endpoint)) ?? "left";
  };
}
