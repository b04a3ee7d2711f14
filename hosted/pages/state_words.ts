/** The words for the states of endpoints. */

import { type Agreement, DRIFT } from "../../generators/project_state.ts";
import type { TrimmedState } from "../../mcp/project_states.ts";

/** A state, or for an endpoint in order, whose code it is. */
export type StateWord = Agreement | "edited" | "moved";

export const MEANINGS: Readonly<Record<StateWord, string>> = {
  conflict: "The spec changes the method or path of a handler that people edited.",
  unregistered: "Nothing registers its blueprint, so Flask answers with 404.",
  new: "The spec has it, and it was never generated.",
  changed: "People changed its method or path.",
  outdated: "It is as generated, and the spec asks for something else now.",
  deleted: "It was generated, and people deleted its handler. Other parts are left.",
  extra: "It was generated from an earlier spec.",
  same: "It is as it was generated.",
  beside: "A person made it.",
  edited: "People changed its handler, its service or its repository.",
  moved: "People moved its code to another place.",
};

/** Returns the word for an endpoint, as `status` prints it. */
export function wordOf({ state, code }: TrimmedState): StateWord {
  if (DRIFT.has(state)) return state;
  return code === "edited" || code === "moved" ? code : state;
}
