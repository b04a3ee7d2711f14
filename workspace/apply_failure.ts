/** How applying a change set stops halfway. */

import type { ProjectPath } from "../core/project_path.ts";
import { systemReason } from "./system_calls.ts";
import { type ApplyOutcome, type KeptChange, WorkspaceError } from "./workspace.ts";

/** Thrown inside a workspace, and returned by it as the outcome. */
export class ApplyFailure extends Error {
  override readonly name = "ApplyFailure";

  constructor(readonly outcome: Exclude<ApplyOutcome, { kind: "applied" }>) {
    super(`${outcome.kind}: ${outcome.path}`);
  }
}

/** The file is not what the change was planned upon. */
export function changed(path: ProjectPath): ApplyFailure {
  return new ApplyFailure({ kind: "changed", path });
}

/** The change could not be made. */
export function failed(path: ProjectPath, reason: string): ApplyFailure {
  return new ApplyFailure({ kind: "failed", path, reason });
}

/** Runs a step for one path; what the system refuses becomes a failure of that path. */
export function during<T>(path: ProjectPath, step: () => T): T {
  try {
    return step();
  } catch (error) {
    return refusing(path)(error);
  }
}

/** Throws what the system refused as a failure of a path, and anything else as it is. */
export function refusing(path: ProjectPath): (error: unknown) => never {
  return (error) => {
    const reason = error instanceof WorkspaceError ? error.reason : systemReason(error);
    throw reason === null ? error : failed(path, reason);
  };
}

/**
 * Runs everything and returns how it ended.
 *
 * @param applying Returns the change, if it is kept.
 */
export async function outcomeOf(
  applying: () => void | Promise<void> | Promise<KeptChange>,
): Promise<ApplyOutcome> {
  try {
    const change = await applying();
    return change === undefined ? { kind: "applied" } : { kind: "applied", change };
  } catch (error) {
    if (error instanceof ApplyFailure) return error.outcome;
    throw error;
  }
}
