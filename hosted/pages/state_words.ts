/** The words for the states of endpoints. */

import { type Agreement, DRIFT } from "../../generators/compare/project_state.ts";
import type { TrimmedState } from "../../mcp/project_states.ts";

/** The state of an endpoint. For an endpoint that is in order, the word says where its code comes from. */
export type StateWord = Agreement | "edited" | "moved";

export const MEANINGS: Readonly<Record<StateWord, string>> = {
  unreadable: "A file of the endpoint does not parse, so nobody can say how it differs.",
  conflict: "The spec changes the method or path of a handler that people edited.",
  unregistered: "Nothing registers the endpoint's blueprint, so Flask answers with 404.",
  new: "The endpoint is in the spec, but was never generated.",
  changed: "People changed the endpoint's method or path.",
  outdated: "The code is as generated, but the spec has changed since.",
  deleted:
    "The endpoint was generated, and people deleted its handler. Other parts of its code are left.",
  extra: "The endpoint was generated from an earlier spec and is no longer in the spec.",
  same: "The code is as it was generated.",
  beside: "A command or a person added the endpoint. It never came from a spec.",
  edited: "People changed the endpoint's handler, service or repository.",
  moved: "People moved the endpoint's code.",
};

/** Returns the word for an endpoint, as `status` prints it. */
export function wordOf({ state, code }: TrimmedState): StateWord {
  if (DRIFT.has(state)) return state;
  return code === "edited" || code === "moved" ? code : state;
}
