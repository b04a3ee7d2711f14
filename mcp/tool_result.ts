/** Reports, as agents get them: trimmed to what they need, as values and in words. */

import type { Diagnostic } from "../core/diagnostic.ts";
import { printable, quotable } from "../core/printable.ts";
import type { Report, ReportChange } from "../core/report.ts";
import { limited } from "../presentation/present.ts";
import { formatDiagnostic } from "../presentation/present_diagnostic.ts";
import { PLAIN_VIEW } from "../presentation/view.ts";
import { agentHint } from "./hints.ts";
import type { Answer } from "./tool.ts";

/** Lists stop here, in values as in words: an agent pays for every line. */
const LIST_LIMIT = PLAIN_VIEW.listLimit;

/** A `CallToolResult` of the protocol. */
export interface ToolResult {
  readonly content: { readonly type: "text"; readonly text: string }[];
  readonly structuredContent: Record<string, unknown>;
  readonly isError?: true;
  readonly [key: string]: unknown;
}

/** What the protocol answers a call with. */
export function toolResult(answer: Answer): ToolResult {
  const { report } = answer;
  const result = {
    content: [{ type: "text" as const, text: words(answer) }],
    structuredContent: trimmed(answer),
  };
  return isErrorReport(report) ? { ...result, isError: true } : result;
}

function isErrorReport({ status }: Report): boolean {
  return status === "failed" || status === "refused";
}

/** The report without what is empty, and without what an agent has no use for. */
function trimmed({ report, folder = "", diff = false, links }: Answer): Record<string, unknown> {
  const { command, status, message, next } = report;
  const { shown: { changes, diagnostics, data }, omitted } = cut({
    changes: report.changes,
    diagnostics: report.diagnostics,
    data: report.data,
  });
  return {
    status,
    message,
    ...(changes.length > 0 &&
      { changes: changes.map((each) => trimmedChange(each, folder, diff)) }),
    ...(omitted > 0 && { omitted }),
    ...(diagnostics.length > 0 &&
      { diagnostics: diagnostics.map((each) => trimmedDiagnostic(each, command)) }),
    ...(data !== null && { data }),
    ...(next.length > 0 && { next }),
    ...(links !== undefined && { links }),
  };
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

function trimmedDiagnostic(diagnostic: Diagnostic, command: string) {
  const { severity, code, message, where } = diagnostic;
  const hint = agentHint(diagnostic, command);
  return {
    severity,
    code,
    message,
    ...(hint !== null && { hint }),
    ...(where !== null && !isInValue(where) && { where: placeOf(where) }),
    ...(where !== null && where.pointer !== null && { pointer: where.pointer }),
  };
}

type Place = NonNullable<Diagnostic["where"]>;

/** Whether a place is in a value that an agent gave, which has no file. */
function isInValue({ line, pointer }: Place): boolean {
  return line === null && pointer !== null;
}

function placeOf({ path, line, column }: Place): string {
  return [path, line, column].filter((part) => part !== null).join(":");
}

/** A value with no list longer than bearable, and how many entries that leaves out. */
function cut<Value>(value: Value): { readonly shown: Value; readonly omitted: number } {
  let omitted = 0;
  const shown = (part: unknown): unknown => {
    if (Array.isArray(part)) {
      omitted += Math.max(0, part.length - LIST_LIMIT);
      return part.slice(0, LIST_LIMIT).map(shown);
    }
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, each]) => [key, shown(each)]));
  };
  return { shown: shown(value) as Value, omitted };
}

function words({ report, text, diff = false, links }: Answer): string {
  // Where the message is that of a diagnostic, there is no result to tell of.
  const isDone = !isErrorReport(report) &&
    report.diagnostics.every(({ message }) => message !== report.message);
  const result = isDone ? [(text ?? messageOf)(report, PLAIN_VIEW)] : [];
  const notes = limited(
    report.diagnostics.map((each) => noteOf(each, report.command)),
    PLAIN_VIEW,
  );
  const collisions = report.status === "refused" ? edited(report) : "";
  const dryRun = report.status === "planned" ? ["Dry run: nothing was written"] : [];
  const patches = diff ? report.changes.map((change) => change.diff ?? "") : [];
  const isNamed = links === undefined || report.next.some((step) => step.includes(links.archive));
  const archive = isNamed ? [] : [`Whole project: ${links.archive}`];
  const all = [...result, ...notes, collisions, ...dryRun, ...patches, ...archive]
    .filter((part) => part !== "");
  return printable(all.join("\n\n"));
}

/** The files that keep a call from being done. */
function edited({ changes }: Report): string {
  return limited(changes.map(({ path }) => `  edited  ${path}`), PLAIN_VIEW).join("\n");
}

function messageOf({ message }: Report): string {
  return message;
}

function noteOf(diagnostic: Diagnostic, command: string): string {
  const hint = agentHint(diagnostic, command);
  const place = placeInWords(diagnostic);
  return [
    formatDiagnostic(diagnostic, PLAIN_VIEW),
    ...(place === "" ? [] : [`  ${place}`]),
    ...(hint === null ? [] : [`Hint: ${hint}`]),
  ].join("\n");
}

/** Where a diagnostic is, unless its message says so. */
function placeInWords({ message, where }: Diagnostic): string {
  if (where === null || message.includes(where.path)) return "";
  return isInValue(where) ? quotable(where.pointer ?? "") : placeOf(where);
}
