/** Formats the status of a project. */

import type { ProjectStatus } from "../actions/project_status.ts";
import { counted, type Report } from "../core/report.ts";
import { type AdoptedData, adoptedWord } from "../generators/adopt.ts";
import { DRIFT, type EndpointState } from "../generators/project_state.ts";
import { limited } from "./present.ts";
import { type Style, table } from "./style.ts";
import type { View } from "./view.ts";

/**
 * Formats endpoints with their states.
 *
 * @param all Whether to list endpoints that are in order, too.
 */
export function presentStatus(report: Report, view: View, all: boolean): string {
  const data = report.data as ProjectStatus;
  const { endpoints, deleted, problems } = data;
  const drift = endpoints.filter(({ state }) => DRIFT.has(state));
  const others = endpoints.filter((each) => !DRIFT.has(each.state) && (all || isNotable(each)));
  const blocks = [
    rows(drift, view.style),
    [
      ...rows(others, view.style),
      ...(deleted.length === 0 ? [] : [`  deleted  ${deleted.join(", ")}`]),
    ],
    problems.map(({ file, line, message }) => `  problem  ${file}:${line}  ${message}`),
  ];
  return [
    report.message,
    ...blocks.map((lines) => limited(lines, view)).filter((lines) => lines.length > 0)
      .map((lines) => lines.join("\n")),
    ...closing(data),
  ].join("\n\n");
}

function isNotable({ code }: EndpointState): boolean {
  return code === "edited" || code === "moved";
}

function rows(
  endpoints: readonly EndpointState[],
  style: Style,
  word: (endpoint: EndpointState) => string = wordOf,
): readonly string[] {
  return table(endpoints.map((each) => {
    const { state, method, path, file, line, note } = each;
    return [
      `  ${DRIFT.has(state) ? style("yellow", state) : word(each)}`,
      method,
      path,
      note !== "" ? note : file === null ? "" : `${file}:${line}`,
    ];
  }));
}

/** Returns the word for an endpoint that is in order. */
function wordOf({ state, code }: EndpointState): string {
  return code === "edited" || code === "moved" ? code : state;
}

function closing({ endpoints, drift }: ProjectStatus): readonly string[] {
  if (drift === 0) return [];
  const of = (state: EndpointState["state"]) =>
    endpoints.filter((each) => each.state === state).length;
  const same = of("same");
  const agree = `${counted(same, "endpoint")} ${same === 1 ? "agrees" : "agree"}`;
  const beside = of("beside");
  return [beside === 0 ? `${agree}.` : `${agree}, ${beside} beside the spec.`];
}

/** Formats the report of a project that was recorded. Lists the endpoints that are not as generated. */
export function presentAdoption({ message, data }: Report, view: View): string {
  const { endpoints } = data as AdoptedData;
  const others = endpoints.filter((each) => adoptedWord(each) !== "generated");
  const lines = limited(rows(others, view.style, adoptedWord), view);
  return lines.length === 0 ? message : [message, lines.join("\n")].join("\n\n");
}

/** Formats drift and problems as annotations of GitHub's workflows. */
export function presentAnnotations({ data }: Report): string {
  const { endpoints, problems } = data as ProjectStatus;
  const drift = endpoints.filter(({ state }) => DRIFT.has(state)).map((each) =>
    annotation(each.file, each.line, `${each.state}: ${each.method} ${each.path} ${each.note}`)
  );
  const others = problems.map(({ file, line, message }) => annotation(file, line, message));
  return [...drift, ...others].join("\n");
}

/** Formats one annotation. The format is described in GitHub's "Workflow commands". */
function annotation(file: string | null, line: number | null, message: string): string {
  const place = file === null
    ? ""
    : ` file=${property(file)}${line === null ? "" : `,line=${line}`}`;
  return `::error${place}::${escaped(message.trim())}`;
}

function escaped(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return escaped(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
