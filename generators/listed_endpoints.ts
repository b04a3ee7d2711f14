/** The endpoints that a report on an existing project lists. */

import { printedPath } from "../project/url_paths.ts";
import type { Endpoint } from "./endpoint.ts";
import { type Agreement, type ComparedEndpoint, DRIFT } from "./project_state.ts";
import type { Decision } from "./reconcile.ts";

/** How an endpoint differed before the run, or still differs; `edited` if the run left people's code. */
export type ListedState = Agreement | "edited";

/** An endpoint that a run changed, or that differs from the spec. */
export interface ListedEndpoint {
  /** How it differed, or still differs. */
  readonly state: ListedState;
  /** The HTTP method in upper case. */
  readonly method: string;
  /** The full URL path as specs write it, such as `/users/{id:int}`. */
  readonly path: string;
  /** What it means, or what to do. Further lines are code to add. */
  readonly note: string;
}

const STATES: Readonly<Partial<Record<Decision, Pick<ListedEndpoint, "state" | "note">>>> = {
  add: { state: "new", note: "" },
  update: { state: "outdated", note: "" },
  restore: { state: "new", note: "was deleted" },
  replace: { state: "outdated", note: "your code is in .layerwright/backup" },
  edited: { state: "edited", note: "your code stays; what the spec changed is not used" },
};

/** Lists the endpoints of a spec that change, or that do not follow it. */
export function listedEndpoints(
  decisions: ReadonlyMap<Endpoint, Decision>,
): readonly ListedEndpoint[] {
  return [...decisions].flatMap(([endpoint, decision]) => {
    const found = STATES[decision];
    if (found === undefined) return [];
    const { method, prefix, rule } = endpoint;
    return [{ ...found, method, path: printedPath(prefix + rule) }];
  });
}

/** What to do about endpoints that differ from the spec. */
const NOTES: Readonly<Partial<Record<Agreement, string>>> = {
  new: "not added, because people moved or deleted a module of its route",
  deleted: "--restore brings it back, --keep settles it",
  extra: "not in the spec any more",
};

/**
 * Lists the endpoints that differ from the spec after a run.
 *
 * @param reasons Why the run could not write some endpoints, by method and path.
 */
export function driftingEndpoints(
  compared: readonly ComparedEndpoint[],
  reasons: ReadonlyMap<string, string>,
): readonly ListedEndpoint[] {
  return compared.map(({ state }) => state).filter(({ state }) => DRIFT.has(state))
    .map(({ state, method, path, note }) => ({
      state,
      method,
      path,
      note: reasons.get(`${method} ${path}`) ?? NOTES[state] ?? note,
    }));
}
