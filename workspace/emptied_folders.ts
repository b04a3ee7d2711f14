/** Finds and removes the folders that a change leaves empty. */

import { join } from "node:path";
import type { ProjectPath } from "../core/project_path.ts";
import { syncFoldersOf } from "./durable.ts";
import type { RemovedFolder } from "./journal.ts";
import { contains, type RealPaths } from "./real_paths.ts";

/** A file that is written or deleted at a real path. */
interface WrittenFile {
  readonly kind: "create" | "update" | "delete";
  readonly target: string;
}

/**
 * Finds the folders that a change empties. Folders that are empty already do not count.
 *
 * @param folders The folders to remove if the change empties them.
 * @returns The folders that the change empties, outermost first.
 */
export function emptiedFolders(
  places: RealPaths,
  folders: readonly ProjectPath[],
  files: readonly WrittenFile[],
): readonly RemovedFolder[] {
  const gone = new Set(files.flatMap(({ kind, target }) => kind === "delete" ? [target] : []));
  const kept = files.flatMap(({ kind, target }) => kind === "delete" ? [] : [target]);
  const removed: RemovedFolder[] = [];
  for (const path of folders.toSorted().reverse()) {
    const { real, info } = places.entry(path);
    if (!info?.isDirectory) continue;
    const entries = [...Deno.readDirSync(real)].map(({ name }) => join(real, name));
    if (entries.length === 0 || !entries.every((entry) => gone.has(entry))) continue;
    if (kept.some((target) => contains(real, target))) continue;
    gone.add(real);
    removed.push({ path, mode: info.mode === null ? null : info.mode & 0o7777 });
  }
  return removed.reverse();
}

/** Removes folders, except those into which another program has put something in the meantime. */
export function removeEmptied(places: RealPaths, removed: readonly RemovedFolder[]): void {
  for (const { path } of removed.toReversed()) {
    const { real } = places.entry(path);
    try {
      Deno.removeSync(real);
    } catch (error) {
      if ([...Deno.readDirSync(real)].length === 0) throw error;
      continue;
    }
    syncFoldersOf([real]);
  }
}
