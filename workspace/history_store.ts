/** The history of a project on disk, in `.layerwright/history/`. */

import { join } from "node:path";
import {
  type ChangeRecord,
  EMPTY_HISTORY,
  type History,
  HISTORY_LIMITS,
  type HistoryStep,
  type NextHistory,
  nextHistory,
  type RecordName,
} from "../core/history.ts";
import { type ProjectPath, projectPath } from "../core/project_path.ts";
import {
  formatHistory,
  formatRecord,
  MAX_LIST_BYTES,
  parseHistory,
  parseRecord,
} from "./history_format.ts";
import { readSameFile } from "./read_same_file.ts";
import { asReadable, type RealPath } from "./real_paths.ts";
import { HISTORY, ownInfo, statePaths } from "./state_folder.ts";
import { orNullIfAbsent } from "./system_calls.ts";
import { placeInView, UNCHANGED_VIEW, type UndoneView } from "./undone_view.ts";
import { WorkspaceError } from "./workspace.ts";

const LIST: ProjectPath = projectPath(`${HISTORY}/list`);

/** A file that makes git ignore the history. Projects without records have no other file that does so. */
const IGNORE: ProjectPath = projectPath(`${HISTORY}/.gitignore`);

/**
 * The permission bits of the history's files. Only the owner may read them, because the history may contain
 * files that no one else may read.
 */
export const HISTORY_FILE_MODE = 0o600;

/** A file of the history to write; `null` to delete it. */
export interface HistoryFile {
  readonly path: ProjectPath;
  readonly content: Uint8Array | null;
}

/**
 * Returns the files of the history that must be written together with a change set.
 *
 * @param root The project's root; it need not exist.
 */
export function historyFiles(
  root: string,
  step: HistoryStep,
  record: ChangeRecord,
): readonly HistoryFile[] {
  const history = historyToContinue(root);
  const isKept = step.kind === "undo" || step.kind === "change" && !step.command.isCreation;
  const content = isKept ? formatRecord(record) : null;
  const next = nextHistory(history ?? EMPTY_HISTORY, {
    step,
    files: record.files.length,
    size: content?.length ?? Infinity,
    time: Date.now(),
  });
  return [
    ...(history === null ? startOf(root) : []),
    { path: LIST, content: formatHistory(next.history) },
    ...(next.kept === null ? [] : [{ path: pathOf(next.kept), content }]),
    ...(step.kind === "redo" && keeps(next, { id: step.id, of: "change" })
      ? withFolders(root, step.id, record.folders)
      : []),
    ...next.dropped.map((name) => ({ path: pathOf(name), content: null })),
  ];
}

function keeps({ dropped }: NextHistory, { id, of }: RecordName): boolean {
  return !dropped.some((each) => each.id === id && each.of === of);
}

/**
 * When a change is redone, replaces the folders in its record by the folders that the redo creates. Other
 * folders of the record exist already, so a person may have created them since the undo, and the next undo
 * must not remove them.
 */
function withFolders(
  root: string,
  id: string,
  folders: ChangeRecord["folders"],
): readonly HistoryFile[] {
  const name: RecordName = { id, of: "change" };
  const record = readRecord(root, name, UNCHANGED_VIEW);
  if (record === null || record.folders.join("\n") === folders.join("\n")) return [];
  return [{ path: pathOf(name), content: formatRecord({ ...record, folders }) }];
}

/** Returns the first files of a new history, and removes the records of a history whose list was lost. */
function startOf(root: string): readonly HistoryFile[] {
  return [
    { path: IGNORE, content: new TextEncoder().encode("*\n") },
    ...orphans(root).map((name) => ({ path: projectPath(`${HISTORY}/${name}`), content: null })),
  ];
}

const RECORD_NAME = /^chg_[0-9a-z]{8}(?:-undo)?\.gz$/;

/** Returns the file names of records, but not more than a history can have. */
function orphans(root: string): readonly string[] {
  const { history } = statePaths(root);
  if (orNullIfAbsent(() => Deno.lstatSync(history)) === null) return [];
  return [...Deno.readDirSync(history)]
    .filter(({ name, isFile }) => isFile && RECORD_NAME.test(name))
    .map(({ name }) => name)
    .slice(0, 2 * HISTORY_LIMITS.entries);
}

/** Returns the list of entries; `null` if the list is missing or invalid, and a new history has to begin. */
function historyToContinue(root: string): History | null {
  try {
    const content = contentOf(root, LIST, MAX_LIST_BYTES, UNCHANGED_VIEW);
    return content && trusted(LIST, () => parseHistory(content));
  } catch (problem) {
    if (problem instanceof WorkspaceError && problem.reason === NOT_OURS) return null;
    throw problem;
  }
}

const REMEDY = "remove .layerwright/history to start a new one";

const NOT_OURS = `Not a history of this project; ${REMEDY}`;

/**
 * Reads the list of entries.
 *
 * @param root The project's root; it need not exist.
 * @throws {WorkspaceError} If the history cannot be read or trusted.
 */
export function readHistory(root: string, view: UndoneView = UNCHANGED_VIEW): History {
  const content = contentOf(root, LIST, MAX_LIST_BYTES, view);
  return content === null ? EMPTY_HISTORY : trusted(LIST, () => parseHistory(content));
}

/**
 * Reads a record; `null` if the history has no such record.
 *
 * @throws {WorkspaceError} If the record cannot be read or trusted.
 */
export function readRecord(root: string, name: RecordName, view: UndoneView): ChangeRecord | null {
  const path = pathOf(name);
  const content = contentOf(root, path, HISTORY_LIMITS.bytes, view);
  return content && trusted(path, () => parseRecord(content));
}

/** Returns the path of a record in the project. */
function pathOf({ id, of }: RecordName): ProjectPath {
  return projectPath(`${HISTORY}/${id}${of === "undo" ? "-undo" : ""}.gz`);
}

/** Reads a file of the history; `null` if it does not exist. */
function contentOf(
  root: string,
  path: ProjectPath,
  limit: number,
  view: UndoneView,
): Uint8Array | null {
  const state = statePaths(root);
  const isThere = ownInfo(state.folder, "isDirectory") !== null &&
    ownInfo(state.history, "isDirectory", REMEDY) !== null;
  const real = join(root, path);
  const found: RealPath = { real, info: isThere ? ownInfo(real, "isFile", REMEDY) : null };
  return asReadable(path, () => {
    const { real, info } = placeInView(found, view);
    if (info === null) return null;
    if (!info.isFile || info.size > limit) throw new WorkspaceError("unreadable", path, NOT_OURS);
    return orNullIfAbsent(() => readSameFile(real, info));
  });
}

function trusted<T>(path: ProjectPath, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    throw new WorkspaceError("unreadable", path, NOT_OURS);
  }
}
