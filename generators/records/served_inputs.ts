/** What a spec wants of endpoints that people's own code serves. */

import type { Manifest } from "../../project/records/manifest.ts";
import { type Endpoint, keyOf } from "../code/endpoint.ts";
import { endpointInput } from "../code/endpoint_input.ts";
import type { EndpointCase } from "../compare/endpoint_case.ts";

/**
 * Returns the inputs of the spec's endpoints that people's own code serves. With them, a later run notices that
 * the spec changed such an endpoint.
 *
 * @param isWritten Whether a run generates an endpoint all the same.
 */
export function servedInputs(
  cases: readonly EndpointCase[],
  isWritten: (endpoint: Endpoint) => boolean = () => false,
): Manifest["served"] {
  return new Map(
    cases.flatMap(({ wanted, recorded, handler }) =>
      wanted === null || recorded !== null || handler === null || isWritten(wanted)
        ? []
        : [[keyOf(wanted), endpointInput(wanted)]]
    ),
  );
}
