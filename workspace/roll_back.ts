/** Undoing a change that was journalled but not finished. */

import { join } from "node:path";
import { contentHash, type Journal, type JournalFile, removeJournal } from "./journal.ts";
import { removeFolderIfEmpty } from "./project_lock.ts";
import { RealPaths } from "./real_paths.ts";
import { ownInfo, type StatePaths, statePaths } from "./state_folder.ts";
import { exists, orNullIfAbsent } from "./system_error.ts";

/** Where a file's new version waits and its old version is kept. */
export interface StagedFile {
  readonly fresh: string;
  readonly kept: string;
}

export function stagedFile({ stage }: StatePaths, index: number): StagedFile {
  return { fresh: join(stage, `new-${index}`), kept: join(stage, `old-${index}`) };
}

/**
 * Puts every file back that a change replaced. Each step either was done already or can be done again,
 * so a roll-back that is interrupted is simply started anew.
 */
export function rollBack(root: string, { folders, files }: Journal): void {
  const paths = statePaths(root);
  const places = new RealPaths(root);
  for (const [index, file] of [...files.entries()].reverse()) {
    putBack(places, file, stagedFile(paths, index));
  }
  for (const folder of [...folders].reverse()) {
    removeFolderIfEmpty(places.entry(folder).real);
  }
  orNullIfAbsent(() => removeJournal(paths));
  discardStage(paths);
}

/** Removes what only an unfinished change needs. */
export function discardStage({ stage }: StatePaths): void {
  if (ownInfo(stage, "isDirectory") !== null) Deno.removeSync(stage, { recursive: true });
}

function putBack(places: RealPaths, file: JournalFile, { fresh, kept }: StagedFile): void {
  switch (file.kind) {
    case "create":
      if (!exists(fresh) && isStillAsWritten(places, file)) {
        Deno.renameSync(places.follow(file.path).real, fresh);
      }
      return;
    case "update":
      if (exists(kept) && isStillAsWritten(places, file)) {
        Deno.renameSync(kept, places.follow(file.path).real);
      }
      return;
    case "delete": {
      const { real, info } = places.entry(file.path);
      if (info === null && exists(kept)) Deno.renameSync(kept, real);
    }
  }
}

/** Whether a file has what the change wrote. If not, it was not reached, or somebody edited it since. */
function isStillAsWritten(places: RealPaths, { path, after }: JournalFile): boolean {
  const { real, info } = places.follow(path);
  return info !== null && info.isFile && contentHash(Deno.readFileSync(real)) === after;
}
