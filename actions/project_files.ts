/** Finds the Python files of a project. */

import { isProjectPath, type ProjectPath } from "../core/project_path.ts";
import { recordsIn, routeRecordsIn } from "../project/records.ts";
import { RECORDS_FOLDER, type RouteRecord } from "../project/route_record.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** Names of folders that do not contain the project's own code. */
const SKIPPED = new Set([
  "__pycache__",
  "build",
  "dist",
  "env",
  "node_modules",
  "site-packages",
  "venv",
]);

/** Finds all files in a folder of a project and in the folders below it. */
export async function filesBelow(
  workspace: Workspace,
  root: ProjectPath,
): Promise<readonly ProjectPath[]> {
  const found: ProjectPath[] = [];
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const { name, kind } of await workspace.entries(folder)) {
      const path = `${folder}/${name}`;
      if (!isProjectPath(path)) continue;
      if (kind === "file") found.push(path);
      if (kind === "folder") folders.push(path);
    }
  }
  return found;
}

/** Reads the records of a project's routes, by the routes' names. */
export async function routeRecords(
  workspace: Workspace,
): Promise<ReadonlyMap<string, RouteRecord>> {
  const folders = new Map([[RECORDS_FOLDER, await workspace.entries(RECORDS_FOLDER)]]);
  return routeRecordsIn(await workspace.read(recordsIn(folders)));
}

/** Finds the Python files of a project, in all folders that can contain its own code. */
export async function pythonFiles(workspace: Workspace): Promise<readonly ProjectPath[]> {
  const found: ProjectPath[] = [];
  const folders: (ProjectPath | null)[] = [null];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const { name, kind } of await workspace.entries(folder)) {
      if (!isProjectPath(name)) continue;
      const path = folder === null ? name : `${folder}/${name}` as ProjectPath;
      if (kind === "file" && name.endsWith(".py")) found.push(path);
      if (kind === "folder" && !SKIPPED.has(name) && !name.startsWith(".")) folders.push(path);
    }
  }
  return found;
}
