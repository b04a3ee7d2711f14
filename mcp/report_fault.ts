/** What went wrong in the server: told to whoever minds it, and to agents as far as it is theirs. */

import { type Diagnostic, error } from "../core/diagnostic.ts";
import { Outage, OUTAGE_MESSAGE } from "../core/outage.ts";
import { internalError } from "../presentation/internal_error.ts";

/** Who hears what went wrong. */
export interface FaultListener {
  /**
   * Hears of mistakes of Layerwright's own.
   *
   * @param id What the caller was told, by which the trace is found.
   */
  onBug(trace: string, id: string): void;
  /** Hears why the database does not answer, where projects are in one. */
  onOutage?(reason: string): void;
}

/** Reports what was thrown, and returns what the caller may know of it. */
export function reportFault(problem: unknown, { onBug, onOutage }: FaultListener): Diagnostic {
  if (problem instanceof Outage) {
    onOutage?.(problem.message);
    return error("database-unavailable", `${OUTAGE_MESSAGE}.`);
  }
  const { diagnostic, trace, id } = internalError(problem, "see the server's log");
  onBug(trace, id);
  return diagnostic;
}
