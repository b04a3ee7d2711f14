/** The record as a file: what is read there is not believed. */

import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { backupOf, isBackup } from "./backup.ts";
import type { RecordedEntry, RecordedFile, SetupRecord } from "./record.ts";

const VERSION = 2;

/** Before it, a record had one client for each entry, and said of a copy only that there is one. */
const FIRST_VERSION = 1;

/**
 * Reads a record.
 *
 * @returns `null` for a text that is none, such as one of a later version.
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

const FORMATS = ["json", "jsonc", "toml", "yaml", "lines"];

function isEntry(value: unknown): value is RecordedEntry {
  const { clients, file, format, place, made, project = null, written = [], replaced } = Object(
    value,
  );
  const { container, kind, name } = Object(place);
  const { keys, filler = "" } = Object(made);
  return areTexts(clients) && isPath(file) && FORMATS.includes(format) &&
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

/** Whether a folder is one of those that a file is in. */
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
