/** Diagnostics for bugs in Layerwright. */

import { type Diagnostic, error } from "../core/diagnostic.ts";
import { hashText } from "../core/hash.ts";

/** An unexpected exception. */
export interface InternalError {
  /** The message for the user, without details. */
  readonly diagnostic: Diagnostic;
  /** The stack trace, for developers. */
  readonly trace: string;
  /** An identifier that is in both the message and the log. */
  readonly id: string;
}

/**
 * Describes an unexpected exception.
 *
 * @param problem The thrown value.
 * @param advice The end of the message, such as where to find the trace.
 */
export function internalError(problem: unknown, advice: string): InternalError {
  const trace = problem instanceof Error ? problem.stack ?? problem.message : String(problem);
  const id = hashText(trace).slice(8);
  return { diagnostic: error("internal", `Internal error ${id}; ${advice}.`), trace, id };
}
