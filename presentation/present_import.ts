/** Formats the routes and endpoints of an imported spec, and the operations that it leaves out. */

import type { ImportedSpec } from "../actions/import_openapi.ts";
import { quotable } from "../core/printable.ts";
import type { Report } from "../core/report.ts";
import { nextLines } from "./present.ts";
import { table } from "./style.ts";
import type { View } from "./view.ts";

/**
 * Formats one line for each operation that a spec cannot have. If the spec was not written to a
 * file, a line with the counts comes first.
 */
export function presentImport(report: Report<ImportedSpec>, view: View): string {
  const { status, message, data } = report;
  const isPrinted = status === "unchanged" && data !== null;
  const leftOut = table((data?.leftOut ?? []).map(({ operation, line, reason }) => [
    "  left out",
    quotable(operation, MAX_SHOWN),
    `line ${line}: ${quotable(reason, MAX_SHOWN)}`,
  ]));
  return [
    ...(isPrinted ? [view.style("bold", message)] : []),
    ...leftOut,
    ...nextLines(report),
  ].join("\n");
}

/** Maximum length of a cell. */
const MAX_SHOWN = 150;
