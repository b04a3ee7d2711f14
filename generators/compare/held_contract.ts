/** Finds what of an endpoint's contract cannot follow a spec, because people edited the code that has it. */

import { PARAMETERS_PARTS } from "../../spec/parameters.ts";
import { isBodyName } from "../code/body_models.ts";
import { isParametersName } from "../code/parameter_models.ts";
import type { EndpointAction } from "./action.ts";
import type { ContractPart } from "./endpoint_case.ts";

/** The parts that the model of parameters has. */
const MODELLED_PARTS = [...PARAMETERS_PARTS, "list"] as const;

const CONTRACT_PARTS = ["status", ...MODELLED_PARTS, "body"] as const;

/**
 * Returns the parts of the contract that the spec changes, if people must decide about them. Another mock is
 * only another example.
 *
 * @param changed Returns the parts that the spec changed; `null` if the code no longer shows them.
 */
export function heldContract(
  { reason, heldBy, isContract = false }: EndpointAction,
  changed: () => readonly string[] | null,
): readonly ContractPart[] {
  if (reason !== "edited") return [];
  if (heldBy?.held.layer === "model") {
    const { name } = heldBy.held;
    return isBodyName(name) ? ["body"] : isParametersName(name) ? changedParameters(changed()) : [];
  }
  if (!isContract) return [];
  const known = changed();
  return known === null
    ? ["status, query, headers, list or body"]
    : known.flatMap((part) => CONTRACT_PARTS.filter((each) => each === part));
}

/** Returns the changed parts that the model of parameters has. */
function changedParameters(changed: readonly string[] | null): readonly ContractPart[] {
  const known = MODELLED_PARTS.filter((part) => changed?.includes(part));
  return known.length > 0 ? known : ["query or headers"];
}
