/** The endpoints and files that a reference may name. */

import type { Records } from "../../project/records/records.ts";
import { endpointKey } from "../../project/records/route_record.ts";
import type { ProjectValues } from "../../templates/mod.ts";
import { type ApiCode, pathsOf, wantedEndpoints } from "../code/api_code.ts";
import type { EndpointCase } from "./endpoint_case.ts";
import type { Known } from "./resolved_choices.ts";
import { keyOf } from "../code/endpoint.ts";

/** A spec and the records of a project. */
export interface NamedThings {
  readonly values: ProjectValues;
  readonly code: ApiCode;
  readonly records: Records;
  /** The endpoints of the spec and the records. */
  readonly cases: readonly EndpointCase[];
}

/**
 * Returns the endpoints and files that references may name. If the spec, the records and the code
 * give an endpoint different methods or paths, a reference may use any of them.
 */
export function knownReferences(
  { values, code, records, cases }: NamedThings,
): Known {
  const recorded = [...records.routes.values()]
    .flatMap(({ endpoints, removed }) => [...endpoints, ...removed].map(endpointKey));
  const wanted = wantedEndpoints(code).map(keyOf);
  return {
    wanted: new Set(wanted),
    endpoints: new Map([
      ...recorded.map((key) => [key, key] as const),
      ...cases.flatMap(({ wanted, recorded }) =>
        wanted === null || recorded === null
          ? []
          : [[endpointKey(recorded), keyOf(wanted)] as const]
      ),
      ...wanted.map((key) => [key, key] as const),
    ]),
    served: () =>
      new Map(
        cases.flatMap(({ wanted, method, path }) =>
          wanted === null || path === "?" ? [] : [[`${method} ${path}`, keyOf(wanted)] as const]
        ),
      ),
    files: new Set([
      ...pathsOf(values, code),
      ...records.manifest.files.keys(),
    ]),
  };
}
