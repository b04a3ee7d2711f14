/** The projects that a caller can open: below a folder on disk, or in a database. */

import type { Diagnostic } from "../core/diagnostic.ts";
import type { ProjectPath } from "../core/project_path.ts";
import type { Workspace } from "./workspace.ts";

/** A project, which may not exist yet. */
export interface Project {
  /** Whether the project's folder exists. */
  readonly exists: boolean;
  /** The name of the folder. */
  readonly name: string;
  /** The real path of the folder, relative to the root of all projects, with slashes; `.` for the root. */
  readonly location: string;
  readonly workspace: Workspace;

  /**
   * Reads a file if `mayRead` allows its real location. Reads exactly the file that was checked, even if a
   * link is swapped during the call.
   *
   * @param mayRead Reports whether a file may be read. Gets the file's real path, relative to the root of all
   * projects, with slashes.
   * @returns The text; `null` if the file does not exist or may not be read.
   * @throws {WorkspaceError} If a link leads out of the project, or the file cannot be read.
   */
  readIf(path: ProjectPath, mayRead: (real: string) => boolean): Promise<string | null>;
}

/** All projects that a caller can open. */
export interface Projects {
  /** Whether file names ignore case. */
  readonly foldsCase: boolean;

  /**
   * Opens a project.
   *
   * @param path A path below the root, or `.` for the root itself.
   * @returns The project, or the problem with the path.
   */
  open(path: string): Promise<Project | Diagnostic>;

  /** Lists the names of up to `limit` generated projects directly below the root, sorted by name. */
  list(limit: number, prefix?: string): Promise<readonly string[]>;
}

/** Implements {@linkcode Project.readIf} for projects without links, such as those in a database. */
export async function readWithoutLinks(
  { name, workspace }: Pick<Project, "name" | "workspace">,
  path: ProjectPath,
  mayRead: (real: string) => boolean,
): Promise<string | null> {
  if (!mayRead(`${name}/${path}`)) return null;
  return (await workspace.read([path])).get(path) ?? null;
}
