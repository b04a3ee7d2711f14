/** The names that endpoints of a spec have in the project. */

import { recordedPrefix, recordedRule } from "../../project/records/recorded_path.ts";
import type { RouteRecord } from "../../project/records/route_record.ts";
import { requestKey } from "../../project/layout/url_paths.ts";
import type { RouteSpec, SubrouteSpec } from "../../spec/api_spec.ts";
import { type PlacedEndpoint, placedEndpoints } from "../code/endpoint.ts";

/**
 * Gives endpoints of a spec the names of the subroutes under which they were generated. If a spec
 * gives a path another subroute, the functions keep their names, because no client sees the name of
 * a subroute.
 */
export function withRecordedSubroutes(route: RouteSpec, record: RouteRecord): RouteSpec {
  const prefix = recordedPrefix(route.name, record);
  const recorded = new Map(
    record.endpoints.map((each) => [
      requestKey(each.method, recordedRule(prefix, each)),
      each.subroute,
    ]),
  );
  const placed = placedEndpoints(route).map((endpoint) => ({
    endpoint,
    known: recorded.get(requestKey(endpoint.method, endpoint.path)),
  }));
  const isOther = ({ endpoint, known }: typeof placed[number]) =>
    known !== undefined && known !== endpoint.subroute;
  if (!placed.some(isOther)) return route;
  // If a new endpoint has a name that a recorded endpoint keeps, it gets the name that the spec
  // gives to the recorded endpoint.
  const given = new Map(
    placed.filter(isOther).map(({ endpoint, known = null }) => [
      nameOf({ ...endpoint, subroute: known }),
      endpoint.subroute,
    ]),
  );
  // New methods of a recorded path get the recorded name of that path.
  const names = new Map(
    placed.filter(isOther).map(({ endpoint, known = null }) => [endpoint.subroute, known]),
  );
  const named = placed.map(({ endpoint, known }) => {
    const name = known === undefined
      ? given.get(nameOf(endpoint)) ?? names.get(endpoint.subroute)
      : known;
    return name === undefined ? endpoint : { ...endpoint, subroute: name };
  });
  return { ...route, ...grouped(named) };
}

/** Returns a key that is equal for endpoints whose functions have the same names. */
function nameOf({ subroute, method }: PlacedEndpoint): string {
  return `${method} ${subroute ?? ""}`;
}

function grouped(endpoints: readonly PlacedEndpoint[]): Pick<RouteSpec, "endpoints" | "subroutes"> {
  const subroutes = new Map<string, SubrouteSpec>();
  for (const each of endpoints) {
    const { subroute: name, path } = each;
    if (name === null) continue;
    const key = `${name} ${path}`;
    subroutes.set(key, { name, path, endpoints: [...subroutes.get(key)?.endpoints ?? [], each] });
  }
  return {
    endpoints: endpoints.filter(({ subroute }) => subroute === null),
    subroutes: [...subroutes.values()],
  };
}
