/**
 * Changes files of an existing project, all or none.
 *
 * The run stages and syncs the new files, keeps each old file as a hard link, and writes a journal of
 * the changes. Then it renames the files into place. Removing the journal commits the change. Until
 * then, this run or a later one can roll everything back.
 */

import type { Change, TextEncoding } from "../core/change_set.ts";
import type { HistoryStep, RecordedFile } from "../core/history.ts";
import { hashBytes } from "../core/hash.ts";
import type { ProjectPath } from "../core/project_path.ts";
import { isDeclaredNarrow } from "../python/source_encoding.ts";
import { changed, during, failed, refusing } from "./apply_failure.ts";
import { createFile, foldersOf, sync, syncFoldersOf } from "./durable.ts";
import { emptiedFolders, removeEmptied } from "./emptied_folders.ts";
import { HISTORY_FILE_MODE, type HistoryFile, historyFiles } from "./history_store.ts";
import { draftJournal, enterJournal, removeJournal } from "./journal.ts";
import { keepOwnerAndMode } from "./owner_and_mode.ts";
import { checkIsFile, checkReadable, listFolder } from "./read_project.ts";
import { readSameFile } from "./read_same_file.ts";
import { RealPaths } from "./real_paths.ts";
import { discardStage, rollBack, type StagedFile, stagedFile } from "./roll_back.ts";
import { HISTORY, isProtectedPath, JOURNAL, type StatePaths, statePaths } from "./state_folder.ts";
import { exists, orNullIfAbsent, systemReason } from "./system_calls.ts";
import { type DecodedText, decodeText, encodeText } from "./text_encoding.ts";
import type { ApplyDetails } from "./workspace.ts";

/** The replacement, creation or deletion of one file, after its check against the disk. */
interface Edit {
  readonly kind: Change["kind"];
  readonly path: ProjectPath;
  /**
   * The real path of the file to replace or delete. If the file is a link, an update replaces the link's
   * target, and a deletion deletes the link itself.
   */
  readonly target: string;
  readonly info: Deno.FileInfo | null;
  readonly content: Uint8Array | null;
  /** The file before and after the change, for the history; absent for the history's own files. */
  readonly recorded?: RecordedFile;
  /** The permission bits to set; by default, the bits of the replaced or recorded file. */
  readonly mode?: number;
}

/**
 * Applies changes to a project. The caller must hold the project's lock.
 *
 * @param root The real path of the project.
 * @throws {ApplyFailure} If a change cannot be applied. All changes have then been rolled back.
 */
export async function editProject(
  root: string,
  changes: readonly Change[],
  { step, emptied = [] }: ApplyDetails = {},
): Promise<void> {
  const places = new RealPaths(root);
  const changed = changes.map((change) => during(change.path, () => checkChange(places, change)));
  const kept = step === undefined ? [] : continueHistory(root, places, step, changed);
  const edits = [...changed, ...kept];
  const journal = {
    folders: missingFolders(places, edits),
    removed: during(JOURNAL, () => emptiedFolders(places, emptied, edits)),
    files: edits.map(({ kind, path, content }) => ({
      kind,
      path,
      after: content && hashBytes(content),
    })),
  };
  const paths = statePaths(root);
  const wasEmpty = listFolder({ path: root, within: null }, null).length === 0;
  try {
    // Only the owner may enter the stage, because it may contain files that no one else may read.
    during(JOURNAL, () => Deno.mkdirSync(paths.stage, { mode: 0o700 }));
    const staged = edits.flatMap((edit, index) => stageEdit(edit, stagedFile(paths, index)));
    during(JOURNAL, () => draftJournal(paths, journal));
    // In an empty project, new files are not synced: there is nothing to lose, and syncing thousands of files
    // takes long.
    await syncStage(paths, wasEmpty ? [] : staged);
    during(JOURNAL, () => enterJournal(paths));
    for (const folder of journal.folders) {
      during(folder, () => makeFolder(places.entry(folder).real, modeOfFolder(folder)));
    }
    edits.forEach((edit, index) =>
      during(edit.path, () => putInPlace(edit, stagedFile(paths, index)))
    );
    removeEmptied(places, journal.removed);
    await sync(remainingFolders(edits), refusing(JOURNAL));
    during(JOURNAL, () => removeJournal(paths));
  } catch (error) {
    rollBack(root, journal);
    throw error;
  }
  discardStage(paths);
}

function missingFolders(places: RealPaths, edits: readonly Edit[]): readonly ProjectPath[] {
  return [...new Set(edits.flatMap(({ path }) => places.missingFolders(path)))];
}

/**
 * Returns the changes to the history's files for a change set. They are journalled together with the change
 * set.
 */
function continueHistory(
  root: string,
  places: RealPaths,
  step: HistoryStep,
  edits: readonly Edit[],
): readonly Edit[] {
  const files = edits.flatMap(({ recorded }) => recorded ?? []);
  const record = { files, folders: missingFolders(places, edits) };
  return during(HISTORY, () => historyFiles(root, step, record))
    .flatMap((file) => during(file.path, () => historyEdit(places, file)));
}

function historyEdit(places: RealPaths, { path, content }: HistoryFile): readonly Edit[] {
  const { real, info } = places.entry(path);
  if (info !== null) checkIsFile(path, info);
  if (content === null) {
    return info === null ? [] : [{ kind: "delete", path, target: real, info, content }];
  }
  const kind = info === null ? "create" : "update";
  return [{ kind, path, target: real, info, content, mode: HISTORY_FILE_MODE }];
}

/** Returns the folders of the written files, except folders that were removed. */
function remainingFolders(edits: readonly Edit[]): readonly string[] {
  return foldersOf(edits.map(({ target }) => target)).filter(exists);
}

/** A staged file, and its path in the project. */
interface Written {
  readonly file: string;
  readonly path: ProjectPath;
}

/** Waits until the disk has stored the staged files and the journal. */
async function syncStage(paths: StatePaths, written: readonly Written[]): Promise<void> {
  const owners = new Map(written.map(({ file, path }) => [file, path]));
  const all = [...owners.keys(), paths.draft, paths.stage];
  await sync(all, (error, file) => refusing(owners.get(file) ?? JOURNAL)(error));
}

function checkChange(places: RealPaths, change: Change): Edit {
  const { kind, path } = change;
  const { real, info } = places.follow(path);
  const entry = places.entry(path);
  const target = kind === "delete" ? entry.real : real;
  if (isProtectedPath(places.relative(target))) {
    throw failed(path, "A link leads to files of git or of Layerwright");
  }
  const current = info === null ? null : readForUpdate(path, kind, real, info);
  if ((current?.text ?? null) !== change.before) throw changed(path);
  const encoding = encodingAfter(places, change, current);
  const form = kind === "create" ? change.form : undefined;
  const after = change.after === null ? null : {
    text: change.after,
    encoding,
    mode: form?.mode ?? modeOf(info),
  };
  return {
    kind,
    path,
    target,
    info,
    content: encodeAfter(change, encoding),
    recorded: {
      path,
      before: current && {
        ...current,
        mode: modeOf(info),
        ...(kind === "delete" && entry.info?.isSymlink && { link: Deno.readLinkSync(entry.real) }),
      },
      after,
    },
  };
}

function modeOf(info: Deno.FileInfo | null): number | null {
  return info === null || info.mode === null ? null : info.mode & 0o7777;
}

function readForUpdate(
  path: ProjectPath,
  kind: Change["kind"],
  real: string,
  info: Deno.FileInfo,
): DecodedText {
  checkReadable(path, info);
  // Renaming ignores the write protection of a file, so this code checks for the permission that an editor
  // would need.
  if (kind === "update") Deno.openSync(real, { write: true }).close();
  return decodeText(readChecked(path, real, info));
}

function readChecked(path: ProjectPath, real: string, info: Deno.FileInfo): Uint8Array {
  const content = readSameFile(real, info);
  if (content === null) throw changed(path);
  return content;
}

function encodingAfter(
  places: RealPaths,
  change: Change,
  current: DecodedText | null,
): TextEncoding {
  switch (change.kind) {
    case "create":
      return change.form?.encoding ??
        (change.like === undefined ? "utf-8" : encodingOf(places, change.like));
    case "update":
      return change.form?.encoding ??
        (keepsEncoding(change) ? current?.encoding ?? "utf-8" : "utf-8");
    case "delete":
      return "utf-8";
  }
}

function encodingOf(places: RealPaths, path: ProjectPath): TextEncoding {
  const { real, info } = places.follow(path);
  if (info === null) return "utf-8";
  checkIsFile(path, info);
  return decodeText(readChecked(path, real, info)).encoding;
}

/** Reports whether the file keeps its encoding, which Python reads from the first two lines. */
function keepsEncoding({ before, after }: Change & { readonly kind: "update" }): boolean {
  return firstLines(after) === firstLines(before) || isDeclaredNarrow(after);
}

function firstLines(text: string): string {
  return text.split(/\r\n|[\r\n]/, 2).join("\n");
}

function encodeAfter({ path, after }: Change, encoding: TextEncoding): Uint8Array | null {
  if (after === null) return null;
  const content = encodeText({ text: after, encoding });
  if (content === null) throw failed(path, `The new text has characters that ${encoding} lacks`);
  return content;
}

/**
 * Writes the new version of a file to the stage, and keeps the old version in the stage, too. A file to
 * delete is moved to the stage later.
 *
 * @returns The files to sync.
 */
function stageEdit(edit: Edit, { fresh, kept }: StagedFile): readonly Written[] {
  const { kind, path, target, info, content } = edit;
  return during(path, () => {
    if (content === null) return [];
    createFile(fresh, content);
    if (kind !== "update" || info === null) {
      setMode(fresh, edit.mode ?? edit.recorded?.after?.mode ?? null);
      return [{ file: fresh, path }];
    }
    keepOwnerAndMode(fresh, info);
    setMode(fresh, edit.mode ?? null);
    const isCopy = keepOld(target, info, kept);
    return isCopy ? [{ file: fresh, path }, { file: kept, path }] : [{ file: fresh, path }];
  });
}

function setMode(file: string, mode: number | null): void {
  if (mode !== null && Deno.build.os !== "windows") Deno.chmodSync(file, mode);
}

/**
 * Keeps the old file as a hard link or, if the system refuses the link, as a copy.
 *
 * @returns Whether the kept file is a copy.
 */
function keepOld(target: string, info: Deno.FileInfo, kept: string): boolean {
  try {
    Deno.linkSync(target, kept);
    return false;
  } catch (error) {
    if (systemReason(error) === null) throw error;
    createFile(kept, Deno.readFileSync(target));
    keepOwnerAndMode(kept, info);
    return true;
  }
}

/**
 * Returns the permission bits for a new folder. Only the owner may enter the history's folder, because the
 * history may contain files that no one else may read.
 */
function modeOfFolder(path: ProjectPath): number {
  return path === HISTORY ? 0o700 : 0o777;
}

function makeFolder(folder: string, mode: number): void {
  Deno.mkdirSync(folder, { mode });
  syncFoldersOf([folder]);
}

function putInPlace({ kind, path, target, info }: Edit, { fresh, kept }: StagedFile): void {
  if (!isSameFile(info, orNullIfAbsent(() => Deno.statSync(target)))) throw changed(path);
  if (kind === "delete") Deno.renameSync(target, kept);
  else Deno.renameSync(fresh, target);
}

/** Reports whether a file is unchanged since it was read. */
function isSameFile(before: Deno.FileInfo | null, now: Deno.FileInfo | null): boolean {
  return before?.ino === now?.ino && before?.size === now?.size &&
    before?.mtime?.getTime() === now?.mtime?.getTime();
}
