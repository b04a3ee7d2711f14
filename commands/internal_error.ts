/** The outcome of a command that threw an unexpected exception. */

import { report } from "../core/report.ts";
import { internalError } from "../presentation/internal_error.ts";
import type { Outcome } from "./outcome.ts";

/**
 * Returns the outcome of an unexpected exception.
 *
 * @param problem The thrown value.
 * @param verbose Whether to include the stack trace.
 */
export function internalOutcome(problem: unknown, command: string, verbose: boolean): Outcome {
  const { diagnostic, trace } = internalError(problem, "see --verbose");
  const shown = verbose ? `\n${trace.replace(/^/gm, "  ")}` : "";
  const diagnostics = [{ ...diagnostic, message: `${diagnostic.message}${shown}` }];
  return { report: report(command, "failed", { diagnostics }) };
}
