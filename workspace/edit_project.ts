/**
 * Changing the files of a project that exists, all of them or none.
 *
 * New files are staged and synced, old files are kept by a second link, and the journal says what will
 * happen. Then files are renamed into place. Removing the journal is the one step that makes the
 * project the new one; up to there everything can be undone, by this run or by a later one.
 */

import type { Change } from "../core/change_set.ts";
import type { ProjectPath } from "../core/project_path.ts";
import { changed, during, failed } from "./apply_failure.ts";
import { createFile, createSyncedFile, syncFoldersOf } from "./durable.ts";
import { contentHash, removeJournal, writeJournal } from "./journal.ts";
import { checkIsFile, listFolder } from "./read_project.ts";
import { RealPaths } from "./real_paths.ts";
import { discardStage, rollBack, type StagedFile, stagedFile } from "./roll_back.ts";
import { JOURNAL, statePaths } from "./state_folder.ts";
import { orNullIfAbsent, systemReason } from "./system_calls.ts";
import { type DecodedText, decodeText, encodeText } from "./text_encoding.ts";

/** A change that was checked against the disk. */
interface Edit {
  readonly kind: Change["kind"];
  readonly path: ProjectPath;
  /** The real path to be replaced: what a link leads to, or the link itself if it is to be deleted. */
  readonly target: string;
  readonly info: Deno.FileInfo | null;
  readonly content: Uint8Array | null;
}

/**
 * Applies changes to the project at a real root, whose lock is held.
 *
 * @throws {ApplyFailure} After putting everything back.
 */
export function editProject(root: string, changes: readonly Change[]): void {
  const places = new RealPaths(root);
  const edits = changes.map((change) => during(change.path, () => checkChange(places, change)));
  const journal = {
    folders: [...new Set(edits.flatMap(({ path }) => places.missingFolders(path)))],
    files: edits.map(({ kind, path, content }) => ({
      kind,
      path,
      after: content && contentHash(content),
    })),
  };
  const paths = statePaths(root);
  // Nothing can be lost in an empty folder, and syncing thousands of new files takes long.
  const create = listFolder(root, null).length === 0 ? createFile : createSyncedFile;
  try {
    // Files that only their owner may read wait there too.
    during(JOURNAL, () => Deno.mkdirSync(paths.stage, { mode: 0o700 }));
    forEachEdit((edit, staged) => stage(edit, staged, create));
    during(JOURNAL, () => writeJournal(paths, journal));
    for (const folder of journal.folders) {
      during(folder, () => makeFolder(places.entry(folder).real));
    }
    forEachEdit(putInPlace);
    during(JOURNAL, () => syncFoldersOf(edits.map(({ target }) => target)));
    during(JOURNAL, () => removeJournal(paths));
  } catch (error) {
    rollBack(root, journal);
    throw error;
  }
  discardStage(paths);

  function forEachEdit(step: (edit: Edit, staged: StagedFile) => void): void {
    edits.forEach((edit, index) => during(edit.path, () => step(edit, stagedFile(paths, index))));
  }
}

function checkChange(places: RealPaths, change: Change): Edit {
  const { kind, path } = change;
  const { real, info } = places.follow(path);
  const current = info === null ? null : readForUpdate(path, kind, real, info);
  if ((current?.text ?? null) !== change.before) throw changed(path);
  const target = kind === "delete" ? places.entry(path).real : real;
  return { kind, path, target, info, content: encodeAfter(change, current) };
}

function readForUpdate(
  path: ProjectPath,
  kind: Change["kind"],
  real: string,
  info: Deno.FileInfo,
): DecodedText {
  checkIsFile(path, info);
  // Renaming would get past the write protection of a file, so ask for what an editor would need.
  if (kind === "update") Deno.openSync(real, { write: true }).close();
  return decodeText(Deno.readFileSync(real));
}

function encodeAfter({ path, after }: Change, current: DecodedText | null): Uint8Array | null {
  if (after === null) return null;
  const encoding = current?.encoding ?? "utf-8";
  const content = encodeText({ text: after, encoding });
  if (content === null) throw failed(path, `The new text has characters that ${encoding} lacks`);
  return content;
}

/** Writes the new file and keeps the old one. A file to be deleted is kept by moving it, later. */
function stage(
  { kind, target, info, content }: Edit,
  { fresh, kept }: StagedFile,
  create: typeof createFile,
): void {
  if (content !== null) create(fresh, content);
  if (kind !== "update" || info === null) return;
  keepOwnerAndMode(fresh, info);
  keepOld(target, info, kept);
}

function keepOwnerAndMode(staged: string, { uid, gid, mode }: Deno.FileInfo): void {
  if (uid === null || gid === null || mode === null) return; // Windows
  const made = Deno.statSync(staged);
  if (made.uid !== uid || made.gid !== gid) tryToGiveAway(staged, uid, gid);
  if (made.mode !== mode) Deno.chmodSync(staged, mode & 0o7777);
}

function tryToGiveAway(path: string, uid: number, gid: number): void {
  try {
    Deno.chownSync(path, uid, gid);
  } catch (error) {
    // Only root may; for others the file becomes theirs, as when they save it from an editor.
    if (!(error instanceof Deno.errors.PermissionDenied)) throw error;
  }
}

function keepOld(target: string, info: Deno.FileInfo, kept: string): void {
  try {
    Deno.linkSync(target, kept);
  } catch (error) {
    if (systemReason(error) === null) throw error;
    createSyncedFile(kept, Deno.readFileSync(target));
    keepOwnerAndMode(kept, info);
  }
}

function makeFolder(folder: string): void {
  Deno.mkdirSync(folder);
  syncFoldersOf([folder]);
}

function putInPlace({ kind, path, target, info }: Edit, { fresh, kept }: StagedFile): void {
  if (!isSameFile(info, orNullIfAbsent(() => Deno.statSync(target)))) throw changed(path);
  if (kind === "delete") Deno.renameSync(target, kept);
  else Deno.renameSync(fresh, target);
}

/** Whether nobody wrote to a file since it was read. */
function isSameFile(before: Deno.FileInfo | null, now: Deno.FileInfo | null): boolean {
  return before?.ino === now?.ino && before?.size === now?.size &&
    before?.mtime?.getTime() === now?.mtime?.getTime();
}
