/** Undoing a change that was journalled but not finished. */

import { join } from "node:path";
import { syncFoldersOf } from "./durable.ts";
import { contentHash, type Journal, type JournalFile, removeJournal } from "./journal.ts";
import { asReadable, RealPaths } from "./real_paths.ts";
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

interface Move {
  readonly from: string;
  readonly to: string;
}

/**
 * Puts every file back that a change replaced. Each step either was done already or can be done again,
 * so a roll-back that is interrupted is simply started anew.
 *
 * @throws {WorkspaceError} If the system refuses a step: then the journal stays, for a later run.
 */
export function rollBack(root: string, journal: Journal): void {
  asReadable(JOURNAL, () => undo(root, journal));
}

function undo(root: string, { folders, files }: Journal): void {
  const paths = statePaths(root);
  const places = new RealPaths(root);
  const moves: Move[] = [];
  for (const [index, file] of [...files.entries()].reverse()) {
    const move = undoing(places, file, stagedFile(paths, index));
    if (move === null) continue;
    Deno.renameSync(move.from, move.to);
    moves.push(move);
  }
  syncFoldersOf(moves.flatMap(({ from, to }) => [from, to]));
  for (const folder of [...folders].reverse()) {
    const { real, info } = places.entry(folder);
    // Unless somebody put something in it, or something else in its place.
    if (info?.isDirectory) tryToRemove(() => Deno.removeSync(real));
  }
  orNullIfAbsent(() => removeJournal(paths));
  discardStage(paths);
}

/** Removes what only an unfinished change needs. */
export function discardStage({ stage }: StatePaths): void {
  if (ownInfo(stage, "isDirectory") === null) return;
  tryToRemove(() => Deno.removeSync(stage, { recursive: true }));
}

/**
 * What undoes the change of one file. Nothing, if the change did not get that far, or if somebody
 * edited the file since: then it is theirs.
 */
function undoing(
  places: RealPaths,
  { kind, path, after }: JournalFile,
  { fresh, kept }: StagedFile,
): Move | null {
  if (kind === "delete") {
    const { real, info } = places.entry(path);
    return info === null && exists(kept) ? { from: kept, to: real } : null;
  }
  const { real, info } = places.follow(path);
  if (!info?.isFile || contentHash(Deno.readFileSync(real)) !== after) return null;
  if (kind === "create") return { from: real, to: fresh };
  return exists(kept) ? { from: kept, to: real } : null;
}
