/** Finds the Python files of a project. */

import type { Snapshot } from "../core/change_set.ts";
import { isProjectPath, type ProjectPath } from "../core/project_path.ts";
import { MANIFEST_PATH } from "../project/records/manifest.ts";
import { recordsIn, routeRecordsIn } from "../project/records/records.ts";
import { RECORDS_FOLDER, type RouteRecord } from "../project/records/route_record.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** Names of folders that only tools write to. */
const SKIPPED = new Set(["__pycache__", "node_modules", "site-packages"]);

/** Files and folders that only the top folder of a virtual environment has: of `venv` and of conda. */
const OF_ENVIRONMENTS = new Set(["pyvenv.cfg", "conda-meta"]);

/** Matches the folders below `build` in which setuptools writes copies of the project's code. */
const BUILT = /^(?:lib$|lib\.|bdist\.|__editable__\.)/;

/** A file that a listing of a project's folders found. */
export interface FoundFile {
  readonly path: ProjectPath;
  readonly isLink: boolean;
}

/** Finds all files in a folder of a project and in the folders below it. */
export async function filesBelow(
  workspace: Workspace,
  root: ProjectPath,
): Promise<readonly FoundFile[]> {
  const found: FoundFile[] = [];
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const { name, kind, isLink = false } of await workspace.entries(folder)) {
      const path = `${folder}/${name}`;
      if (!isProjectPath(path)) continue;
      if (kind === "file") found.push({ path, isLink });
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

/** Reads the files of a project's records. */
export async function recordFiles(workspace: Workspace): Promise<Snapshot> {
  const folders = new Map([[RECORDS_FOLDER, await workspace.entries(RECORDS_FOLDER)]]);
  return await workspace.read([MANIFEST_PATH, ...recordsIn(folders)]);
}

/**
 * Finds the Python files of a project, in all folders that can contain its own code. A folder named
 * `build`, `dist` or `env` can be one of its packages.
 */
export async function findPython(workspace: Workspace): Promise<readonly FoundFile[]> {
  const found: FoundFile[] = [];
  const folders: (ProjectPath | null)[] = [null];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await workspace.entries(folder);
    const has = (names: ReadonlySet<string>) => entries.some(({ name }) => names.has(name));
    if (folder !== null && has(OF_ENVIRONMENTS)) continue;
    const isOfBuilds = folder === "build" && !has(PACKAGE);
    for (const { name, kind, isLink = false } of entries) {
      if (!isProjectPath(name)) continue;
      const path = folder === null ? name : `${folder}/${name}` as ProjectPath;
      if (kind === "file" && name.endsWith(".py")) found.push({ path, isLink });
      const isSkipped = SKIPPED.has(name) || name.startsWith(".") ||
        isOfBuilds && BUILT.test(name);
      if (kind === "folder" && !isSkipped) folders.push(path);
    }
  }
  return found;
}

/** The file that makes a folder a package. */
const PACKAGE = new Set(["__init__.py"]);

/** Reads the files that {@linkcode findPython} finds. */
export async function readPython(workspace: Workspace): Promise<Snapshot> {
  return await workspace.read((await findPython(workspace)).map(({ path }) => path));
}
