/** Failures while a change set is applied. */

import type { ProjectPath } from "../core/project_path.ts";
import { systemReason } from "./system_calls.ts";
import { type ApplyOutcome, type KeptChange, WorkspaceError } from "./workspace.ts";

/**
 * Thrown inside a workspace when it cannot apply changes. The workspace catches the failure and returns its
 * outcome.
 */
export class ApplyFailure extends Error {
  override readonly name = "ApplyFailure";

  constructor(readonly outcome: Exclude<ApplyOutcome, { kind: "applied" }>) {
    super(`${outcome.kind}: ${outcome.path}`);
  }
}

/** Returns the failure for a file that changed after its change was planned. */
export function changed(path: ProjectPath): ApplyFailure {
  return new ApplyFailure({ kind: "changed", path });
}

/** Returns the failure for a change that the system refused. */
export function failed(path: ProjectPath, reason: string): ApplyFailure {
  return new ApplyFailure({ kind: "failed", path, reason });
}

/** Runs a step for one path, and converts errors of the system to a failure for that path. */
export function during<T>(path: ProjectPath, step: () => T): T {
  try {
    return step();
  } catch (error) {
    return refusing(path)(error);
  }
}

/**
 * Returns an error handler that throws errors of the system as failures for a path, and other errors
 * unchanged.
 */
export function refusing(path: ProjectPath): (error: unknown) => never {
  return (error) => {
    const reason = error instanceof WorkspaceError ? error.reason : systemReason(error);
    throw reason === null ? error : failed(path, reason);
  };
}

/**
 * Applies a change set and returns the outcome.
 *
 * @param applying Applies the changes. If the workspace keeps changes, returns the kept change.
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
