/** Planners: pure functions from some of a project's files to a plan. */

import type { Entry, Snapshot } from "../../core/change_set.ts";
import type { ChangeRecord, History, RecordName } from "../../core/history.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import type { Plan } from "./plan.ts";

/** The files and folders that a planner needs. */
export interface Reads {
  /** Files to read. */
  readonly files?: readonly ProjectPath[];
  /** Folders to list; `null` is the root. */
  readonly folders?: readonly (ProjectPath | null)[];
  /**
   * Folders to read with all their files, at any depth. If people renamed the app's package, its
   * folders are also read under the new name, provided that Python files are selected.
   */
  readonly below?: readonly ProjectPath[];
  /** Selects Python files of the project to read; none by default. */
  readonly python?: (path: ProjectPath) => boolean;
  /** Reads the history, and the record that this function selects; `null` for no record. */
  readonly history?: (history: History) => RecordName | null;
}

/** The history of a project, as it was read for a planner. */
export interface ReadHistory {
  readonly list: History;
  /** The selected record; `null` if none was selected, or if the history does not have it. */
  readonly record: ChangeRecord | null;
}

/** The files and folders that were read for a planner. */
export interface ProjectView {
  /** The contents of the files that exist. */
  readonly files: Snapshot;
  /** The entries of the listed folders. */
  readonly folders: ReadonlyMap<ProjectPath | null, readonly Entry[]>;
  /** The files that are links, among those that `below` and `python` selected. */
  readonly links?: ReadonlySet<ProjectPath>;
  /** The history; `undefined` if it was not read, or if the workspace keeps none. */
  readonly history?: ReadHistory | undefined;
}

/**
 * Plans one change to a project. A planner has no effects: the action that runs it reads the files and
 * applies the plan.
 */
export interface Planner<Data = unknown> {
  /** The files and folders to read first. */
  readonly reads: Reads;
  /** Returns the files and folders to read next, for a planner whose second reads depend on the first. */
  readsAfter?(first: ProjectView): Reads;
  /** Returns the plan for a project, from everything that was read. */
  plan(project: ProjectView): Plan<Data>;
}
