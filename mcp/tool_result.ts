/** Reports, as agents get them: trimmed to what they need, as values and in words. */

import type { Diagnostic } from "../core/diagnostic.ts";
import { printable } from "../core/printable.ts";
import type { Report, ReportChange } from "../core/report.ts";
import { formatDiagnostic } from "../presentation/present_diagnostic.ts";
import { PLAIN_VIEW } from "../presentation/view.ts";
import type { JsonSchema } from "../spec/schema.ts";
import { agentHint } from "./hints.ts";
import type { Answer } from "./tool.ts";

/** Lists stop here: an agent pays for every line. */
const LIST_LIMIT = 100;

/** A `CallToolResult` of the protocol. */
export interface ToolResult {
  readonly content: { readonly type: "text"; readonly text: string }[];
  readonly structuredContent: Record<string, unknown>;
  readonly isError?: true;
  readonly [key: string]: unknown;
}

/** The JSON Schema of what a tool answers. */
export function outputSchema(data: JsonSchema): JsonSchema {
  const list = { type: "array", items: { type: "object" } };
  return {
    type: "object",
    properties: {
      status: { enum: ["planned", "applied", "unchanged", "refused", "failed"] },
      message: { type: "string" },
      changes: list,
      omitted: { type: "integer", description: "Changes not listed" },
      diagnostics: list,
      data,
      next: { type: "array", items: { type: "string" } },
    },
    required: ["status", "message"],
  };
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
function trimmed({ report, folder = "", diff = false }: Answer): Record<string, unknown> {
  const { command, status, message, changes, diagnostics, data, next } = report;
  const shown = changes.slice(0, LIST_LIMIT).map((change) => trimmedChange(change, folder, diff));
  return {
    status,
    message,
    ...(changes.length > 0 && { changes: shown }),
    ...(changes.length > shown.length && { omitted: changes.length - shown.length }),
    ...(diagnostics.length > 0 &&
      { diagnostics: diagnostics.map((each) => trimmedDiagnostic(each, command)) }),
    ...(data !== null && { data: limited(data) }),
    ...(next.length > 0 && { next }),
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
  const place = where === null ? "" : placeOf(where);
  return {
    severity,
    code,
    message,
    ...(hint !== null && { hint }),
    ...(place !== "" && { where: place }),
    ...(where !== null && where.pointer !== null && { pointer: where.pointer }),
  };
}

function placeOf({ path, line, column }: NonNullable<Diagnostic["where"]>): string {
  return [path, line, column].filter((part) => part !== null).join(":");
}

/** A report's data with no list longer than bearable. */
function limited(data: unknown): unknown {
  if (Array.isArray(data)) return data.slice(0, LIST_LIMIT).map(limited);
  if (typeof data !== "object" || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, limited(value)]));
}

function words({ report, text, diff = false }: Answer): string {
  // Where the message is that of a diagnostic, there is no result to tell of.
  const isDone = !isErrorReport(report) &&
    report.diagnostics.every(({ message }) => message !== report.message);
  const result = isDone ? [(text ?? messageOf)(report, PLAIN_VIEW)] : [];
  const notes = report.diagnostics.map((each) => noteOf(each, report.command));
  const collisions = report.status === "refused" ? edited(report) : "";
  const dryRun = report.status === "planned" ? ["Dry run: nothing was written"] : [];
  const patches = diff ? report.changes.map((change) => change.diff ?? "") : [];
  const all = [...result, ...notes, collisions, ...dryRun, ...patches].filter((part) =>
    part !== ""
  );
  return printable(all.join("\n\n"));
}

/** The files that keep a call from being done. */
function edited({ changes }: Report): string {
  return changes.map(({ path }) => `  edited  ${path}`).join("\n");
}

function messageOf({ message }: Report): string {
  return message;
}

function noteOf(diagnostic: Diagnostic, command: string): string {
  const { message, where } = diagnostic;
  const hint = agentHint(diagnostic, command);
  const isPlaced = where === null || message.includes(where.path);
  return [
    formatDiagnostic(diagnostic, PLAIN_VIEW),
    ...(isPlaced ? [] : [`  ${placeOf(where)}`]),
    ...(hint === null ? [] : [`Hint: ${hint}`]),
  ].join("\n");
}
