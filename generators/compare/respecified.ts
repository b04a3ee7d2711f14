/** Endpoints to which the spec gives another method or path. */

import type { Records } from "../../project/records/records.ts";
import { endpointKey, type EndpointRecord } from "../../project/records/route_record.ts";
import { defaultStatus, parseMethod } from "../../spec/api_spec.ts";
import { type Endpoint, keyOf } from "../code/endpoint.ts";
import { hasCode } from "./reconcile.ts";
import { endpointInput } from "../code/route_definitions.ts";
import { removedIn } from "./still_wanted.ts";

/** An endpoint of the spec that was recorded with another method or path. */
export interface Respecified {
  readonly route: string;
  /** The endpoint as the spec wants it. */
  readonly endpoint: Endpoint;
  /** The endpoint as it was generated. */
  readonly record: EndpointRecord;
}

/**
 * Finds the endpoints to which the spec gives another method or path. Pairs a recorded endpoint
 * that the spec no longer has with an endpoint of the spec that was never generated, if they have
 * the same name and method, or if they are the only such endpoints of their name.
 *
 * @param wanted The endpoints of the spec, by route.
 */
export function respecifiedEndpoints(
  wanted: ReadonlyMap<string, readonly Endpoint[]>,
  { routes }: Pick<Records, "routes">,
): readonly Respecified[] {
  const keys = new Set([...wanted.values()].flat().map(keyOf));
  // An endpoint of the spec may be recorded for a route of another name.
  const known = new Set(
    [...routes.values()].flatMap(({ endpoints }) => endpoints).map(endpointKey),
  );
  const isRemoved = removedIn(routes);
  return [...wanted].flatMap(([route, endpoints]) => {
    const recorded = routes.get(route)?.endpoints ?? [];
    const dropped = recorded.filter((each) =>
      each.origin === "spec" && !keys.has(endpointKey(each)) && hasCode(each)
    );
    if (dropped.length === 0) return [];
    const added = endpoints.filter((each) => !known.has(keyOf(each)) && !isRemoved(each));
    const droppedAt = Map.groupBy(dropped, ({ subroute }) => subroute);
    const addedAt = Map.groupBy(added, ({ subroute }) => subroute);
    return [...addedAt].flatMap(([subroute, found]) =>
      pairedByMethod(found, droppedAt.get(subroute) ?? [])
        .map(([endpoint, record]) => ({ route, endpoint, record }))
    );
  });
}

/**
 * Pairs endpoints of the same method. If that leaves one endpoint and one record, they are a pair,
 * too.
 */
export function pairedByMethod<Record extends Pick<EndpointRecord, "method">>(
  endpoints: readonly Endpoint[],
  records: readonly Record[],
): readonly (readonly [Endpoint, Record])[] {
  const byMethod = Map.groupBy(records, ({ method }) => method);
  const wanted = Map.groupBy(endpoints, ({ method }) => method);
  const pairs: (readonly [Endpoint, Record])[] = [];
  for (const [method, [endpoint, ...more]] of wanted) {
    const [record, ...others] = byMethod.get(method) ?? [];
    const isOnly = more.length === 0 && others.length === 0;
    if (endpoint !== undefined && record !== undefined && isOnly) pairs.push([endpoint, record]);
  }
  const used = new Set<unknown>(pairs.flat());
  const [endpoint, ...more] = endpoints.filter((each) => !used.has(each));
  const [record, ...others] = records.filter((each) => !used.has(each));
  const isPair = more.length === 0 && others.length === 0;
  if (isPair && endpoint !== undefined && record !== undefined) pairs.push([endpoint, record]);
  return pairs;
}

/** Reports whether the spec changes more of an endpoint than its method. */
export function hasOtherMock({ endpoint, record: { method, input } }: Respecified): boolean {
  const earlier = parseMethod(method) ?? "GET";
  const isDefault = endpoint.status === defaultStatus(endpoint.method);
  const status = isDefault ? defaultStatus(earlier) : endpoint.status;
  return endpointInput({ ...endpoint, method: earlier, status }) !== input;
}
