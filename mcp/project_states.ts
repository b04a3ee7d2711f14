/**
 * The answer of `analyze_project` about the states of endpoints: the data of `status`, trimmed for
 * agents.
 */

import type { ProjectStatus } from "../actions/project_status.ts";
import type { Report } from "../core/report.ts";
import { type CodeOwner, DRIFT, type EndpointState } from "../generators/compare/project_state.ts";
import { isNotable, presentStatus } from "../presentation/present_status.ts";
import type { Answer } from "./tool.ts";
import { inToolWords } from "./tool_words.ts";

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
  /** Absent if everything was read. */
  readonly unread?: ProjectStatus["unread"];
}

/**
 * Returns the answer for a status.
 *
 * @param report The report of `projectStatus`, or the report of the problem that prevented the analysis.
 * @param all Whether to list all endpoints, including those that are in order.
 * @param readOnly Whether the server offers no tool that could resolve a difference.
 */
export function statesAnswer(
  report: Report,
  { all, readOnly }: { readonly all: boolean; readonly readOnly: boolean },
): Answer {
  if (report.data === null) return { report };
  const status = report.data as ProjectStatus;
  const { name, generator, endpoints, drift, deleted, unread } = status;
  const problems = status.problems.map((each) =>
    each.hint === undefined ? each : { ...each, hint: inToolWords(each.hint) }
  );
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
    ...(unread.length > 0 && { unread }),
  };
  const shown = { ...report, data: { ...status, problems } };
  return {
    report: { ...report, data, next: readOnly ? [] : nextCalls(data) },
    text: (_, view) => presentStatus(shown, view, all ? "endpoints" : "notable"),
  };
}

/** Returns the calls that settle the differences. */
function nextCalls({ endpoints, deleted }: TrimmedStatus): readonly string[] {
  const states = new Set(endpoints.map(({ state }) => state));
  const has = (...some: readonly EndpointState["state"][]) => some.some((each) => states.has(each));
  const choices = [
    ...(has("deleted") || deleted.length > 0 ? ["restore or keep, for what was deleted"] : []),
    ...(has("changed", "conflict") ? ["replace or keep, for edited endpoints"] : []),
    ...(has("extra") ? ["prune: true, to remove extra endpoints"] : []),
  ];
  if (choices.length === 0 && !has("new", "outdated")) return [];
  return [["generate_api with the spec", ...choices].join("; ")];
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
