/** A command's outcome: its report, and how to show it. */

import type { View } from "../presentation/view.ts";
import type { SetupReport } from "../setup/diagnostic.ts";

/** The report of any command, including `setup`, which has diagnostic codes of its own. */
export type CommandReport = SetupReport;

/** The result of a command. */
export interface Outcome {
  readonly report: CommandReport;
  /** Formats the result for people. The default is the report's message. */
  text?(report: CommandReport, view: View): string;
  /**
   * Formats an explanation of a refused run, which replaces the hint. If the text is empty, the
   * hint is printed.
   */
  refusal?(report: CommandReport, view: View): string;
  /** Formats remarks for people, to print on stderr; empty if there are none. */
  notes?(report: CommandReport, view: View): string;
  /**
   * Whether the text is the command's product, such as a spec, so that even `--quiet` prints it.
   */
  readonly isProduct?: boolean;
  /** The last line of a dry run, in place of "Dry run: nothing was written"; empty for no line. */
  readonly remark?: string;
  /**
   * The input file that diagnostics refer to, so that its lines can be shown. `path` is the path in
   * messages.
   */
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
