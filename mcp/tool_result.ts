/** Converts answers of tools to results of the protocol: text for agents, and reports for programs. */

import type { Diagnostic, Location } from "../core/diagnostic.ts";
import { printable, quotable } from "../core/printable.ts";
import { grouped, type Report, type ReportChange } from "../core/report.ts";
import { limited, nextLines } from "../presentation/present.ts";
import { listConflicts } from "../presentation/present_conflicts.ts";
import { formatDiagnostic } from "../presentation/present_diagnostic.ts";
import { PLAIN_VIEW } from "../presentation/view.ts";
import { forAgents, messageForAgents } from "./hints.ts";
import type { Answer } from "./tool.ts";

/** Maximum length of lists in texts and reports. Lists are short because agents pay for every line. */
const LIST_LIMIT = PLAIN_VIEW.listLimit;

/** Maximum number of characters of a text, and of all strings in a report together. */
const MAX_CHARACTERS = 500_000;

/** A `CallToolResult` of the protocol. */
export interface ToolResult {
  readonly content: { readonly type: "text"; readonly text: string }[];
  readonly isError?: true;
  readonly structuredContent?: TrimmedReport;
  readonly [key: string]: unknown;
}

/** The outcome of a call. */
export interface Outcome {
  /** The result with all facts as text. Agents get nothing else, so that no fact costs them twice. */
  readonly result: ToolResult;
  /** The facts for programs. */
  readonly report: TrimmedReport;
}

/** A report without empty fields, and without fields that programs do not need. */
export type TrimmedReport = ReturnType<typeof trimmed>;

/** The key in the `_meta` of a call with which programs ask for the report. */
export const REPORT_META_KEY = "layerwright/report";

/** Returns the result of a call: with the report as structured content if the call's `_meta` asks for it. */
export function resultFor(
  meta: object | null | undefined,
  { result, report }: Outcome,
): ToolResult {
  if (Object(meta)[REPORT_META_KEY] !== true) return result;
  const { content, isError } = result;
  return { content, structuredContent: report, ...(isError && { isError }) };
}

/** Converts the answer of a tool. */
export function outcomeOf(given: Answer): Outcome {
  const answer = { ...given, report: reportForAgents(given.report) };
  const content = [{ type: "text" as const, text: words(answer) }];
  return {
    result: isErrorReport(answer.report) ? { content, isError: true } : { content },
    report: trimmed(answer),
  };
}

function reportForAgents(report: Report): Report {
  return {
    ...report,
    message: messageForAgents(report.message, report.command),
    diagnostics: report.diagnostics.map((each) => forAgents(each, report.command)),
  };
}

function isErrorReport({ status }: Report): boolean {
  return status === "failed" || status === "refused";
}

function trimmed({ report, folder = "", diff = false, links }: Answer) {
  const { status, message, next } = report;
  const id = applicableId(report);
  const { shown: { changes, diagnostics, data }, omitted } = cut({
    changes: report.changes.map((each) =>
      trimmedChange(each, folder, diff || isUnexpected(report))
    ),
    diagnostics: report.diagnostics,
    data: report.data,
  });
  return {
    status,
    message,
    ...(id !== null && { change_set: id }),
    ...(changes.length > 0 && { changes }),
    ...(omitted > 0 && { omitted }),
    ...(diagnostics.length > 0 &&
      { diagnostics: diagnostics.map(trimmedDiagnostic) }),
    ...(data !== null && { data }),
    ...(next.length > 0 && { next }),
    ...(links !== undefined && { links }),
  };
}

/** Returns the id of the change set that the next call can pass as `expect`; `null` if there is none. */
function applicableId(report: Report): string | null {
  return report.status === "planned" || isUnexpected(report) ? report.change_set : null;
}

/** Reports whether a call was refused because its change set is not the expected one. */
function isUnexpected({ diagnostics }: Report): boolean {
  return diagnostics.some(({ code }) => code === "plan-differs");
}

function trimmedChange(change: ReportChange, folder: string, withDiff: boolean) {
  const { kind, line, symbol, added, removed, diff } = change;
  const path = change.path.slice(folder.length);
  return {
    kind,
    path,
    ...(symbol !== null && { symbol, line }),
    ...(kind === "update" && { added, removed }),
    ...(withDiff && { diff }),
  };
}

function trimmedDiagnostic({ severity, code, message, hint, where }: Diagnostic) {
  return {
    severity,
    code,
    message,
    ...(hint !== null && { hint }),
    ...(where !== null && !isInValue(where) && { where: placeOf(where) }),
    ...(where !== null && where.pointer !== null && { pointer: where.pointer }),
  };
}

/** Reports whether a location is in the value of an argument, not in a file. */
function isInValue({ line, pointer }: Location): boolean {
  return line === null && pointer !== null;
}

function placeOf({ path, line, column }: Location): string {
  return [path, line, column].filter((part) => part !== null).join(":");
}

/**
 * Shortens the lists in a value. A list ends at the maximum length, or once all strings together have the
 * maximum number of characters. `omitted` is the number of omitted entries.
 */
function cut<Value>(value: Value): { readonly shown: Value; readonly omitted: number } {
  let omitted = 0;
  let room = MAX_CHARACTERS;
  const shown = (part: unknown): unknown => {
    if (Array.isArray(part)) {
      const entries: unknown[] = [];
      for (const entry of part) {
        if (entries.length === LIST_LIMIT || room <= 0) break;
        entries.push(shown(entry));
      }
      omitted += part.length - entries.length;
      return entries;
    }
    if (typeof part === "string") room -= part.length;
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, each]) => [key, shown(each)]));
  };
  return { shown: shown(value) as Value, omitted };
}

/** Truncates a string after the last line that ends within the limit. */
function firstLines(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  const end = text.lastIndexOf("\n", MAX_CHARACTERS);
  const shown = text.slice(0, end === -1 ? MAX_CHARACTERS : end);
  return `${shown}\n\nand ${grouped(text.length - shown.length)} more characters (truncated)`;
}

function words({ report, text, diff = false, links }: Answer): string {
  // If the message only repeats a diagnostic, leaves it out, because the notes include the diagnostic.
  const isDone = !isErrorReport(report) &&
    report.diagnostics.every(({ message }) => message !== report.message);
  // Not all formats of reports have the next steps, so they come below the notes.
  const done = isDone ? (text ?? messageOf)({ ...report, next: [] }, PLAIN_VIEW) : "";
  const result = messageForAgents(done, report.command);
  const notes = limited(report.diagnostics.map(noteOf), PLAIN_VIEW);
  const isNew = isUnexpected(report);
  const collisions = report.status === "refused" && !isNew ? edited(report) : "";
  const dryRun = report.status === "planned" ? "Dry run: nothing was written\n" : "";
  const id = applicableId(report);
  const changeSet = id === null ? "" : `${dryRun}change_set: ${id}`;
  const patches = diff || isNew ? report.changes.map((change) => change.diff ?? "") : [];
  const isNamed = links === undefined || report.next.some((step) => step.includes(links.archive));
  const archive = isNamed ? [] : [`Whole project: ${links.archive}`];
  const next = nextLines(report).join("\n");
  const all = [result, ...notes, collisions, next, changeSet, ...patches, ...archive]
    .filter((part) => part !== "");
  return firstLines(printable(all.join("\n\n")));
}

/** Lists the edited files that conflict with a call, or the edited handlers that the spec changes. */
function edited(report: Report): string {
  const isHandler = report.diagnostics.some(({ code }) => code === "conflict-handler");
  const files = report.changes.map(({ kind, path }) => `  ${isHandler ? kind : "edited"}  ${path}`);
  const handlers = isHandler ? [listConflicts(report, PLAIN_VIEW)] : [];
  return [...handlers, limited(files, PLAIN_VIEW).join("\n")].join("\n\n");
}

function messageOf({ message }: Report): string {
  return message;
}

function noteOf(diagnostic: Diagnostic): string {
  const { hint } = diagnostic;
  const place = placeInWords(diagnostic);
  return [
    formatDiagnostic(diagnostic, PLAIN_VIEW),
    ...(place === "" ? [] : [`  ${place}`]),
    ...(hint === null ? [] : [`Hint: ${hint}`]),
  ].join("\n");
}

/** Returns the location of a diagnostic, unless the message contains its path. */
function placeInWords({ message, where }: Diagnostic): string {
  if (where === null || message.includes(where.path)) return "";
  return isInValue(where) ? quotable(where.pointer ?? "") : placeOf(where);
}
