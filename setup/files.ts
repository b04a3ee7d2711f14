/** The wizard's own files, and those that it writes for clients. */

import { basename, dirname, join } from "node:path";
import type { Diagnostic } from "../core/diagnostic.ts";
import { stateFolder } from "../core/user_folders.ts";
import { shortPath } from "../presentation/style.ts";
import type { FileWrite, SetupHost } from "./host.ts";
import type { FileChange, Texts } from "./plan.ts";
import { readProblem, writeProblem } from "./problems.ts";
import {
  EMPTY_RECORD,
  formatRecord,
  parseRecord,
  RECORD_FILE,
  type RecordedFile,
  type SetupRecord,
} from "./record.ts";

/** A path as people know it. */
export function shown(host: SetupHost, path: string): string {
  return shortPath(path, host.env(host.system === "windows" ? "USERPROFILE" : "HOME"));
}

/** A record, and where it is kept. */
export interface KeptRecord {
  readonly record: SetupRecord;
  /** `null` if the person has no place for it. */
  readonly path: string | null;
  /** The text of its file; `null` if there is none. */
  readonly text: string | null;
}

/** Reads what the wizard did before. */
export function readRecord(host: SetupHost): KeptRecord | Diagnostic {
  const folder = stateFolder(host.env, host.system === "windows");
  if (folder === null) return { record: EMPTY_RECORD, path: null, text: null };
  const path = join(folder, RECORD_FILE);
  const file = host.read(path);
  if (file.kind === "absent") return { record: EMPTY_RECORD, path, text: null };
  const record = file.kind === "text" ? parseRecord(file.text) : null;
  if (file.kind === "text" && record !== null) return { record, path, text: file.text };
  const reason = file.kind === "unreadable" ? file.reason : "not what this version writes";
  const hint = "Move it away; what was written before then counts as somebody else's";
  return readProblem(shown(host, path), reason, { hint });
}

/** Keeps a record; what keeps it from being kept is what comes back. */
export function keepRecord(
  host: SetupHost,
  { path, text }: KeptRecord,
  record: SetupRecord,
): KeptRecord | Diagnostic {
  if (path === null) return { record, path, text };
  const after = record.entries.length === 0 ? null : formatRecord(record);
  const outcome = after === text
    ? { kind: "written" as const }
    : host.write({ file: path, before: text, after, backup: null });
  if (outcome.kind === "written") return { record, path, text: after };
  return writeProblem(shown(host, path), outcome);
}

/** The copy that lies beside a file. */
export function backupOf(file: string): string {
  return join(dirname(file), `${basename(file)}.before-layerwright`);
}

/** How a planned change is written: with a copy of what was there, unless it only goes away. */
export function writeOf({ file, before, after }: FileChange, isRemoval: boolean): FileWrite {
  const backup = before === null || isRemoval ? null : backupOf(file);
  return { file, before, after, backup };
}

/** What a file's new text is written to, before it takes the file's name. */
export function draftOf(file: string): string {
  return join(dirname(file), `${basename(file)}.layerwright-draft`);
}

/** What a write will make besides the entry; a file that is not there begins with `start`. */
export function madeFor(
  host: SetupHost,
  { file, before }: FileChange,
  start: string,
): RecordedFile {
  const folders = missingFolders(host, dirname(file));
  return { start: before === null ? start : null, folders, hasBackup: before !== null };
}

/** A folder and those above it, as far as they are not there; innermost first. */
function missingFolders(host: SetupHost, folder: string): string[] {
  if (host.exists(folder) || dirname(folder) === folder) return [];
  return [folder, ...missingFolders(host, dirname(folder))];
}

/** Reads files; what cannot be read is a problem of its own. */
export function readTexts(
  host: SetupHost,
  files: readonly string[],
): { readonly texts: Texts; readonly unreadable: ReadonlyMap<string, string> } {
  const texts = new Map<string, string>();
  const unreadable = new Map<string, string>();
  for (const file of new Set(files)) {
    const found = host.read(file);
    if (found.kind === "text") texts.set(file, found.text);
    if (found.kind === "unreadable") unreadable.set(file, found.reason);
  }
  return { texts, unreadable };
}
