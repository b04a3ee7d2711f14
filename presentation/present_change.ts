/** Formats the reports of `change`. */

import type { Report } from "../core/report.ts";
import { isRecordPath } from "../project/records/records.ts";
import { notedTable } from "./noted_table.ts";
import { headline, limited, nextLines, sections } from "./present.ts";
import type { View } from "./view.ts";

/** Formats the report of a changed endpoint: each changed place. */
export function presentChange(report: Report, view: View): string {
  const rows = report.changes.map(({ kind, path, line, symbol }) => [
    `  ${kind}`,
    line === null || isRecordPath(path) ? path : `${path}:${line}`,
    symbol ?? "",
  ]);
  const lines = limited(notedTable(rows, view.columns), view);
  return sections(headline(report, view.style), lines, nextLines(report));
}
