/** Creates a project: writes it to a staging folder beside its final path, then renames that folder. */

import { dirname, join } from "node:path";
import type { Change } from "../core/change_set.ts";
import type { HistoryStep } from "../core/history.ts";
import type { ProjectPath } from "../core/project_path.ts";
import { changed, during, failed } from "./apply_failure.ts";
import { HISTORY_FILE_MODE, historyFiles } from "./history_store.ts";
import { isStagingName, newStagingName } from "./own_folder.ts";
import { removeLockFile, tryLockProject } from "./project_lock.ts";
import { HISTORY, STATE_FOLDER, statePaths } from "./state_folder.ts";
import { ensureFolder, exists, systemReason, tryToRemove } from "./system_calls.ts";
import { WorkspaceError } from "./workspace.ts";

/** A project under construction. The lock tells other runs that the creating run is still alive. */
interface Staging {
  readonly folder: string;
  readonly lock: Deno.FsFile;
}

/**
 * Creates a project at a root that does not exist.
 *
 * @param step The first change in the project's history; `undefined` for no history.
 * @throws {ApplyFailure} If the project cannot be created. Everything that was created so far has then been
 * removed.
 */
export function createProject(
  root: string,
  changes: readonly [Change, ...Change[]],
  step?: HistoryStep,
): void {
  for (const { kind, path } of changes) if (kind !== "create") throw changed(path);
  const { path } = changes[0];
  const parents = missingParents(root);
  try {
    for (const parent of parents) during(path, () => ensureFolder(parent));
    stageAndRename(root, changes, step);
  } catch (error) {
    for (const parent of parents.reverse()) tryToRemove(() => Deno.removeSync(parent));
    throw error;
  }
}

/** Returns the missing folders above a root, outermost first. */
function missingParents(root: string): string[] {
  const parent = dirname(root);
  return exists(parent) ? [] : [...missingParents(parent), parent];
}

function stageAndRename(
  root: string,
  changes: readonly [Change, ...Change[]],
  step: HistoryStep | undefined,
): void {
  const { path } = changes[0];
  const { folder, lock } = during(path, () => makeStaging(root, path));
  using held = lock;
  try {
    writeFiles(folder, changes);
    if (step !== undefined) startHistory(folder, step, changes);
    // Windows does not rename a folder that contains an open file.
    if (Deno.build.os === "windows") held.close();
    putInPlace(folder, root, path);
  } catch (error) {
    removeStaging(folder);
    throw error;
  }
  removeLockFile(statePaths(root));
}

function makeStaging(root: string, path: ProjectPath): Staging {
  for (;;) {
    const folder = join(dirname(root), newStagingName(root));
    Deno.mkdirSync(folder);
    const attempt = tryLockProject(statePaths(folder));
    if (attempt.kind === "held") return { folder, lock: attempt.file };
    // If the folder is gone, another run has removed it before it was locked, so this run tries again.
    if (attempt.kind === "refused" && exists(folder)) {
      removeLockFile(statePaths(folder));
      tryToRemove(() => Deno.removeSync(folder));
      throw failed(path, attempt.reason);
    }
  }
}

function writeFiles(folder: string, changes: readonly Change[]): void {
  const made = new Set<string>();
  for (const { path, after } of changes) {
    const file = join(folder, path);
    const parent = dirname(file);
    during(path, () => {
      if (!made.has(parent)) Deno.mkdirSync(parent, { recursive: true });
      made.add(parent);
      Deno.writeTextFileSync(file, after ?? "", { createNew: true });
    });
  }
}

/** Writes the history of a new project. The first entry needs no record, because a creation cannot be undone. */
function startHistory(folder: string, step: HistoryStep, changes: readonly Change[]): void {
  if (step.kind !== "change") throw new Error("A project that does not exist has nothing to undo");
  const creation: HistoryStep = { ...step, command: { ...step.command, isCreation: true } };
  const files = changes.map(({ path }) => ({ path, before: null, after: null }));
  during(HISTORY, () => {
    Deno.mkdirSync(statePaths(folder).history, { mode: 0o700 });
    for (const { path, content } of historyFiles(folder, creation, { files, folders: [] })) {
      const options = { createNew: true, mode: HISTORY_FILE_MODE };
      if (content !== null) Deno.writeFileSync(join(folder, path), content, options);
    }
  });
}

function putInPlace(folder: string, root: string, path: ProjectPath): void {
  try {
    Deno.renameSync(folder, root);
  } catch (error) {
    const reason = systemReason(error);
    if (reason === null) throw error;
    throw exists(root) ? changed(path) : failed(path, reason);
  }
}

/** Removes the staging folders of runs that died while they created this project. */
export function removeStaleStagings(root: string): void {
  tryToRemove(() => {
    for (const { name, isDirectory } of Deno.readDirSync(dirname(root))) {
      if (isDirectory && isStagingName(name, root)) removeIfStale(join(dirname(root), name));
    }
  });
}

function removeIfStale(folder: string): void {
  try {
    const attempt = tryLockProject(statePaths(folder));
    if (attempt.kind !== "held") return;
    using _held = attempt.file;
    removeStaging(folder);
  } catch (error) {
    // Ignores a folder that has the name of a staging folder, but was not created by Layerwright.
    if (!(error instanceof WorkspaceError)) throw error;
  }
}

/**
 * Removes a staging folder whose lock the caller holds. Removes the lock last, so that a later run can finish
 * an interrupted removal.
 */
function removeStaging(folder: string): void {
  const state = statePaths(folder);
  tryToRemove(() => {
    removeAllBut(STATE_FOLDER, folder);
    removeAllBut("lock", state.folder);
    removeLockFile(state);
    Deno.removeSync(folder);
  });
}

function removeAllBut(kept: string, folder: string): void {
  for (const { name } of Deno.readDirSync(folder)) {
    if (name !== kept) Deno.removeSync(join(folder, name), { recursive: true });
  }
}
