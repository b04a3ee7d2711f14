/** Formats the status of a project. */

import type { ProjectStatus } from "../actions/project_status.ts";
import { counted, type Report } from "../core/report.ts";
import { type AdoptedData, adoptedWord } from "../generators/adopt/planner.ts";
import { DRIFT, type EndpointState } from "../generators/compare/project_state.ts";
import { limited, nextLines } from "./present.ts";
import { partLines } from "./present_inspection.ts";
import { type StateRow, stateRows } from "./state_rows.ts";
import { wrap } from "./style.ts";
import type { View } from "./view.ts";

/**
 * What the status lists besides drift: notable endpoints, all endpoints, or also the other parts of
 * the project.
 */
export type Listed = "notable" | "endpoints" | "everything";

/**
 * Formats endpoints with their states.
 *
 * @param listed What to list besides drift.
 */
export function presentStatus(report: Report, view: View, listed: Listed): string {
  const data = report.data as ProjectStatus;
  const isListed = (each: EndpointState) => listed !== "notable" || isNotable(each);
  const drift = data.endpoints.filter(({ state }) => DRIFT.has(state));
  const others = data.endpoints.filter((each) => !DRIFT.has(each.state) && isListed(each));
  const listedRows = [...drift, ...others].map(rowOf);
  const rows = stateRows(listedRows, view);
  const width = listedRows.reduce(
    (widest, { word }) => Math.max(widest, word.length),
    DELETED.length,
  );
  const blocks = [
    limited(rows.slice(0, drift.length), view),
    [...limited(rows.slice(drift.length), view), ...deletedLines(data, width, view)],
    limited(problemLines(data), view),
    limited(unreadLines(data), view),
    listed === "everything" ? partLines(data, view) : [],
    [...closing(data), ...nextLines(report)],
  ];
  return [
    report.message,
    ...blocks.filter((lines) => lines.length > 0)
      .map((lines) => lines.join("\n")),
  ].join("\n\n");
}

/** Reports whether people edited or moved the code of an endpoint. */
export function isNotable({ code }: EndpointState): boolean {
  return code === "edited" || code === "moved";
}

function rowOf({ state, code, method, path, file, line, note }: EndpointState): StateRow {
  const isDrift = DRIFT.has(state);
  const place = file === null ? "" : `${file}:${line}`;
  return {
    word: !isDrift && (code === "edited" || code === "moved") ? code : state,
    isDrift,
    method,
    path,
    note: state === "unregistered" ? [place, note].join("\n") : note === "" ? place : note,
  };
}

const DELETED = "deleted";

/** @param width Width of the column of words. */
function deletedLines(
  { deleted }: ProjectStatus,
  width: number,
  { columns }: View,
): readonly string[] {
  if (deleted.length === 0) return [];
  const indent = width + 4;
  return [`  ${DELETED.padEnd(width)}  ${wrap(deleted.join(", "), indent, columns, indent)}`];
}

function problemLines({ problems }: ProjectStatus): readonly string[] {
  return problems.flatMap(({ file, line, message, hint }) => [
    `  problem  ${file}:${line}  ${message}`,
    ...(hint === undefined ? [] : [`           ${hint}`]),
  ]);
}

function unreadLines({ unread }: ProjectStatus): readonly string[] {
  return unread.map(({ file, line, message }) => `  unread  ${file}:${line}  ${message}`);
}

function closing({ endpoints, drift, generator }: ProjectStatus): readonly string[] {
  if (drift === 0) return [];
  const of = (state: EndpointState["state"]) =>
    endpoints.filter((each) => each.state === state).length;
  const [same, beside] = [of("same"), of("beside")];
  if (generator === null && same === 0) return [];
  const agree = `${counted(same, "endpoint")} ${same === 1 ? "agrees" : "agree"}`;
  if (beside === 0) return [`${agree}.`];
  return [`${agree}, ${beside} ${beside === 1 ? "is" : "are"} beside the spec.`];
}

/**
 * Formats the report of an adopted project. Lists the endpoints whose code differs from generated
 * code.
 */
export function presentAdoption({ message, data }: Report, view: View): string {
  const { endpoints } = data as AdoptedData;
  const others = endpoints.filter((each) => adoptedWord(each) !== "generated");
  const rows = others.map((each) => ({ ...rowOf(each), word: adoptedWord(each) }));
  const lines = limited(stateRows(rows, view), view);
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

/** Formats one annotation. GitHub documents the format as "Workflow commands". */
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
