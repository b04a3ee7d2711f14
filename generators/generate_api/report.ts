/** Formats the report of `generate api`. */

import { type Diagnostic, error } from "../../core/diagnostic.ts";
import { counted } from "../../core/report.ts";
import type { ListedEndpoint, RunCounts } from "./report_rows.ts";
import type { EndpointSummary, Plan } from "../plans/plan.ts";

/** Report data of a generated project. */
export interface ApiData {
  /** The spec's description. */
  readonly description: string | null;
  /** Number of files that the spec generates, including the records. */
  readonly files: number;
  /** Number of routes in the spec. */
  readonly routes: number;
  /** The endpoints of the spec that the project serves, with the methods and paths in its code. */
  readonly endpoints: readonly EndpointSummary[];
  /** Endpoints of an existing project that changed, or that differ from the spec. */
  readonly states: readonly ListedEndpoint[];
}

/** Returns the messages of a run that creates a project. */
export function creationMessages(name: string, { endpoints }: ApiData): Plan["messages"] {
  return {
    applied: `Successfully generated API '${name}'!`,
    planned: `Would generate API '${name}'`,
    unchanged: nothingToDo(endpoints.length),
    conflict: CONFLICT,
  };
}

/**
 * Returns the messages of a run on an existing project.
 *
 * @param unrecorded The routes with edited code whose records may be lost.
 */
export function updateMessages(
  name: string,
  { endpoints }: ApiData,
  { added, recorded, updated, removed, kept, left }: RunCounts,
  unrecorded: readonly string[],
): Plan["messages"] {
  const counts = [
    ...(added === 0 ? [] : [`${counted(added, "endpoint")} added`]),
    ...(recorded === 0 ? [] : [`${counted(recorded, "endpoint")} recorded`]),
    ...(updated === 0 ? [] : [`${updated} updated`]),
    ...(removed === 0 ? [] : [`${removed} removed`]),
    ...(kept === 0 ? [] : [`${kept} kept`]),
    ...(left === 0 ? [] : [`${left} left to you`]),
  ];
  const what = counts.length === 0 ? "" : `: ${counts.join(", ")}`;
  return {
    applied: `Updated API '${name}'${what}`,
    planned: `Would update API '${name}'${what}`,
    unchanged: nothingToDo(endpoints.length),
    conflict: unrecorded.length === 0 ? CONFLICT : `${CONFLICT}. ${lostRecords(unrecorded)}`,
  };
}

const CONFLICT = "Move or rename that code, or change the spec; --force discards the lines shown " +
  "with '-'";

function lostRecords(routes: readonly string[]): string {
  const names = routes.map((route) => `'${route}'`).join(", ");
  return `If the records of ${names} are lost, 'layerwright adopt --spec <file>' creates them again`;
}

function nothingToDo(endpoints: number): string {
  return `Nothing to do: ${counted(endpoints, "endpoint")}`;
}

/**
 * Returns the error for endpoints to which the spec gives another method or path.
 *
 * @param edited What people edited of one of them, and of several.
 */
export function conflictError(
  conflicts: readonly ListedEndpoint[],
  [one, several]: readonly [one: string, several: string] = ["handler", "handlers"],
): Diagnostic {
  const count = counted(conflicts.length, "endpoint");
  const whose = `whose ${conflicts.length === 1 ? one : several} you edited`;
  const named = ({ method, path }: ListedEndpoint) => `'${method} ${path}'`;
  const ways = [
    ...conflicts.slice(0, 1).map((each) => `--keep ${named(each)} keeps yours`),
    ...conflicts.filter(({ diff }) => diff !== null).slice(0, 1)
      .map((each) => `--replace ${named(each)} takes the spec's`),
  ];
  return error(
    "conflict-handler",
    `The spec changes ${count} ${whose}. Nothing was written.`,
    { hint: ways.join(", ") },
  );
}
