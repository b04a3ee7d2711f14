/** What `generate api` reports. */

import { counted } from "../core/report.ts";
import type { ListedEndpoint, ListedState } from "./listed_endpoints.ts";
import type { EndpointSummary, Plan } from "./plan.ts";

/** Report data of a generated project. */
export interface ApiData {
  /** The spec's description. */
  readonly description: string | null;
  /** Number of files that the spec generates, with the records of them. */
  readonly files: number;
  /** Number of routes in the spec. */
  readonly routes: number;
  /** The endpoints of the spec that the project serves, as it serves them. */
  readonly endpoints: readonly EndpointSummary[];
  /** Endpoints of an existing project that changed, or that differ from the spec. */
  readonly states: readonly ListedEndpoint[];
}

/**
 * Returns the messages of a run.
 *
 * @param changed The endpoints that the run changes.
 */
export function messages(
  name: string,
  isNew: boolean,
  { endpoints }: ApiData,
  changed: readonly ListedEndpoint[],
): Plan["messages"] {
  const unchanged = `Nothing to do: ${counted(endpoints.length, "endpoint")}`;
  const conflict =
    "Move or rename that code, or change the spec; --force discards the lines shown " +
    "with '-'";
  if (isNew) {
    return {
      applied: `Successfully generated API '${name}'!`,
      planned: `Would generate API '${name}'`,
      unchanged,
      conflict,
    };
  }
  const of = (state: ListedState) => changed.filter((each) => each.state === state).length;
  const counts = [
    ...(of("new") === 0 ? [] : [`${counted(of("new"), "endpoint")} added`]),
    ...(of("outdated") === 0 ? [] : [`${of("outdated")} updated`]),
  ];
  const what = counts.length === 0 ? "" : `: ${counts.join(", ")}`;
  return {
    applied: `Updated API '${name}'${what}`,
    planned: `Would update API '${name}'${what}`,
    unchanged,
    conflict,
  };
}
