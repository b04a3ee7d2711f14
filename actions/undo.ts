/** Undoes and redoes change sets. */

import type { Report } from "../core/report.ts";
import { type UndoData, undoPlanner } from "../generators/undo/planner.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { invocationOf } from "./invocation.ts";
import { type RunOptions, runPlanner } from "./run_planner.ts";

/** Options of {@linkcode redo}. */
export interface RedoOptions extends RunOptions {
  /** Keep code that was edited since, and undo or redo the rest; default: `false`, refuse. */
  readonly keepEdited?: boolean;
}

/** Options of {@linkcode undo}. */
export interface UndoOptions extends RedoOptions {
  /**
   * The id of the change set, from {@linkcode history} or from the report of the command that
   * applied it; default: the newest one in effect.
   */
  readonly id?: string;
}

/**
 * Undoes a change set: files, folders and permission bits become what they were before. Later
 * changes stay.
 *
 * @param workspace The project's own folder.
 * @param options The change set, whether code that was edited since stays, and whether to write.
 * @returns The report: `applied` or `planned`; `unchanged` if there is nothing to undo; `refused`
 * if the change set created the project or is no longer in the history, or if people edited its
 * code since.
 *
 * @example
 * ```ts
 * import { createMemoryWorkspace, generateRoute, undo } from "@layerwright/layerwright";
 * import { deepEqual, equal } from "node:assert/strict";
 *
 * const workspace = createMemoryWorkspace({ "README.md": "# Shop\n" });
 * await generateRoute(workspace, "products");
 * const { status } = await undo(workspace);
 * equal(status, "applied");
 * deepEqual([...workspace.files().keys()], ["README.md"]);
 * ```
 */
export function undo(workspace: Workspace, options: UndoOptions = {}): Promise<Report<UndoData>> {
  const { id, keepEdited = false } = options;
  const invocation = invocationOf("undo", options);
  const planner = undoPlanner({ kind: "undo", id: id ?? null, keepEdited });
  return runPlanner({ invocation, workspace, options, planner });
}

/**
 * Redoes the change set that was undone last. After a new change set, nothing can be redone.
 *
 * @param workspace The project's own folder.
 * @param options Whether code that was edited since the undo stays, and whether to write.
 * @returns The report: `applied` or `planned`; `unchanged` if there is nothing to redo; `refused` if files
 * were changed since.
 *
 * @example
 * ```ts
 * import { createMemoryWorkspace, generateRoute, redo, undo } from "@layerwright/layerwright";
 * import { deepEqual } from "node:assert/strict";
 *
 * const workspace = createMemoryWorkspace();
 * await generateRoute(workspace, "products");
 * const generated = workspace.files();
 * await undo(workspace);
 * await redo(workspace);
 * deepEqual(workspace.files(), generated);
 * ```
 */
export function redo(workspace: Workspace, options: RedoOptions = {}): Promise<Report<UndoData>> {
  const { keepEdited = false } = options;
  const invocation = invocationOf("redo", options);
  const planner = undoPlanner({ kind: "redo", id: null, keepEdited });
  return runPlanner({ invocation, workspace, options, planner });
}
