/** The differences between two specs. */

import type { ApiSpec } from "../spec/api_spec.ts";
import { contractForm } from "../spec/endpoint_contract.ts";
import { endpointName, specContracts } from "../spec/spec_contract.ts";

/** The differences between two specs, as names of endpoints. */
export interface SpecChanges {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/**
 * Compares the endpoints of two specs.
 *
 * @returns The endpoints that only one of the specs has, and those that respond differently.
 */
export function specChanges(before: ApiSpec, after: ApiSpec): SpecChanges {
  const old = formsOf(before);
  const now = formsOf(after);
  return {
    added: [...now.keys()].filter((name) => !old.has(name)),
    changed: [...now].filter(([name, form]) => old.has(name) && old.get(name) !== form)
      .map(([name]) => name),
    removed: [...old.keys()].filter((name) => !now.has(name)),
  };
}

function formsOf(spec: ApiSpec): ReadonlyMap<string, string> {
  return new Map(specContracts(spec).map((each) => [endpointName(each), contractForm(each)]));
}
