/** Reads and writes the record's file. Its contents are not trusted. */

import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { error } from "../core/diagnostic.ts";
import { stateFolder } from "../core/user_folders.ts";
import type { SetupDiagnostic } from "./diagnostic.ts";
import { backupOf, isBackup, isWithin, readProblem, shown, writeFile } from "./files.ts";
import type { SetupHost } from "./host.ts";
import {
  EMPTY_RECORD,
  RECORD_FILE,
  type RecordedEntry,
  type RecordedFile,
  type SetupRecord,
} from "./record.ts";

const VERSION = 2;

/** In the first version, an entry had one agent, and a file had only a flag for its backup. */
const FIRST_VERSION = 1;

/**
 * Parses a record.
 *
 * @returns `null` if the text is not a record, or has a later version.
 */
export function parseRecord(text: string): SetupRecord | null {
  try {
    const { version, entries, files } = Object(JSON.parse(text));
    if (version !== VERSION && version !== FIRST_VERSION) return null;
    if (!Array.isArray(entries) || !isMap(files)) return null;
    const record = version === VERSION ? { entries, files } : ofFirstVersion(entries, files);
    const isRecord = record.entries.every(isEntry) &&
      Object.entries(record.files).every(([path, file]) => isFile(path, file));
    return isRecord ? record as SetupRecord : null;
  } catch (problem) {
    if (problem instanceof SyntaxError) return null;
    throw problem;
  }
}

export function formatRecord(record: SetupRecord): string {
  return `${JSON.stringify({ version: VERSION, ...record }, null, 2)}\n`;
}

function ofFirstVersion(entries: readonly unknown[], files: object) {
  return {
    entries: entries.map((entry) => {
      const { client, ...rest } = Object(entry);
      return { ...rest, clients: [client] };
    }),
    files: Object.fromEntries(
      Object.entries(files).map(([path, file]) => {
        const { hasBackup, ...rest } = Object(file);
        return [path, { ...rest, backup: hasBackup === true ? backupOf(path) : null }];
      }),
    ),
  };
}

const FORMAT_NAMES = ["json", "jsonc", "toml", "yaml", "lines"];

function isEntry(value: unknown): value is RecordedEntry {
  const { clients, file, format, place, made, project = null, written = [], replaced } = Object(
    value,
  );
  const { container, kind, name } = Object(place);
  const { keys, filler = "" } = Object(made);
  return areTexts(clients) && isPath(file) && FORMAT_NAMES.includes(format) &&
    areTexts(container) && (kind === "map" || kind === "list") && typeof name === "string" &&
    Number.isInteger(keys) && keys >= 0 && keys <= container.length + 1 &&
    typeof filler === "string" && (project === null || isPath(project)) &&
    Array.isArray(written) && written.every(isFingerprint) &&
    (replaced === undefined || isReplaced(replaced));
}

function isFingerprint(value: unknown): boolean {
  const { whole, marks } = Object(value);
  return typeof whole === "string" && isMap(marks) && areTexts(Object.values(marks));
}

function isReplaced(value: unknown): boolean {
  const { entry, theirs, ours, at } = Object(value);
  return entry !== undefined && areTexts([theirs, ours]) && Number.isInteger(at);
}

function isFile(path: string, value: unknown): value is RecordedFile {
  const { start, folders, backup } = Object(value);
  return isPath(path) && (start === null || typeof start === "string") &&
    areTexts(folders) && folders.every((folder) => isAbove(folder, path)) &&
    (backup === null || isPath(backup) && isBackup(backup));
}

/** Reports whether a folder is above a file. */
function isAbove(folder: string, file: string): boolean {
  const way = relative(folder, dirname(file));
  return isPath(folder) && join(folder, way) === dirname(file) && !way.startsWith("..");
}

function isPath(value: unknown): value is string {
  return typeof value === "string" && isAbsolute(value) && resolve(value) === value;
}

function areTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The record that was read, and its file. */
export interface KeptRecord {
  readonly record: SetupRecord;
  /** The file's real path. */
  readonly path: string;
  /** The file's text; `null` if there is none. */
  readonly text: string | null;
}

/** Reads the record. */
export function readRecord(host: SetupHost): KeptRecord | SetupDiagnostic {
  const isWindows = host.system === "windows";
  const folder = stateFolder(host.env, isWindows);
  if (folder === null) {
    const hint = `Set ${isWindows ? "LOCALAPPDATA" : "HOME or XDG_STATE_HOME"}`;
    return error("setup-state", "No folder for the record of changes.", { hint });
  }
  const file = host.read(join(folder, RECORD_FILE));
  const { real: path } = file;
  if (file.kind === "absent") return { record: EMPTY_RECORD, path, text: null };
  const record = file.kind === "text" ? parseRecord(file.text) : null;
  if (file.kind === "text" && record !== null) {
    return { record: withPresentPaths(host, record), path, text: file.text };
  }
  const reason = file.kind === "unreadable" ? file.reason : "not in this version's format";
  const hint = "Move the file; setup then treats its earlier entries as foreign";
  return readProblem(shown(host, path), reason, { hint });
}

/** Updates the paths in a record after people moved files and linked to them. */
function withPresentPaths(host: SetupHost, { entries, files }: SetupRecord): SetupRecord {
  const now = (path: string) => host.realPath(path) ?? path;
  const nowIn = (path: string, project: string | null | undefined) => {
    const real = now(path);
    // A link that leads out of the project does not lead to the file that setup wrote.
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
        // A moved file is no longer in the folders that setup created for it.
        return [real, real === path ? made : { ...made, folders: [] }];
      }),
    ),
  };
}

/**
 * Saves a record.
 *
 * @returns The saved record, or the problem.
 */
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
