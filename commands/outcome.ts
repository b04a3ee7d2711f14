/** What a command hands back: a report, and how people read it. */

import type { Report } from "../core/report.ts";
import type { View } from "../presentation/view.ts";

export interface Outcome {
  readonly report: Report;
  /** The result for people; without one, the report's message is all there is to say. */
  readonly text?: (report: Report, view: View) => string;
  /** What diagnostics may be about, by the path that they name. */
  readonly source?: { readonly path: string; readonly text: string };
  /** Whether there is nothing more to say: a server spoke while it ran. */
  readonly isSaid?: boolean;
  /** Where it is not what the report's status says. */
  readonly exitCode?: number;
}

/** The exit code of a report: 0 done, 1 failed, 2 usage, 3 conflict, 130 interrupted. */
export function exitCodeOf({ status, diagnostics }: Report): number {
  if (status === "refused") return 3;
  if (status !== "failed") return 0;
  const codes = diagnostics.map(({ code }) => code);
  if (codes.includes("interrupted")) return 130;
  const usage = codes.some((code) => code.startsWith("usage-") || code === "type-invalid");
  return usage ? 2 : 1;
}
