/** The recorded endpoints that a run of `generate api` removes. */

import { endpointKey, type RouteRecord } from "../../project/records/route_record.ts";
import { type Endpoint, keyOf } from "../code/endpoint.ts";
import { type EndpointAction, unwantedAction } from "../compare/action.ts";
import { type ComparedProject, wantedCases } from "../compare/compare_project.ts";
import type { RouteEndpoints } from "../edits/owned_endpoints.ts";
import type { Respecified } from "./respecify.ts";

/**
 * The keys of endpoints, by route. An endpoint whose code is written again for another method has the
 * endpoint that takes its place.
 */
export type UnwantedEndpoints = ReadonlyMap<string, ReadonlyMap<string, Endpoint | null>>;

/** Finds endpoints that the spec no longer has, or whose code is written again for another method. */
export function unwantedEndpoints(
  compared: ComparedProject,
  { records, decisions }: Respecified,
  prune: boolean,
): UnwantedEndpoints {
  const wanted = new Set([...wantedCases(compared).keys()].map(keyOf));
  const again = new Set(
    decisions.filter((each) => each.as === "open" && each.record === each.case.recorded)
      .map(({ record }) => record),
  );
  const unwanted = new Map<string, Map<string, Endpoint | null>>();
  for (const { route, wanted: endpoint, recorded } of compared.cases) {
    if (recorded === null) continue;
    const isUnwanted = endpoint === null
      ? unwantedAction(recorded, prune).kind === "remove"
      : again.has(recorded);
    const key = endpointKey(records.get(recorded) ?? recorded);
    if (!isUnwanted || wanted.has(key)) continue;
    unwanted.set(route, (unwanted.get(route) ?? new Map()).set(key, endpoint));
  }
  return unwanted;
}

/**
 * Returns the records of endpoints to remove. An endpoint stays if the run could not write the one
 * that takes its place.
 */
export function recordsOf(
  unwanted: UnwantedEndpoints,
  routes: ReadonlyMap<string, RouteRecord>,
  actions: ReadonlyMap<Endpoint, EndpointAction>,
): readonly RouteEndpoints[] {
  return [...unwanted].flatMap(([route, keys]) => {
    const record = routes.get(route);
    const endpoints = record?.endpoints.filter((each) => {
      const other = keys.get(endpointKey(each));
      return other === null || other !== undefined && actions.get(other)?.kind !== "leave";
    }) ?? [];
    return record === undefined || endpoints.length === 0 ? [] : [{ route, record, endpoints }];
  });
}
