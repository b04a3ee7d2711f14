/** Reads and writes the files of agents and of setup, and reports problems with them. */

import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";
import { type DiagnosticDetails, error } from "../core/diagnostic.ts";
import type { Broken } from "../formats/config_format.ts";
import { shortPath } from "../presentation/style.ts";
import { isInOwnFolder } from "../workspace/own_folder.ts";
import { isProtectedPath } from "../workspace/state_folder.ts";
import type { Scope } from "./client.ts";
import type { SetupDiagnostic } from "./diagnostic.ts";
import { type FileWrite, MAX_FILE_BYTES, type SetupHost, type WriteOutcome } from "./host.ts";
import type { FileChange, Texts } from "./plan.ts";
import type { RecordedFile } from "./record.ts";

/** Shortens a path for people. */
export function shown(host: SetupHost, path: string): string {
  return shortPath(path, host.env(host.system === "windows" ? "USERPROFILE" : "HOME"));
}

/**
 * Returns the record of everything that a write will create besides the entry: the file, its
 * folders, or a backup.
 *
 * @param start The initial text of a new file.
 * @param made The record of earlier writes to the file.
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

/** Returns the missing folders on the way to a folder, including itself, innermost first. */
function missingFolders(host: SetupHost, folder: string): string[] {
  if (host.exists(folder) || dirname(folder) === folder) return [];
  return [folder, ...missingFolders(host, dirname(folder))];
}

/**
 * Writes a file.
 *
 * @returns The problem, or `null`.
 */
export function writeFile(host: SetupHost, change: FileWrite): SetupDiagnostic | null {
  const outcome = host.write(change);
  return outcome.kind === "written" ? null : writeProblem(shown(host, change.file), outcome);
}

/** A file by its real path, and its scope. */
export interface ScopedFile {
  readonly file: string;
  readonly scope: Scope;
}

/** Reads files, and collects the reasons why others cannot be read. */
export function readTexts(
  host: SetupHost,
  files: readonly ScopedFile[],
): { readonly texts: Texts; readonly unreadable: ReadonlyMap<string, string> } {
  const texts = new Map<string, string>();
  const unreadable = new Map<string, string>();
  for (const [file, scope] of new Map(files.map(({ file, scope }) => [file, scope]))) {
    const found = host.read(file, MAX_FILE_BYTES[scope]);
    if (found.kind === "text") texts.set(file, found.text);
    if (found.kind === "unreadable") unreadable.set(file, found.reason);
  }
  return { texts, unreadable };
}

/** Reports that a file cannot be read. */
export function readProblem(
  path: string,
  reason: string,
  details: DiagnosticDetails = {},
): SetupDiagnostic {
  return error("file-unreadable", `Cannot read '${path}' (${reason}).`, details);
}

/** Reports that a file does not parse, or cannot be edited safely. */
export function syntaxProblem(
  path: string,
  { line, column, reason, isSyntax }: Broken,
): SetupDiagnostic {
  const hint = `Fix it (${reason}), then run the command again`;
  const where = { path, line, column, pointer: null };
  const what = isSyntax ? "does not parse" : "cannot be edited";
  return error("setup-syntax", `${path}:${line}:${column} ${what}.`, { hint, where });
}

/** Reports that a write failed. */
export function writeProblem(
  path: string,
  outcome: Exclude<WriteOutcome, { readonly kind: "written" }>,
): SetupDiagnostic {
  if (outcome.kind === "changed") {
    const hint = "Run the command again";
    return error("setup-changed", `${path} changed since the preview.`, { hint });
  }
  return error("write-failed", `Cannot write '${path}' (${outcome.reason}).`);
}

/** Returns a message without its period. */
export function phrase({ message }: SetupDiagnostic): string {
  return message.replace(/\.$/, "");
}

const END = ".before-layerwright";

/** Returns the path of a file's backup. */
export function backupOf(file: string): string {
  return join(dirname(file), `${basename(file)}${END}`);
}

/** Reports whether a path belongs to a backup. */
export function isBackup(path: string): boolean {
  return /\.before-layerwright(?:-\d+)?$/.test(path);
}

/** Finds a free path for a file's backup, because existing backups must stay. */
export function freeBackup(host: Pick<SetupHost, "exists">, file: string): string {
  const first = backupOf(file);
  if (!host.exists(first)) return first;
  let number = 2;
  while (host.exists(`${first}-${number}`)) number++;
  return `${first}-${number}`;
}

/** Returns the path of a file's draft. A write creates the draft and then renames it to the file. */
export function draftOf(file: string): string {
  return join(dirname(file), `${basename(file)}.layerwright-draft`);
}

/** Reports whether a path is in a folder. Both are real paths. */
export function isWithin(folder: string, path: string): boolean {
  const inside = relative(folder, path);
  return inside !== ".." && !/^\.\.[/\\]/.test(inside) && !isAbsolute(inside);
}

/**
 * Checks that the real path of a project's file is inside the project, that its path contains no
 * broken link, and that the file does not belong to git or to Layerwright.
 *
 * @param path The file's path, which need not exist.
 * @returns The problem as words that can follow the path in a sentence, or `null`.
 */
export function leadsAway(host: SetupHost, project: string, path: string): string | null {
  const [root, real] = [host.realPath(project), host.realPath(path)];
  // Ignore unreadable paths here: reading the file reports the problem.
  if (root === null || real === null) return null;
  if (!isWithin(root, real)) return `leads out of the project, to ${shown(host, real)}`;
  if (hasBrokenLink(host, path)) return `leads to ${shown(host, real)}, which does not exist`;
  const inside = relative(root, real);
  return isProtectedPath(inside.split(sep).join("/")) || isInOwnFolder(inside)
    ? `leads to ${shown(host, real)}, which only git or Layerwright may change`
    : null;
}

function hasBrokenLink(host: SetupHost, path: string): boolean {
  if (host.exists(path)) return false;
  const folder = dirname(path);
  return host.isLink(path) || folder !== path && hasBrokenLink(host, folder);
}
