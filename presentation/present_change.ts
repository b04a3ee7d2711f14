/** Formats the reports of `change`. */

import type { Report, ReportChange } from "../core/report.ts";
import { isRecordPath } from "../project/records/records.ts";
import { notedTable } from "./noted_table.ts";
import { headline, limited, nextLines, sections } from "./present.ts";
import type { View } from "./view.ts";

/** Formats the report of a changed endpoint: each changed place. */
export function presentChange(report: Report, view: View): string {
  const rows = report.changes.map((each) => [`  ${each.kind}`, placeOf(each), each.symbol ?? ""]);
  const lines = limited(notedTable(rows, view.columns), view);
  return sections(headline(report, view.style), lines, nextLines(report));
}

/** Only imports change outside of the definitions of a module. */
function placeOf({ path, line, symbol }: ReportChange): string {
  const isPlace = symbol !== null || !path.endsWith(".py") && !isRecordPath(path);
  return line === null || !isPlace ? path : `${path}:${line}`;
}
