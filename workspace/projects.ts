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
   * Reads a file if its real location may be read. What is decided upon is the very file that is read,
   * though links may be swapped meanwhile.
   *
   * @param mayRead Decides by the path from the root of all projects, with slashes and no links.
   * @returns The text; `null` if there is no such file, or it may not be read.
   * @throws {WorkspaceError} If a link leads out of the project, or the file cannot be read.
   */
  readIf(path: ProjectPath, mayRead: (real: string) => boolean): Promise<string | null>;
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

/** Does what {@linkcode Project.readIf} does in a project of a database, where there are no links. */
export async function readWithoutLinks(
  { name, workspace }: Pick<Project, "name" | "workspace">,
  path: ProjectPath,
  mayRead: (real: string) => boolean,
): Promise<string | null> {
  if (!mayRead(`${name}/${path}`)) return null;
  return (await workspace.read([path])).get(path) ?? null;
}
