/** Names the parts of endpoints that a spec changed. */

import { OPTIONAL_PARTS, optionalParts, type PossibleParts } from "../../spec/api_spec.ts";
import type { Endpoint } from "../code/endpoint.ts";
import { endpointInput } from "../code/endpoint_input.ts";
import type { EndpointCase } from "./endpoint_case.ts";
import type { InputInCode, InputsInCode } from "./inputs_in_code.ts";

/** Compares endpoints of a spec with what the project answers before a run. */
export class ChangedParts {
  constructor(private readonly inputs: InputsInCode) {}

  /**
   * Names the parts of an endpoint that the spec changed, such as `mock and body`. A record has one
   * hash of the whole input. If the code no longer shows that input, names all possible parts.
   */
  of(changed: Pick<EndpointCase, "route" | "wanted" | "recorded">): string {
    const { wanted } = changed;
    if (wanted === null) return "";
    const parts = this.list(changed);
    if (parts === null) return ["mock", ...Object.keys(optionalParts(wanted))].join(" or ");
    return [...parts.slice(0, -2), parts.slice(-2).join(" and ")].join(", ");
  }

  /**
   * Names the parts of the contract that the spec changed. If the code no longer shows its whole input,
   * names those that the code does not have; `null` if it does not show these either.
   */
  contract(changed: Pick<EndpointCase, "route" | "wanted" | "recorded">): readonly string[] | null {
    const { wanted } = changed;
    const before = this.#before(changed);
    if (wanted === null || before === null) return this.list(changed);
    const input = endpointInput(wanted);
    const { status } = before;
    return this.list(changed) ?? [
      ...(endpointInput({ ...wanted, status }) === input ? [] : ["status"]),
      ...optionalChanges(wanted, before),
    ];
  }

  #before(
    { route, wanted, recorded }: Pick<EndpointCase, "route" | "wanted" | "recorded">,
  ): InputInCode | null {
    return wanted === null || recorded === null
      ? null
      : this.inputs.of({ name: route, path: wanted.prefix }, recorded);
  }

  /** Returns the names of the parts that the spec changed; `null` if the code no longer shows them. */
  list(
    changed: Pick<EndpointCase, "route" | "wanted" | "recorded">,
  ): readonly string[] | null {
    const { wanted, recorded } = changed;
    if (wanted === null) return [];
    const before = this.#before(changed);
    // An item below its path gives a POST its location. An edited service does not show its mock.
    const known = before === null ? undefined : [before.mock, wanted.mock]
      .flatMap((mock) => [wanted.created, null].map((created) => ({ ...before, mock, created })))
      .find((each) => endpointInput({ ...wanted, ...each }) === recorded?.input);
    if (known === undefined) return null;
    const input = endpointInput(wanted);
    const { status, mock, created } = known;
    return [
      ...(endpointInput({ ...wanted, status }) === input ? [] : ["status"]),
      ...(endpointInput({ ...wanted, mock }) === input ? [] : ["mock"]),
      ...optionalChanges(wanted, known),
      ...(endpointInput({ ...wanted, created }) === input ? [] : ["location"]),
    ];
  }
}

/** Names the optional parts that are not as they were. */
function optionalChanges(wanted: Endpoint, before: PossibleParts): readonly string[] {
  const input = endpointInput(wanted);
  return OPTIONAL_PARTS.filter((part) =>
    endpointInput({ ...wanted, [part]: before[part] }) !== input
  );
}
