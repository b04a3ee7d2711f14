/** A mistake of Layerwright's own. */

import { error } from "../core/diagnostic.ts";
import { hashText } from "../core/hash.ts";
import { report } from "../core/report.ts";
import type { Outcome } from "./outcome.ts";

/**
 * What a command says of a mistake of Layerwright's own: only with `--verbose` what happened.
 *
 * @param problem What was thrown.
 */
export function internalOutcome(problem: unknown, command: string, verbose: boolean): Outcome {
  const trace = problem instanceof Error ? problem.stack ?? problem.message : String(problem);
  const id = hashText(trace).slice(0, 8);
  const shown = verbose ? `\n${trace.replace(/^/gm, "  ")}` : "";
  const diagnostic = error("internal", `Internal error ${id}; see --verbose.${shown}`);
  return { report: report(command, "failed", { diagnostics: [diagnostic] }) };
}
