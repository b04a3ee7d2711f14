/** Where the projects of one person are: below a folder of the disk, or in a database. */

import type { Diagnostic } from "../core/diagnostic.ts";
import type { ProjectPath } from "../core/project_path.ts";
import type { Workspace } from "./workspace.ts";

/** A project that may not exist yet. */
export interface Project {
  /** Whether there is a folder. */
  readonly exists: boolean;
  /** The name of its folder. */
  readonly name: string;
  /** The folder's real location: a path from the root of all projects, with slashes; `.` for the root. */
  readonly location: string;
  readonly workspace: Workspace;

  /**
   * Finds the real location of a file, with all links followed.
   *
   * @returns A path from the root of all projects, with slashes. The file need not exist.
   * @throws {WorkspaceError} If a link leads out of the project, or cannot be followed.
   */
  realPath(path: ProjectPath): string;
}

/** All projects that a caller may reach. */
export interface Projects {
  /** Whether `A` and `a` are the same name there. */
  readonly foldsCase: boolean;

  /**
   * Opens a project.
   *
   * @param path A path below the root, or `.` for the root itself.
   * @returns The project, or why there can be none at that path.
   */
  open(path: string): Promise<Project | Diagnostic>;

  /** The paths of projects that Layerwright generated, ordered, at most so many. */
  list(limit: number, prefix?: string): Promise<readonly string[]>;
}
