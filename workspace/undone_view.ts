/** A view of a project as it will be after a rollback, for work that only reads. */

import { basename, dirname, join } from "node:path";
import type { ProjectPath } from "../core/project_path.ts";
import type { Journal } from "./journal.ts";
import { asReadable, type RealPath, RealPaths } from "./real_paths.ts";
import { undoings } from "./roll_back.ts";
import { JOURNAL } from "./state_folder.ts";

/** The differences between the disk and the project after a rollback. */
export interface UndoneView {
  /**
   * The files that the rollback would not touch because they were changed after the interruption, ordered by
   * path.
   */
  readonly left: readonly ProjectPath[];
  /**
   * By real path: the path of the kept old file if the rollback would restore the file, or `null` if the
   * rollback would remove it.
   */
  readonly moved: ReadonlyMap<string, string | null>;
  /** The entries that the rollback would restore, by the real path of their folder. */
  readonly restored: ReadonlyMap<string, readonly ListedEntry[]>;
  /**
   * The folders that the rollback would create again, by real path. The values are the file information of
   * another folder, because these folders do not exist yet.
   */
  readonly recreated: ReadonlyMap<string, Deno.FileInfo>;
}

/** The view of a project that needs no rollback. */
export const UNCHANGED_VIEW: UndoneView = {
  left: [],
  moved: new Map(),
  restored: new Map(),
  recreated: new Map(),
};

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
    const recreated = recreatedFolders(root, journal);
    return { left: left.sort(), moved, restored: restoredIn(moved, recreated), recreated };
  });
}

function recreatedFolders(root: string, { removed }: Journal): UndoneView["recreated"] {
  const places = new RealPaths(root);
  const folder = Deno.lstatSync(root);
  return new Map(
    removed.flatMap(({ path }) => {
      const { real, info } = places.entry(path);
      return info === null ? [[real, folder]] : [];
    }),
  );
}

function restoredIn(
  moved: UndoneView["moved"],
  recreated: UndoneView["recreated"],
): UndoneView["restored"] {
  const files = [...moved].flatMap(([place, now]) =>
    now === null ? [] : [[place, Deno.lstatSync(now)] as const]
  );
  const entries = [...files, ...recreated].map(([place, info]) => {
    const { isFile, isDirectory, isSymlink } = info;
    return { folder: dirname(place), name: basename(place), isFile, isDirectory, isSymlink };
  });
  return Map.groupBy(entries, ({ folder }) => folder);
}

/** Returns the real location of the file that the view shows at a path. */
export function placeInView(place: RealPath, { moved, recreated }: UndoneView): RealPath {
  const folder = recreated.get(place.real);
  if (folder !== undefined) return { real: place.real, info: folder };
  const now = moved.get(place.real);
  if (now === undefined) return place;
  return now === null ? { real: place.real, info: null } : { real: now, info: Deno.lstatSync(now) };
}

/** Returns the entries of a folder in the view. `folder` is a real path. */
export function entriesInView(
  folder: string,
  { moved, restored, recreated }: UndoneView,
): readonly ListedEntry[] {
  const entries = recreated.has(folder) ? [] : [...Deno.readDirSync(folder)];
  if (moved.size === 0) return entries;
  const present = entries.filter(({ name }) => moved.get(join(folder, name)) !== null);
  const names = new Set(present.map(({ name }) => name));
  const missing = (restored.get(folder) ?? []).filter(({ name }) => !names.has(name));
  return [...present, ...missing];
}

type ListedEntry = Omit<Deno.DirEntry, "parentPath">;
