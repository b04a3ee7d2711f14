/** A view of a project as it will be after a rollback, for work that only reads. */

import { basename, dirname, join } from "node:path";
import type { ProjectPath } from "../core/project_path.ts";
import type { Journal } from "./journal.ts";
import { asReadable, type RealPath, RealPaths } from "./real_paths.ts";
import { undoings } from "./roll_back.ts";
import { JOURNAL } from "./state_folder.ts";

/** The differences between the disk and the project after a rollback. */
export interface UndoneView {
  /** The files that the rollback would leave because they were changed since, ordered by path. */
  readonly left: readonly ProjectPath[];
  /**
   * By path: the real path of the kept file for a path that would be restored, or `null` for a path that
   * would be removed.
   */
  readonly moved: ReadonlyMap<string, string | null>;
  /** The entries that would be restored, by the real path of their folder. */
  readonly restored: ReadonlyMap<string, readonly ListedEntry[]>;
}

/** The view of a project that needs no rollback. */
export const AS_IT_IS: UndoneView = { left: [], moved: new Map(), restored: new Map() };

/**
 * Computes the view that a rollback would produce, without rolling back.
 *
 * @throws {WorkspaceError} If the system refuses to read a file.
 */
export function undoneView(root: string, journal: Journal): UndoneView {
  return asReadable(JOURNAL, () => {
    const places = new RealPaths(root);
    const left: ProjectPath[] = [];
    const moved = new Map<string, string | null>();
    for (const { path, undoing } of undoings(root, journal)) {
      if (undoing.kind === "leave") left.push(path);
      if (undoing.kind === "restore") moved.set(undoing.to, undoing.from);
      if (undoing.kind === "withdraw") moved.set(undoing.from, null);
    }
    for (const folder of [...journal.folders].reverse()) {
      const { real, info } = places.entry(folder);
      const isGone = ({ name }: Deno.DirEntry) => moved.get(join(real, name)) === null;
      if (info?.isDirectory && [...Deno.readDirSync(real)].every(isGone)) moved.set(real, null);
    }
    return { left: left.sort(), moved, restored: restoredIn(moved) };
  });
}

function restoredIn(moved: UndoneView["moved"]): UndoneView["restored"] {
  const restored = new Map<string, ListedEntry[]>();
  for (const [place, now] of moved) {
    if (now === null) continue;
    const { isFile, isDirectory, isSymlink } = Deno.lstatSync(now);
    const entry = { name: basename(place), isFile, isDirectory, isSymlink };
    const inFolder = restored.get(dirname(place));
    if (inFolder === undefined) restored.set(dirname(place), [entry]);
    else inFolder.push(entry);
  }
  return restored;
}

/** Returns the present location of the file that the view shows at a path. */
export function placeInView(place: RealPath, { moved }: UndoneView): RealPath {
  const now = moved.get(place.real);
  if (now === undefined) return place;
  return now === null ? { real: place.real, info: null } : { real: now, info: Deno.lstatSync(now) };
}

/** Returns the entries of a folder in the view. `folder` is a real path. */
export function entriesInView(
  folder: string,
  { moved, restored }: UndoneView,
): readonly ListedEntry[] {
  const entries = [...Deno.readDirSync(folder)];
  if (moved.size === 0) return entries;
  const present = entries.filter(({ name }) => moved.get(join(folder, name)) !== null);
  const names = new Set(present.map(({ name }) => name));
  const missing = (restored.get(folder) ?? []).filter(({ name }) => !names.has(name));
  return [...present, ...missing];
}

type ListedEntry = Omit<Deno.DirEntry, "parentPath">;
