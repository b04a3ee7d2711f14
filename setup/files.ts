/** The wizard's own files, and those that it writes for clients. */

import { dirname, join } from "node:path";
import type { Scope } from "./client.ts";
import { error } from "../core/diagnostic.ts";
import { stateFolder } from "../core/user_folders.ts";
import { shortPath } from "../presentation/style.ts";
import { freeBackup } from "./backup.ts";
import type { SetupDiagnostic } from "./diagnostic.ts";
import { type FileWrite, LONGEST_FILE, type SetupHost } from "./host.ts";
import type { FileChange, Texts } from "./plan.ts";
import { isWithin } from "./paths.ts";
import { readProblem, writeProblem } from "./problems.ts";
import { EMPTY_RECORD, RECORD_FILE, type RecordedFile, type SetupRecord } from "./record.ts";
import { formatRecord, parseRecord } from "./record_text.ts";

/** A path as people know it. */
export function shown(host: SetupHost, path: string): string {
  return shortPath(path, host.env(host.system === "windows" ? "USERPROFILE" : "HOME"));
}

/** A record, and where it is kept. */
export interface KeptRecord {
  readonly record: SetupRecord;
  /** The real path of its file. */
  readonly path: string;
  /** The text of its file; `null` if there is none. */
  readonly text: string | null;
}

/** Reads what the wizard did before. */
export function readRecord(host: SetupHost): KeptRecord | SetupDiagnostic {
  const isWindows = host.system === "windows";
  const folder = stateFolder(host.env, isWindows);
  if (folder === null) {
    const hint = `Set ${isWindows ? "LOCALAPPDATA" : "HOME or XDG_STATE_HOME"}`;
    return error("setup-state", "No folder to remember in what is written.", { hint });
  }
  const file = host.read(join(folder, RECORD_FILE));
  const { real: path } = file;
  if (file.kind === "absent") return { record: EMPTY_RECORD, path, text: null };
  const record = file.kind === "text" ? parseRecord(file.text) : null;
  if (file.kind === "text" && record !== null) {
    return { record: asFilesAre(host, record), path, text: file.text };
  }
  const reason = file.kind === "unreadable" ? file.reason : "not what this version writes";
  const hint = "Move it away; what was written before then counts as somebody else's";
  return readProblem(shown(host, path), reason, { hint });
}

/** The record of files that people may have moved and linked to since. */
function asFilesAre(host: SetupHost, { entries, files }: SetupRecord): SetupRecord {
  const now = (path: string) => host.realPath(path) ?? path;
  const nowIn = (path: string, project: string | null | undefined) => {
    const real = now(path);
    // A project's file that became a link out of the project is no longer what was written.
    return project && real !== path && !isWithin(now(project), real) ? path : real;
  };
  const projects = new Map(entries.map(({ file, project }) => [file, project]));
  return {
    entries: entries.map((each) => ({
      ...each,
      file: nowIn(each.file, each.project),
      ...(each.project ? { project: now(each.project) } : {}),
    })),
    files: Object.fromEntries(
      Object.entries(files).map(([path, made]) => {
        const real = nowIn(path, projects.get(path));
        // The folders that were made are no longer those that it is in.
        return [real, real === path ? made : { ...made, folders: [] }];
      }),
    ),
  };
}

/** Keeps a record; what keeps it from being kept is what comes back. */
export function keepRecord(
  host: SetupHost,
  { path, text }: KeptRecord,
  record: SetupRecord,
): KeptRecord | SetupDiagnostic {
  const after = record.entries.length === 0 ? null : formatRecord(record);
  const problem = after === text
    ? null
    : writeFile(host, { file: path, before: text, after, backup: null });
  return problem ?? { record, path, text: after };
}

/**
 * What a write will make besides the entry.
 *
 * @param start What a file begins with that is not there.
 * @param made What earlier writes made.
 */
export function madeFor(
  host: SetupHost,
  { file, before }: FileChange,
  start: string,
  made: RecordedFile | undefined,
): RecordedFile {
  const folders = missingFolders(host, dirname(file));
  if (before === null) return { start, folders, backup: null };
  return { start: null, folders, backup: made?.backup ?? freeBackup(host, file) };
}

/** A folder and those above it, as far as they are not there; innermost first. */
function missingFolders(host: SetupHost, folder: string): string[] {
  if (host.exists(folder) || dirname(folder) === folder) return [];
  return [folder, ...missingFolders(host, dirname(folder))];
}

/**
 * Writes a file.
 *
 * @returns Why it was not written; `null` if it was.
 */
export function writeFile(host: SetupHost, change: FileWrite): SetupDiagnostic | null {
  const outcome = host.write(change);
  return outcome.kind === "written" ? null : writeProblem(shown(host, change.file), outcome);
}

/** A file, by its real path, and whose it is. */
export interface ScopedFile {
  readonly file: string;
  readonly scope: Scope;
}

/** Reads files; what cannot be read is a problem of its own. */
export function readTexts(
  host: SetupHost,
  files: readonly ScopedFile[],
): { readonly texts: Texts; readonly unreadable: ReadonlyMap<string, string> } {
  const texts = new Map<string, string>();
  const unreadable = new Map<string, string>();
  for (const [file, scope] of new Map(files.map(({ file, scope }) => [file, scope]))) {
    const found = host.read(file, LONGEST_FILE[scope]);
    if (found.kind === "text") texts.set(file, found.text);
    if (found.kind === "unreadable") unreadable.set(file, found.reason);
  }
  return { texts, unreadable };
}
