/** Undoing a change that was journalled but not finished. */

import { join } from "node:path";
import { hashBytes } from "../core/hash.ts";
import type { ProjectPath } from "../core/project_path.ts";
import { syncFoldersOf } from "./durable.ts";
import { type Journal, type JournalFile, removeJournal } from "./journal.ts";
import { asReadable, type Place, RealPaths } from "./real_paths.ts";
import { JOURNAL, ownInfo, type StatePaths, statePaths } from "./state_folder.ts";
import { exists, orNullIfAbsent, tryToRemove } from "./system_calls.ts";

/** Where a file's new version waits and its old version is kept. */
export interface StagedFile {
  readonly fresh: string;
  readonly kept: string;
}

/** Where the file of that number in the journal is staged. */
export function stagedFile({ stage }: StatePaths, index: number): StagedFile {
  return { fresh: join(stage, `new-${index}`), kept: join(stage, `old-${index}`) };
}

/** What undoes the change of one file. */
type Undoing =
  /** Puts the old file back. */
  | { readonly kind: "restore"; readonly from: string; readonly to: string }
  /** Takes a file away that was not there before. */
  | { readonly kind: "withdraw"; readonly from: string; readonly to: string }
  /** The change did not get that far, or is undone. */
  | { readonly kind: "nothing" }
  /** Somebody changed the file since: then it is theirs. */
  | { readonly kind: "leave" };

const NOTHING: Undoing = { kind: "nothing" };
const LEAVE: Undoing = { kind: "leave" };

/**
 * Puts every file back that a change replaced. Each step either was done already or can be done again,
 * so a roll-back that is interrupted is simply started anew.
 *
 * @returns The files that somebody changed since, ordered by path. They stay as they are.
 * @throws {WorkspaceError} If the system refuses a step: then the journal stays, for a later run.
 */
export function rollBack(root: string, journal: Journal): readonly ProjectPath[] {
  return asReadable(JOURNAL, () => undo(root, journal));
}

/** Finds out, for one file of a change after the other, what undoes it; last files first. */
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
  for (const { path, undoing } of undoings(root, journal)) {
    if (undoing.kind === "leave") left.push(path);
    if (undoing.kind === "leave" || undoing.kind === "nothing") continue;
    Deno.renameSync(undoing.from, undoing.to);
    moved.push(undoing.from, undoing.to);
  }
  syncFoldersOf(moved);
  for (const folder of [...journal.folders].reverse()) {
    const { real, info } = places.entry(folder);
    // Unless somebody put something in it, or something else in its place.
    if (info?.isDirectory) tryToRemove(() => Deno.removeSync(real));
  }
  orNullIfAbsent(() => removeJournal(paths));
  discardStage(paths);
  return left.sort();
}

/** Removes what only an unfinished change needs. */
export function discardStage({ stage }: StatePaths): void {
  if (ownInfo(stage, "isDirectory") === null) return;
  tryToRemove(() => Deno.removeSync(stage, { recursive: true }));
}

function undoingOf(places: RealPaths, file: JournalFile, staged: StagedFile): Undoing {
  const { kind, path, after } = file;
  if (kind === "delete") return undoingOfDelete(places.entry(path), staged);
  const { real, info } = places.follow(path);
  // The new version was moved from there, unless the change did not get that far.
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

function undoingOfDelete({ real, info }: Place, { kept }: StagedFile): Undoing {
  if (!exists(kept)) return NOTHING;
  return info === null ? { kind: "restore", from: kept, to: real } : LEAVE;
}
