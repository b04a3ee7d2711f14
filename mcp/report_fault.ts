/** Reports exceptions. The server's log gets the details, and the agent gets a safe message. */

import { type Diagnostic, error } from "../core/diagnostic.ts";
import { Outage, OUTAGE_MESSAGE } from "../core/outage.ts";
import { internalError } from "../presentation/internal_error.ts";

/** Receives the details of exceptions. */
export interface FaultListener {
  /**
   * Called with an unexpected exception.
   *
   * @param trace The stack trace.
   * @param id The exception's identifier. The message for the caller contains the same identifier.
   */
  onBug(trace: string, id: string): void;
  /** Called with the cause of a database outage, if projects are stored in a database. */
  onOutage?(reason: string): void;
}

/** Reports an exception to the listener, and returns the diagnostic for the caller. */
export function reportFault(problem: unknown, { onBug, onOutage }: FaultListener): Diagnostic {
  if (problem instanceof Outage) {
    onOutage?.(problem.message);
    return error("database-unavailable", `${OUTAGE_MESSAGE}.`);
  }
  const { diagnostic, trace, id } = internalError(problem, "see the server's log");
  onBug(trace, id);
  return diagnostic;
}
