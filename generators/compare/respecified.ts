/** Endpoints to which the spec gives another method or path. */

import type { EndpointRecord } from "../../project/records/route_record.ts";
import type { Endpoint } from "../code/endpoint.ts";
import type { EndpointCase } from "./endpoint_case.ts";

/** An endpoint of the spec that was recorded with another method or path. */
export interface Respecified {
  readonly route: string;
  /** The endpoint as the spec wants it. */
  readonly endpoint: Endpoint;
  /** The endpoint as it was generated. */
  readonly record: EndpointRecord;
  readonly case: EndpointCase;
}

/** Finds the endpoints to which the spec gives another method or path. */
export function respecifiedEndpoints(cases: readonly EndpointCase[]): readonly Respecified[] {
  return cases.flatMap((each) => {
    const { route, wanted: endpoint, recorded: record } = each;
    if (!each.isRespecified || endpoint === null || record === null) return [];
    return [{ route, endpoint, record, case: each }];
  });
}
