/** Finds all files of a project. */

import { type ProjectPath, projectPath } from "../core/project_path.ts";
import type { Workspace } from "./workspace.ts";

/** Returns the paths of all files of a project, in no particular order. */
export async function allFiles(
  workspace: Pick<Workspace, "entries">,
): Promise<readonly ProjectPath[]> {
  const found: ProjectPath[] = [];
  const folders: (ProjectPath | null)[] = [null];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const { name, kind } of await workspace.entries(folder)) {
      // Checks only the name, because the folder's path was checked already.
      const checked = projectPath(name);
      const path = folder === null ? checked : `${folder}/${checked}` as ProjectPath;
      if (kind === "file") found.push(path);
      if (kind === "folder") folders.push(path);
    }
  }
  return found;
}
