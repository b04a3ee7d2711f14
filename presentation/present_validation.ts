/** Formats the report of a valid spec. */

import type { SpecSummary } from "../actions/validate_spec.ts";
import type { Report } from "../core/report.ts";
import { endpointTable, headline, limited, sections } from "./present.ts";
import type { View } from "./view.ts";

/** Formats the report of a valid spec, with what its endpoints check and document. */
export function presentValidation(report: Report, view: View): string {
  const { requests } = report.data as SpecSummary;
  const rows = requests.map((each) => ({ ...each, cells: [`  ${each.method}`, each.path] }));
  return sections(
    headline(report, view.style),
    limited(endpointTable(rows, view), view),
    requests.some(({ hasInteger }) => hasInteger) ? [INTEGERS] : [],
  );
}

const INTEGERS =
  "An integer in a body accepts no 1.5. For any number, write the example with a point, such as 1.0.";
