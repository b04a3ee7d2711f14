/** The journal: what a change under way will do, so that a later run can undo it. */

import type { Change } from "../core/change_set.ts";
import { type ProjectPath, projectPath } from "../core/project_path.ts";
import { createFile, syncFoldersOf } from "./durable.ts";
import { readSameFile } from "./read_same_file.ts";
import { JOURNAL, ownInfo, type StatePaths } from "./state_folder.ts";
import { WorkspaceError } from "./workspace.ts";

// In this order, because the next run empties a stage that has no journal.
const NOT_OURS = "Not a journal of this project; look for old files in .layerwright/stage, " +
  "then remove the journal";

/** Of the journal's form, and of the hashes in it. */
const VERSION = 2;

/** One file of a change. Its number in the journal names its staged files. */
export interface JournalFile {
  readonly kind: Change["kind"];
  readonly path: ProjectPath;
  /** The hash of the new content; `null` for a file to be deleted. */
  readonly after: string | null;
}

/** A change under way. */
export interface Journal {
  /** The folders that the change makes, outermost first. */
  readonly folders: readonly ProjectPath[];
  readonly files: readonly JournalFile[];
}

/** Writes the journal to where nobody takes it for one yet. */
export function draftJournal(paths: StatePaths, journal: Journal): void {
  const text = JSON.stringify({ version: VERSION, stage: stageId(paths), ...journal });
  createFile(paths.draft, new TextEncoder().encode(text));
}

/** Makes the draft, which the disk must have, the journal: from here on, the change can be undone. */
export function enterJournal(paths: StatePaths): void {
  Deno.renameSync(paths.draft, paths.journal);
  syncFoldersOf([paths.journal]);
}

/** A stage, told from every other: one that was copied or unpacked is another. */
interface StageId {
  readonly inode: number;
  /** When it was made, in milliseconds; `null` where the file system does not know. */
  readonly born: number | null;
}

/**
 * Tells a journal that was written here from one that came with somebody's files. An archive can bring
 * a stage and a journal that names it, and on a fresh disk its maker may well guess the inode that the
 * stage will get. When it will be unpacked, to the millisecond, nobody can know, and few programs that
 * unpack can set. Where that is not known either, what a journal may do is all that is left: see
 * {@linkcode checkFolders}, and that a roll-back touches no file whose content the journal cannot name.
 */
function stageId({ stage }: StatePaths): StageId | null {
  const info = ownInfo(stage, "isDirectory");
  if (info === null || info.ino === null) return null;
  return { inode: info.ino, born: info.birthtime?.getTime() ?? null };
}

/**
 * Reads the journal that an interrupted run left; `null` if none did.
 *
 * @throws {WorkspaceError} If it is not one that was written in this very place: then nothing that it
 * says may be believed, and only a person can decide.
 */
export function readJournal(paths: StatePaths): Journal | null {
  const info = ownInfo(paths.journal, "isFile");
  if (info === null) return null;
  const content = readSameFile(paths.journal, info);
  if (content === null) throw new WorkspaceError("unreadable", JOURNAL, NOT_OURS);
  try {
    return parseJournal(JSON.parse(new TextDecoder().decode(content)), stageId(paths));
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    throw new WorkspaceError("unreadable", JOURNAL, NOT_OURS);
  }
}

/** Forgets the change: as it stands, the project is the new one. */
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
  checkFolders(folders, files);
  return { folders, files };
}

/** A journal without a stage to undo it from is no journal, whatever it says. */
function isStage(data: unknown, stage: StageId | null): boolean {
  return stage !== null && isRecord(data) && data["inode"] === stage.inode &&
    data["born"] === stage.born;
}

/** Refuses folders that the change had no reason to make, because a roll-back removes them. */
function checkFolders(folders: readonly ProjectPath[], files: readonly JournalFile[]): void {
  for (const folder of folders) {
    const isNeeded = files.some(({ kind, path }) =>
      kind === "create" && path.startsWith(`${folder}/`)
    );
    if (!isNeeded) throw new RangeError("A folder is above no file that is created");
  }
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
