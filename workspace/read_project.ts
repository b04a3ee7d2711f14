/** Reading a project's files and folders, nowhere but inside its root. */

import type { Snapshot } from "../core/change_set.ts";
import type { ProjectPath } from "../core/project_path.ts";
import { asReadable, RealPaths } from "./real_paths.ts";
import { STATE_FOLDER, withoutOwnEntries } from "./state_folder.ts";
import { orNullIfAbsent } from "./system_calls.ts";
import { decodeText } from "./text_encoding.ts";
import { AS_IT_IS, entriesInView, placeInView, type UndoneView } from "./undone_view.ts";
import { type Entry, WorkspaceError } from "./workspace.ts";

/** The real path of a root; `null` if it does not exist. */
export function realRoot(root: string): string | null {
  return asReadable(root, () => orNullIfAbsent(() => Deno.realPathSync(root)));
}

/** See {@linkcode Workspace.read}. */
export function readFiles(
  root: string,
  paths: readonly ProjectPath[],
  view: UndoneView = AS_IT_IS,
): Snapshot {
  const found = new Map<ProjectPath, string>();
  const real = realRoot(root);
  if (real === null) return found;
  const places = new RealPaths(real);
  for (const path of paths) {
    const { real, info } = asReadable(path, () => placeInView(places.follow(path), view));
    if (info === null) continue;
    checkIsFile(path, info);
    found.set(path, decodeText(asReadable(path, () => Deno.readFileSync(real))).text);
  }
  return found;
}

/** Refuses what has no text. Reading a pipe would wait for ever. */
export function checkIsFile(path: ProjectPath, info: Deno.FileInfo): void {
  if (info.isFile) return;
  const reason = info.isDirectory ? "Is a directory" : "Not a regular file";
  throw new WorkspaceError("unreadable", path, reason);
}

/** See {@linkcode Workspace.entries}. */
export function listFolder(
  root: string,
  folder: ProjectPath | null,
  view: UndoneView = AS_IT_IS,
): readonly Entry[] {
  const real = realRoot(root);
  if (real === null) return [];
  const places = new RealPaths(real);
  const entries = entriesOf(places, folder, view);
  if (folder === STATE_FOLDER) return withoutOwnEntries(entries);
  if (folder !== null) return entries;
  return entries.filter(({ name, kind }) =>
    name !== STATE_FOLDER || kind !== "folder" ||
    withoutOwnEntries(entriesOf(places, STATE_FOLDER, view)).length > 0
  );
}

function entriesOf(
  places: RealPaths,
  folder: ProjectPath | null,
  view: UndoneView,
): readonly Entry[] {
  const { real, info } = folder === null ? places.top : placeInView(places.follow(folder), view);
  if (info === null) return [];
  const prefix = folder === null ? "" : `${folder}/`;
  return asReadable(folder ?? real, () => entriesInView(real, view))
    .map((entry) => ({
      name: entry.name,
      kind: entry.isSymlink
        ? kindOfLink(places, prefix + entry.name as ProjectPath, view)
        : kindOf(entry),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function kindOfLink(places: RealPaths, path: ProjectPath, view: UndoneView): Entry["kind"] {
  try {
    return placeInView(places.follow(path), view).info?.isFile ? "file" : "other";
  } catch (error) {
    if (error instanceof WorkspaceError) return "other";
    throw error;
  }
}

function kindOf({ isFile, isDirectory }: { isFile: boolean; isDirectory: boolean }): Entry["kind"] {
  if (isFile) return "file";
  return isDirectory ? "folder" : "other";
}
