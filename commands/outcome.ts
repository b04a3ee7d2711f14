/** A command's outcome: its report, and how to show it. */

import type { View } from "../presentation/view.ts";
import type { SetupReport } from "../setup/diagnostic.ts";

/** The report of any command. It allows the additional diagnostic codes of setup. */
export type CommandReport = SetupReport;

/** The result of a command. */
export interface Outcome {
  readonly report: CommandReport;
  /** Formats the result for people. The default is the report's message. */
  text?(report: CommandReport, view: View): string;
  /** Formats the findings of a refused run, instead of the hint; empty to print the hint. */
  refusal?(report: CommandReport, view: View): string;
  /** Formats the remarks for people, which go to stderr. Without remarks, the text is empty. */
  notes?(report: CommandReport, view: View): string;
  /**
   * Whether the text is the command's product, such as a spec, so that even `--quiet` prints it.
   */
  readonly isProduct?: boolean;
  /** The last line of a preview, instead of "Dry run: nothing was written"; may be empty. */
  readonly remark?: string;
  /** The input whose lines diagnostics refer to, with its path in messages. */
  readonly source?: { readonly path: string; readonly text: string };
  /** Whether to print nothing, because the command already printed its output while it ran. */
  readonly isPrinted?: boolean;
  /** Overrides the exit code of the report. */
  readonly exitCode?: number;
}

/** Returns the exit code of a report: 0 done, 1 failed, 2 usage, 3 conflict, 130 interrupted. */
export function exitCodeOf({ status, diagnostics }: CommandReport): number {
  if (status === "refused") return 3;
  if (status !== "failed") return 0;
  const codes = diagnostics.map(({ code }) => code);
  if (codes.includes("interrupted")) return 130;
  const usage = codes.some((code) => code.startsWith("usage-") || code === "type-invalid");
  return usage ? 2 : 1;
}
