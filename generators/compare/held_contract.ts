/** Finds what of an endpoint's contract cannot follow a spec, because people edited the code that has it. */

import { isBodyName } from "../code/body_models.ts";
import type { EndpointAction } from "./action.ts";
import type { ContractPart } from "./endpoint_case.ts";

/**
 * Returns the parts of the contract that the spec changes, if people must decide about them. Another mock is
 * only another example.
 *
 * @param changed Returns the parts that the spec changed; `null` if they are unknown.
 */
export function heldContract(
  { reason, heldBy }: EndpointAction,
  changed: () => readonly string[] | null,
): readonly ContractPart[] {
  if (reason !== "edited" || heldBy === undefined) return [];
  const { layer, name } = heldBy.held;
  if (layer === "model") return isBodyName(name) ? ["body"] : [];
  return (changed() ?? []).flatMap((part) => part === "status" || part === "body" ? [part] : []);
}
