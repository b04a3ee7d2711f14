/** Files that a project has under two names, because a folder is a link to another one. */

import type { ProjectPath } from "../../core/project_path.ts";
import type { Project } from "../../project/project.ts";

/**
 * Returns the folders whose entries show which parent folders of the files are links; `null` is the
 * root.
 */
export function foldersToList(paths: readonly ProjectPath[]): readonly (ProjectPath | null)[] {
  return [...new Set(paths.flatMap(foldersOf).map(parentOf))];
}

/**
 * Finds the other names of files that are in linked folders: paths that end in the same way and
 * have the same text. If a file is outside of linked folders, a file with the same text is another
 * file.
 *
 * @param paths The names by which the files are known.
 */
export function otherNames(
  paths: readonly ProjectPath[],
  { files, folders }: Pick<Project, "files" | "folders">,
): ReadonlySet<ProjectPath> {
  const linked = new Map<string, Set<string>>();
  for (const path of paths) {
    const text = files.get(path);
    const link = foldersOf(path).find((folder) => isLink(folder, folders));
    if (text === undefined || link === undefined) continue;
    const end = path.slice(link.length);
    linked.set(end, (linked.get(end) ?? new Set()).add(text));
  }
  if (linked.size === 0) return new Set();
  const known = new Set(paths);
  const others = [...files].filter(([path, text]) =>
    !known.has(path) &&
    foldersOf(path).some((folder) => linked.get(path.slice(folder.length))?.has(text) === true)
  );
  return new Set(others.map(([path]) => path));
}

/** Returns the folders that a path leads through, outermost first. */
function foldersOf(path: ProjectPath): readonly ProjectPath[] {
  const names = path.split("/").slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join("/") as ProjectPath);
}

function parentOf(folder: ProjectPath): ProjectPath | null {
  const end = folder.lastIndexOf("/");
  return end < 0 ? null : folder.slice(0, end) as ProjectPath;
}

/** In a listing, a link to a folder is neither a file nor a folder. */
function isLink(folder: ProjectPath, folders: Project["folders"]): boolean {
  const name = folder.slice(folder.lastIndexOf("/") + 1);
  const entries = folders.get(parentOf(folder)) ?? [];
  return entries.some((entry) => entry.name === name && entry.kind === "other");
}
