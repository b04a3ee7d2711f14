/** Endpoints to which the spec gives another method or path. */

import type { Records } from "../project/records.ts";
import { endpointKey, type EndpointRecord } from "../project/route_record.ts";
import { defaultStatus, parseMethod } from "../spec/api_spec.ts";
import type { Endpoint } from "./endpoint.ts";
import { keyOf } from "./reconcile.ts";
import { endpointInput } from "./route_definitions.ts";

/** An endpoint of the spec that was recorded with another method or path. */
export interface Respecified {
  readonly route: string;
  /** The endpoint as the spec wants it. */
  readonly endpoint: Endpoint;
  /** The endpoint as it was generated. */
  readonly record: EndpointRecord;
}

/**
 * Finds the endpoints to which the spec gives another method or path. If a name has exactly one
 * recorded endpoint that is no longer in the spec, and exactly one endpoint of the spec that was
 * never generated, they are the same endpoint.
 *
 * @param wanted The endpoints of the spec, by route.
 */
export function respecifiedEndpoints(
  wanted: ReadonlyMap<string, readonly Endpoint[]>,
  { routes }: Pick<Records, "routes">,
): readonly Respecified[] {
  return [...wanted].flatMap(([route, endpoints]) => {
    const recorded = routes.get(route)?.endpoints ?? [];
    const keys = new Set(endpoints.map(keyOf));
    const dropped = recorded.filter((each) =>
      each.origin === "spec" && !keys.has(endpointKey(each))
    );
    if (dropped.length === 0) return [];
    const known = new Set(recorded.map(endpointKey));
    const added = endpoints.filter((each) => !known.has(keyOf(each)));
    const droppedAt = Map.groupBy(dropped, ({ subroute }) => subroute);
    const addedAt = Map.groupBy(added, ({ subroute }) => subroute);
    return [...addedAt].flatMap(([subroute, [endpoint, ...more]]) => {
      const [record, ...others] = droppedAt.get(subroute) ?? [];
      const isPair = more.length === 0 && others.length === 0;
      return isPair && endpoint !== undefined && record !== undefined
        ? [{ route, endpoint, record }]
        : [];
    });
  });
}

/** Reports whether the spec changes more of an endpoint than its method. */
export function hasOtherMock({ endpoint, record: { method, input } }: Respecified): boolean {
  const earlier = parseMethod(method) ?? "GET";
  const isDefault = endpoint.status === defaultStatus(endpoint.method);
  const status = isDefault ? defaultStatus(earlier) : endpoint.status;
  return endpointInput({ ...endpoint, method: earlier, status }) !== input;
}
