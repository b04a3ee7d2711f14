/** How a command ends at a mistake of Layerwright's own. */

import { report } from "../core/report.ts";
import { internalError } from "../presentation/internal_error.ts";
import type { Outcome } from "./outcome.ts";

/**
 * What a command says of such a mistake: only with `--verbose` what happened.
 *
 * @param problem What was thrown.
 */
export function internalOutcome(problem: unknown, command: string, verbose: boolean): Outcome {
  const { diagnostic, trace } = internalError(problem, "see --verbose");
  const shown = verbose ? `\n${trace.replace(/^/gm, "  ")}` : "";
  const diagnostics = [{ ...diagnostic, message: `${diagnostic.message}${shown}` }];
  return { report: report(command, "failed", { diagnostics }) };
}
