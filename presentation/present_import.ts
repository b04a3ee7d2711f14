/** Formats the routes and endpoints of an imported spec, and the operations that it leaves out. */

import type { ImportedSpec, LeftOutOperation } from "../actions/import_openapi.ts";
import { quotable } from "../core/printable.ts";
import { grouped, type Report } from "../core/report.ts";
import { limited, nextLines } from "./present.ts";
import { table } from "./style.ts";
import type { View } from "./view.ts";

/**
 * Formats one line for each operation that a spec cannot have, or one for each reason if there are
 * more than the view's limit. If the spec was not written to a file, a line with the counts comes
 * first.
 */
export function presentImport(report: Report<ImportedSpec>, view: View): string {
  const { status, message, data } = report;
  const isPrinted = status === "unchanged" && data !== null;
  const leftOut = data?.leftOut ?? [];
  const rows = leftOut.length > view.listLimit ? rowsByReason(leftOut) : leftOut.map(rowOf);
  const isShortened = rows.length < leftOut.length;
  return [
    ...(isPrinted ? [view.style("bold", message)] : []),
    ...limited(table(rows), view),
    ...(isShortened ? [`  one line for each reason${view.listHint}`] : []),
    ...nextLines(report),
  ].join("\n");
}

function rowOf({ operation, line, reason }: LeftOutOperation): readonly string[] {
  const words = `line ${line}: ${quotable(reason, MAX_SHOWN)}`;
  return ["  left out", quotable(operation, MAX_SHOWN), words];
}

function rowsByReason(leftOut: readonly LeftOutOperation[]): readonly (readonly string[])[] {
  const byReason = Map.groupBy(leftOut, ({ reason }) => reason).values();
  return [...byReason].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const [word = "", operation = "", why = ""] = rowOf(first);
    const more = others.length === 0 ? "" : ` and ${grouped(others.length)} more`;
    return [[word, operation + more, why]];
  });
}

/** Maximum length of a cell. */
const MAX_SHOWN = 150;
