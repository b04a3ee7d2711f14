/** The journal of a change in progress. With the journal, a later run can roll back an interrupted change. */

import type { Change } from "../core/change_set.ts";
import { type ProjectPath, projectPath } from "../core/project_path.ts";
import { createFile, syncFoldersOf } from "./durable.ts";
import { readSameFile } from "./read_same_file.ts";
import { JOURNAL, ownInfo, type StatePaths } from "./state_folder.ts";
import { WorkspaceError } from "./workspace.ts";

// People must look for old files first: once the journal is removed, the next run empties the stage.
const NOT_OURS = "Not a journal of this project; look for old files in .layerwright/stage, " +
  "then remove the journal";

/** Version of the journal's format and of its hashes. */
const VERSION = 3;

/**
 * Maximum bytes of a journal, because one that came with a stranger's files could fill the memory. The journal
 * of a change of 50,000 files has a tenth of this.
 */
const MAX_BYTES = 64 * 1024 * 1024;

/** One file of a change. The names of the staged files contain the file's index in the journal. */
export interface JournalFile {
  readonly kind: Change["kind"];
  readonly path: ProjectPath;
  /** The hash of the new content; `null` for a deletion. */
  readonly after: string | null;
}

/** A folder that a change removes. */
export interface RemovedFolder {
  readonly path: ProjectPath;
  /** The permission bits; `null` if the system has no permission bits. */
  readonly mode: number | null;
}

/** A change in progress. */
export interface Journal {
  /** The folders that the change creates, outermost first. */
  readonly folders: readonly ProjectPath[];
  /** The folders that the change removes, outermost first. */
  readonly removed: readonly RemovedFolder[];
  readonly files: readonly JournalFile[];
}

/** Writes the journal as a draft, which other runs ignore. */
export function draftJournal(paths: StatePaths, journal: Journal): void {
  const text = JSON.stringify({ version: VERSION, stage: stageId(paths), ...journal });
  createFile(paths.draft, new TextEncoder().encode(text));
}

/**
 * Turns the draft into the journal. The draft must have been synced. From now on, a later run can roll the
 * change back.
 */
export function enterJournal(paths: StatePaths): void {
  Deno.renameSync(paths.draft, paths.journal);
  syncFoldersOf([paths.journal]);
}

/** The identity of a stage. A copied or unpacked stage has a different identity. */
interface StageId {
  readonly inode: number;
  /** Creation time in milliseconds since 1970; `null` if the file system does not record creation times. */
  readonly born: number | null;
}

/**
 * Returns the identity of the stage. A journal contains the identity of its stage, so a journal that came
 * with other files is recognized. The inode alone is not enough: an archive can contain a stage with a
 * journal, and an attacker may guess the inode that the stage gets when it is unpacked on a fresh disk. But
 * an attacker cannot know the millisecond at which the archive is unpacked, and few programs can set the
 * creation time. If the file system does not record creation times, only the limits of a rollback protect the
 * project. A rollback creates and removes only folders that pass {@linkcode checkFolders}. It replaces and
 * removes only files whose content has the hash in the journal. It restores a deleted file only if nothing is
 * at its path.
 */
function stageId({ stage }: StatePaths): StageId | null {
  const info = ownInfo(stage, "isDirectory");
  if (info === null || info.ino === null) return null;
  return { inode: info.ino, born: info.birthtime?.getTime() ?? null };
}

/**
 * Reads the journal of an interrupted run. Returns `null` if no run was interrupted.
 *
 * @throws {WorkspaceError} If the journal was not written in this folder. Such a journal cannot be trusted,
 * so a person must decide what to do.
 */
export function readJournal(paths: StatePaths): Journal | null {
  const info = ownInfo(paths.journal, "isFile");
  if (info === null) return null;
  const content = info.size > MAX_BYTES ? null : readSameFile(paths.journal, info);
  if (content === null) throw new WorkspaceError("unreadable", JOURNAL, NOT_OURS);
  try {
    return parseJournal(JSON.parse(new TextDecoder().decode(content)), stageId(paths));
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    throw new WorkspaceError("unreadable", JOURNAL, NOT_OURS);
  }
}

/** Removes the journal, which commits the change. */
export function removeJournal(paths: StatePaths): void {
  Deno.removeSync(paths.journal);
  syncFoldersOf([paths.journal]);
}

function parseJournal(data: unknown, stage: StageId | null): Journal {
  if (!isRecord(data) || data["version"] !== VERSION || !isStage(data["stage"], stage)) {
    throw new RangeError("Written elsewhere, or by another version");
  }
  const files = asArray(data["files"]).map(asJournalFile);
  const folders = asArray(data["folders"]).map(asPath);
  const removed = asArray(data["removed"]).map(asRemovedFolder);
  checkFolders(folders, files, "create");
  checkFolders(removed.map(({ path }) => path), files, "delete");
  return { folders, removed, files };
}

/** Reports whether a journal belongs to this stage. A journal without a stage is invalid. */
function isStage(data: unknown, stage: StageId | null): boolean {
  return stage !== null && isRecord(data) && data["inode"] === stage.inode &&
    data["born"] === stage.born;
}

/**
 * Rejects folders that have nothing to do with the change. This check is necessary because a rollback removes
 * all folders that the journal lists as created, and creates all folders that the journal lists as removed.
 */
function checkFolders(
  folders: readonly ProjectPath[],
  files: readonly JournalFile[],
  kind: "create" | "delete",
): void {
  for (const folder of folders) {
    const isNeeded = files.some((each) => each.kind === kind && each.path.startsWith(`${folder}/`));
    if (!isNeeded) throw new RangeError(`A folder is above no file to ${kind}`);
  }
}

function asRemovedFolder(data: unknown): RemovedFolder {
  if (!isRecord(data)) throw new RangeError("A folder is not an object");
  const { path, mode } = data as Record<keyof RemovedFolder, unknown>;
  const isMode = mode === null ||
    typeof mode === "number" && Number.isInteger(mode) && mode >= 0 && mode <= 0o7777;
  if (!isMode) throw new RangeError("A folder has no mode");
  return { path: asPath(path), mode };
}

function asJournalFile(data: unknown): JournalFile {
  if (!isRecord(data)) throw new RangeError("A file is not an object");
  const { kind, path, after } = data as Record<keyof JournalFile, unknown>;
  if (kind !== "create" && kind !== "update" && kind !== "delete") {
    throw new RangeError("A file has no kind");
  }
  if (after !== null && typeof after !== "string") throw new RangeError("A file has no hash");
  return { kind, path: asPath(path), after };
}

function asPath(data: unknown): ProjectPath {
  if (typeof data !== "string") throw new RangeError("A path is not text");
  return projectPath(data);
}

function asArray(data: unknown): readonly unknown[] {
  if (!Array.isArray(data)) throw new RangeError("A list is missing");
  return data;
}

function isRecord(data: unknown): data is Readonly<Record<string, unknown>> {
  return typeof data === "object" && data !== null;
}
