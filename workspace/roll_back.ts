/** Rolls back an unfinished change, which is a change that still has a journal. */

import { join } from "node:path";
import { hashBytes } from "../core/hash.ts";
import type { ProjectPath } from "../core/project_path.ts";
import { syncFoldersOf } from "./durable.ts";
import { type Journal, type JournalFile, type RemovedFolder, removeJournal } from "./journal.ts";
import { asReadable, type RealPath, RealPaths } from "./real_paths.ts";
import { JOURNAL, ownInfo, type StatePaths, statePaths } from "./state_folder.ts";
import { exists, orNullIfAbsent, tryToRemove } from "./system_calls.ts";

/** The paths of a file's new version and of its old version in the stage. */
export interface StagedFile {
  readonly fresh: string;
  readonly kept: string;
}

/** Returns the paths of a file in the stage, by the file's index in the journal. */
export function stagedFile({ stage }: StatePaths, index: number): StagedFile {
  return { fresh: join(stage, `new-${index}`), kept: join(stage, `old-${index}`) };
}

/** The step that rolls back the change of one file. */
type Undoing =
  /** Puts the old file back. */
  | { readonly kind: "restore"; readonly from: string; readonly to: string }
  /** Removes a file that the change created. */
  | { readonly kind: "withdraw"; readonly from: string; readonly to: string }
  /** The change did not reach this file, or the file is already rolled back. */
  | { readonly kind: "nothing" }
  /** The file was changed again after the interruption, so the rollback does not touch it. */
  | { readonly kind: "leave" };

const NOTHING: Undoing = { kind: "nothing" };
const LEAVE: Undoing = { kind: "leave" };

/**
 * Rolls back the changes to all files. Every step can be repeated, so an interrupted rollback simply starts
 * again.
 *
 * @returns The files that the rollback does not touch because they were changed again after the interruption,
 * ordered by path.
 * @throws {WorkspaceError} If the system refuses a step. The journal stays for a later run.
 */
export function rollBack(root: string, journal: Journal): readonly ProjectPath[] {
  return asReadable(JOURNAL, () => undo(root, journal));
}

/** Finds, for each file of a change, the step that rolls it back. The last file comes first. */
export function* undoings(
  root: string,
  { files }: Journal,
): Iterable<{ readonly path: ProjectPath; readonly undoing: Undoing }> {
  const paths = statePaths(root);
  const places = new RealPaths(root);
  for (const [index, file] of [...files.entries()].reverse()) {
    const undoing = undoingOf(places, file, stagedFile(paths, index));
    yield { path: file.path, undoing };
  }
}

function undo(root: string, journal: Journal): readonly ProjectPath[] {
  const paths = statePaths(root);
  const places = new RealPaths(root);
  const moved: string[] = [];
  const left: ProjectPath[] = [];
  for (const folder of journal.removed) moved.push(...restoredFolder(places, folder));
  for (const { path, undoing } of undoings(root, journal)) {
    if (undoing.kind === "leave") left.push(path);
    if (undoing.kind === "leave" || undoing.kind === "nothing") continue;
    Deno.renameSync(undoing.from, undoing.to);
    moved.push(undoing.from, undoing.to);
  }
  syncFoldersOf(moved);
  for (const folder of [...journal.folders].reverse()) {
    const { real, info } = places.entry(folder);
    // Only an empty folder is removed: a folder with entries stays, and so does anything else at this path.
    if (info?.isDirectory) tryToRemove(() => Deno.removeSync(real));
  }
  orNullIfAbsent(() => removeJournal(paths));
  discardStage(paths);
  return left.sort();
}

/**
 * Creates a folder that the change removed, and returns the paths to sync: the folder's path, or none if the
 * folder exists.
 */
function restoredFolder(places: RealPaths, { path, mode }: RemovedFolder): readonly string[] {
  const { real, info } = places.entry(path);
  if (info !== null) return [];
  Deno.mkdirSync(real);
  if (mode !== null) Deno.chmodSync(real, mode);
  return [real];
}

/** Removes the stage, which only an unfinished change needs. */
export function discardStage({ stage }: StatePaths): void {
  if (ownInfo(stage, "isDirectory") === null) return;
  tryToRemove(() => Deno.removeSync(stage, { recursive: true }));
}

function undoingOf(places: RealPaths, file: JournalFile, staged: StagedFile): Undoing {
  const { kind, path, after } = file;
  if (kind === "delete") return undoingOfDelete(places.entry(path), staged);
  const { real, info } = places.follow(path);
  // If the new version is no longer in the stage, the change has put it in place.
  const isDone = !exists(staged.fresh);
  const isOurs = info?.isFile && hashBytes(Deno.readFileSync(real)) === after;
  if (kind === "create") {
    if (isOurs) return { kind: "withdraw", from: real, to: staged.fresh };
    return isDone && info !== null ? LEAVE : NOTHING;
  }
  if (!exists(staged.kept)) return NOTHING;
  if (isOurs) return { kind: "restore", from: staged.kept, to: real };
  return isDone ? LEAVE : NOTHING;
}

function undoingOfDelete({ real, info }: RealPath, { kept }: StagedFile): Undoing {
  if (!exists(kept)) return NOTHING;
  return info === null ? { kind: "restore", from: kept, to: real } : LEAVE;
}
