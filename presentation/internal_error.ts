/** A mistake of Layerwright's own. */

import { type Diagnostic, error } from "../core/diagnostic.ts";
import { hashText } from "../core/hash.ts";

export interface InternalError {
  /** What people are told, without what happened. */
  readonly diagnostic: Diagnostic;
  /** What happened, for whoever mends it. */
  readonly trace: string;
  /** By which people name it, and the log. */
  readonly id: string;
}

/**
 * Tells of a mistake of Layerwright's own.
 *
 * @param problem What was thrown.
 * @param advice Where the trace can be seen.
 */
export function internalError(problem: unknown, advice: string): InternalError {
  const trace = problem instanceof Error ? problem.stack ?? problem.message : String(problem);
  const id = hashText(trace).slice(8);
  return { diagnostic: error("internal", `Internal error ${id}; ${advice}.`), trace, id };
}
