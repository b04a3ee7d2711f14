/**
 * The answer of `analyze_project` about the states of endpoints: the data of `status`, trimmed for
 * agents.
 */

import type { ProjectStatus } from "../actions/project_status.ts";
import type { Report } from "../core/report.ts";
import { type CodeOwner, DRIFT, type EndpointState } from "../generators/compare/project_state.ts";
import { isNotable, presentStatus } from "../presentation/present_status.ts";
import type { Answer } from "./tool.ts";

/** The state of an endpoint, without empty fields. */
export interface TrimmedState extends Pick<EndpointState, "state" | "route" | "method" | "path"> {
  readonly file?: string;
  readonly line?: number;
  readonly code?: CodeOwner;
  readonly note?: string;
}

/** The data of an answer. Endpoints that differ come first, because a long list is cut at its end. */
export interface TrimmedStatus
  extends Pick<ProjectStatus, "name" | "generator" | "drift" | "deleted" | "problems"> {
  readonly endpoints: readonly TrimmedState[];
}

/**
 * Returns the answer for a status.
 *
 * @param report The report of `projectStatus`, or the report of the problem that prevented the analysis.
 * @param all Whether to list all endpoints, including those that are in order.
 */
export function statesAnswer(report: Report, all: boolean): Answer {
  if (report.data === null) return { report };
  const { name, generator, endpoints, drift, deleted, problems } = report.data as ProjectStatus;
  const isDrift = ({ state }: EndpointState) => DRIFT.has(state);
  const inOrder = endpoints.filter((each) => !isDrift(each));
  const listed = [
    ...endpoints.filter(isDrift),
    ...inOrder.filter(isNotable),
    ...(all ? inOrder.filter((each) => !isNotable(each)) : []),
  ];
  const data: TrimmedStatus = {
    name,
    generator,
    drift,
    endpoints: listed.map(trimmed),
    deleted,
    problems,
  };
  return {
    report: { ...report, data },
    text: (_, view) => presentStatus(report, view, all ? "endpoints" : "notable"),
  };
}

function trimmed({ file, line, code, note, ...state }: EndpointState): TrimmedState {
  return {
    ...state,
    ...(file !== null && { file }),
    ...(line !== null && { line }),
    ...(code !== null && { code }),
    ...(note !== "" && { note }),
  };
}
