/** Planners: pure functions from some of a project's files to a plan. */

import type { History, RecordName } from "../../core/history.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import type { Project } from "../../project/project.ts";
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

/**
 * Plans one change to a project. A planner has no effects: the action that runs it reads the files and
 * applies the plan.
 */
export interface Planner<Data = unknown> {
  /** The files and folders to read first. */
  readonly reads: Reads;
  /** Returns the files and folders to read next, for a planner whose second reads depend on the first. */
  readsAfter?(first: Project): Reads;
  /** Whether it settles the conflicts that git left in records. All other planners are refused then. */
  readonly settlesRecords?: boolean;
  /**
   * Returns the plan for a project, from everything that was read. Code that few plans need may be
   * loaded late, with `import()`.
   */
  plan(project: Project): Plan<Data> | Promise<Plan<Data>>;
}

/** A planner that loads no code late. */
export interface SynchronousPlanner<Data = unknown> extends Planner<Data> {
  plan(project: Project): Plan<Data>;
}
