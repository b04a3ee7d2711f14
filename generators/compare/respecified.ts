/** Endpoints to which the spec gives another method or path. */

import type { EndpointRecord } from "../../project/records/route_record.ts";
import { defaultStatus, parseMethod } from "../../spec/api_spec.ts";
import type { Endpoint } from "../code/endpoint.ts";
import { endpointInput } from "../code/route_definitions.ts";
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

/** Reports whether the spec changes more of an endpoint than its method. */
export function hasOtherMock({ endpoint, record: { method, input } }: Respecified): boolean {
  const earlier = parseMethod(method) ?? "GET";
  const isDefault = endpoint.status === defaultStatus(endpoint.method);
  const status = isDefault ? defaultStatus(earlier) : endpoint.status;
  return endpointInput({ ...endpoint, method: earlier, status }) !== input;
}
