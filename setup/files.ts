/** Files of agents and of setup: reading and writing them, and the problems with them. */

import { basename, dirname, isAbsolute, join, relative } from "node:path";
import { type DiagnosticDetails, error } from "../core/diagnostic.ts";
import { shortPath } from "../presentation/style.ts";
import type { Scope } from "./client.ts";
import type { SetupDiagnostic } from "./diagnostic.ts";
import type { Broken } from "./formats/config_format.ts";
import { type FileWrite, LONGEST_FILE, type SetupHost, type WriteOutcome } from "./host.ts";
import type { FileChange, Texts } from "./plan.ts";
import type { RecordedFile } from "./record.ts";

/** A path as people know it. */
export function shown(host: SetupHost, path: string): string {
  return shortPath(path, host.env(host.system === "windows" ? "USERPROFILE" : "HOME"));
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

/** A file that cannot be read. */
export function readProblem(
  path: string,
  reason: string,
  details: DiagnosticDetails = {},
): SetupDiagnostic {
  return error("file-unreadable", `Cannot read '${path}' (${reason}).`, details);
}

/** A file that does not parse, or holds something else than agents read there. */
export function syntaxProblem(
  path: string,
  { line, column, reason, isSyntax }: Broken,
): SetupDiagnostic {
  const hint = `Mend it (${reason}), then run the same again`;
  const where = { path, line, column, pointer: null };
  const what = isSyntax ? "does not parse" : "cannot be edited";
  return error("setup-syntax", `${path}:${line}:${column} ${what}.`, { hint, where });
}

/** A write that did not happen. */
export function writeProblem(
  path: string,
  outcome: Exclude<WriteOutcome, { readonly kind: "written" }>,
): SetupDiagnostic {
  if (outcome.kind === "changed") {
    const hint = "Run the same again";
    return error("setup-changed", `${path} changed since the preview.`, { hint });
  }
  return error("write-failed", `Cannot write '${path}' (${outcome.reason}).`);
}

/** A problem as a sentence without its end. */
export function phrase({ message }: SetupDiagnostic): string {
  return message.replace(/\.$/, "");
}

const END = ".before-layerwright";

/** The copy that lies beside a file. */
export function backupOf(file: string): string {
  return join(dirname(file), `${basename(file)}${END}`);
}

/** Whether a path is one of such a copy. */
export function isBackup(path: string): boolean {
  return /\.before-layerwright(?:-\d+)?$/.test(path);
}

/** Where there is room for a copy: those that lie there are not written over. */
export function freeBackup(host: Pick<SetupHost, "exists">, file: string): string {
  const first = backupOf(file);
  if (!host.exists(first)) return first;
  let number = 2;
  while (host.exists(`${first}-${number}`)) number++;
  return `${first}-${number}`;
}

/** What a file's new text is written to, before it takes the file's name. */
export function draftOf(file: string): string {
  return join(dirname(file), `${basename(file)}.layerwright-draft`);
}

/** Reports whether a path is one in a folder. Both are real paths. */
export function isWithin(folder: string, path: string): boolean {
  const inside = relative(folder, path);
  return inside !== ".." && !/^\.\.[/\\]/.test(inside) && !isAbsolute(inside);
}

/**
 * Finds out that a file of a project is not in the project, by its real location, or that a link on the
 * way to it leads to nothing.
 *
 * @param path The file's path, which need not exist.
 * @returns What its path does, as people read it after the path; `null` if the file is in the project.
 */
export function leadsAway(host: SetupHost, project: string, path: string): string | null {
  const [root, real] = [host.realPath(project), host.realPath(path)];
  // Reading the file tells why nobody knows where it is.
  if (root === null || real === null) return null;
  if (!isWithin(root, real)) return `leads out of the project, to ${shown(host, real)}`;
  return hasBrokenLink(host, path) ? `leads to ${shown(host, real)}, which does not exist` : null;
}

function hasBrokenLink(host: SetupHost, path: string): boolean {
  if (host.exists(path)) return false;
  const folder = dirname(path);
  return host.isLink(path) || folder !== path && hasBrokenLink(host, folder);
}
