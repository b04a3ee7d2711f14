/** The format of a history on disk: a list of entries, and a compressed record for each. */

import { gunzipSync, gzipSync } from "node:zlib";
import { commonEnds } from "../core/common_ends.ts";
import {
  type ChangeAuthor,
  type ChangeRecord,
  type FileVersion,
  type History,
  HISTORY_LIMITS,
  type HistoryEntry,
  isEntryId,
  type RecordedFile,
} from "../core/history.ts";
import { jsonShape } from "../core/json_nesting.ts";
import { oneLine, printable } from "../core/printable.ts";
import { type ProjectPath, projectPath } from "../core/project_path.ts";
import { isProtectedPath } from "./state_folder.ts";

const VERSION = 1;

/** Maximum bytes of an uncompressed record. Larger records are not kept. */
const MAX_RECORD_BYTES = 128 * 1024 * 1024;

/** Maximum number of files in a record. Records with more files are not kept. */
const MAX_FILES = 50_000;

/**
 * Maximum number of segments in a path of a record. Creating a folder takes time for each folder above it, so
 * an undo that creates one file below thousands of folders would take minutes.
 */
const MAX_SEGMENTS = 100;

/**
 * Maximum depth of a record. The deepest objects are the versions of a file: record, list of files, file,
 * version.
 */
const MAX_DEPTH = 4;

/** Maximum number of commas in a record or in the list of entries. Even the largest record has fewer. */
const MAX_COMMAS = 20 * MAX_FILES;

/** Maximum bytes of the list of entries. */
export const MAX_LIST_BYTES = 1024 * 1024;

/** The version of a file before a change, stored as its difference from the version after the change. */
interface StoredBefore extends Omit<FileVersion, "text"> {
  /** Length of the common start of both versions. */
  readonly head: number;
  /** Length of the common end of both versions. */
  readonly tail: number;
  /** The text between the common start and the common end. */
  readonly text: string;
}

interface StoredFile {
  readonly path: string;
  readonly before: StoredBefore | null;
  readonly after: FileVersion | null;
}

/** Formats a list of entries. */
export function formatHistory({ entries, redoable }: History): Uint8Array<ArrayBuffer> {
  return encoded({ version: VERSION, redoable, entries });
}

/**
 * Parses a list of entries.
 *
 * @throws {SyntaxError | RangeError} If {@linkcode formatHistory} cannot have written it.
 */
export function parseHistory(bytes: Uint8Array): History {
  const data = parsed(bytes);
  if (data["version"] !== VERSION) throw new RangeError("Written by another version");
  const entries = asList(data["entries"], HISTORY_LIMITS.entries).map(asEntry);
  return { entries, redoable: asList(data["redoable"], HISTORY_LIMITS.entries).map(asId) };
}

/** Formats a record; `null` if it is too large or too deep to keep. */
export function formatRecord({ files, folders }: ChangeRecord): Uint8Array<ArrayBuffer> | null {
  if (files.length > MAX_FILES || folders.length > MAX_FILES) return null;
  if (files.some(({ path }) => isDeep(path)) || folders.some(isDeep)) return null;
  const bytes = encoded({ version: VERSION, folders, files: files.map(storedFile) });
  // A higher level takes several times as long and saves little.
  return bytes.length > MAX_RECORD_BYTES ? null : new Uint8Array(gzipSync(bytes, { level: 1 }));
}

/**
 * Parses a record. A record is not trusted, because the history can come with a stranger's repository. Its
 * size and shape are checked before it is parsed, and its paths must be inside the project.
 *
 * @throws {SyntaxError | RangeError} If {@linkcode formatRecord} cannot have written it.
 */
export function parseRecord(bytes: Uint8Array): ChangeRecord {
  const data = parsed(decompressed(bytes));
  if (data["version"] !== VERSION) throw new RangeError("Written by another version");
  const files = asList(data["files"], MAX_FILES).map(asFile);
  const folders = asList(data["folders"], MAX_FILES).map(asPath);
  if (new Set(files.map(({ path }) => path)).size < files.length) {
    throw new RangeError("A file is listed twice");
  }
  return { files, folders };
}

function decompressed(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_RECORD_BYTES });
  } catch (error) {
    throw new RangeError("Not compressed as expected", { cause: error });
  }
}

function storedFile({ path, before, after }: RecordedFile): StoredFile {
  if (before === null) return { path, before, after };
  const { text, ...form } = before;
  const { head, tail } = commonEnds(text, after?.text ?? "");
  const middle = text.slice(head, text.length - tail);
  return { path, before: { ...form, head, tail, text: middle }, after };
}

function asFile(data: unknown): RecordedFile {
  const { path, before, after } = asRecord(data);
  const now = after === null ? null : asVersion(after);
  if (now !== null) asContent(now.text);
  return {
    path: asPath(path),
    before: before === null ? null : asBefore(asRecord(before), now?.text ?? ""),
    after: now,
  };
}

function asBefore(data: Readonly<Record<string, unknown>>, after: string): FileVersion {
  const { text, ...form } = asVersion(data);
  const head = asCount(data["head"]);
  const tail = asCount(data["tail"]);
  if (head + tail > after.length) throw new RangeError("The common parts are too long");
  const whole = after.slice(0, head) + text + after.slice(after.length - tail);
  return { ...form, text: asContent(whole) };
}

/**
 * The permission bits that a history may set. A history may come with a stranger's repository, so it cannot
 * set bits such as setuid, with which a program gets the rights of another user.
 */
const PERMISSIONS = 0o777;

/**
 * Checks a whole text. The stored part of a text cannot be checked, because it can begin or end within a
 * surrogate pair.
 */
function asContent(text: string): string {
  if (text.isWellFormed()) return text;
  throw new RangeError("Not the text of a file");
}

function asVersion(data: unknown): FileVersion {
  const { text, encoding, mode, link } = asRecord(data);
  if (encoding !== "utf-8" && encoding !== "latin-1") throw new RangeError("Unknown encoding");
  const bits = mode === null ? null : asCount(mode);
  if (bits !== null && bits > 0o7777) throw new RangeError("No permission bits");
  return {
    text: asText(text),
    encoding,
    mode: bits === null ? null : bits & PERMISSIONS,
    ...(link !== undefined && { link: asText(link) }),
  };
}

function asEntry(data: unknown): HistoryEntry {
  const entry = asRecord(data);
  return {
    id: asId(entry["id"]),
    time: asTime(entry["time"]),
    author: asAuthor(entry["author"] ?? null),
    command: asFact(entry["command"]),
    changeSet: asFact(entry["changeSet"]),
    files: asCount(entry["files"]),
    endpoints: asCountOrNull(entry["endpoints"]),
    isCreation: entry["isCreation"] === true,
    isUndone: entry["isUndone"] === true,
    size: asCountOrNull(entry["size"]),
    undoSize: asCountOrNull(entry["undoSize"]),
  };
}

/** Parses an author; `null` for changes to a project that is not on a server. */
function asAuthor(data: unknown): ChangeAuthor | null {
  if (data === null) return null;
  const { account, credential } = asRecord(data);
  return { account: asFact(account), credential: asFact(credential) };
}

function asId(data: unknown): string {
  const id = asText(data);
  if (!isEntryId(id)) throw new RangeError("Not an id");
  return id;
}

/** Parses the path of a file or folder that a change may have written. */
function asPath(data: unknown): ProjectPath {
  const path = projectPath(asText(data));
  if (isDeep(path) || isProtectedPath(path)) {
    throw new RangeError("Not a path that commands may change");
  }
  return path;
}

function isDeep(path: ProjectPath): boolean {
  return path.split("/", MAX_SEGMENTS + 1).length > MAX_SEGMENTS;
}

function asCount(data: unknown): number {
  if (typeof data === "number" && Number.isSafeInteger(data) && data >= 0) return data;
  throw new RangeError("Not a count");
}

/** The largest time that a `Date` can have. */
const LAST_TIME = 8.64e15;

function asTime(data: unknown): number {
  const time = asCount(data);
  if (time > LAST_TIME) throw new RangeError("Not a time");
  return time;
}

function asCountOrNull(data: unknown): number | null {
  return data === null ? null : asCount(data);
}

function asText(data: unknown): string {
  if (typeof data === "string") return data;
  throw new RangeError("Not text");
}

/** Maximum length of a text that is printed in a line, such as a command or a hash. */
const MAX_FACT_LENGTH = 1_000;

/** Parses a text that is printed in a line, such as a command. */
function asFact(data: unknown): string {
  const text = asText(data);
  if (text.length > MAX_FACT_LENGTH || oneLine(printable(text)) !== text) {
    throw new RangeError("Not text for a line");
  }
  return text;
}

function asList(data: unknown, limit: number): readonly unknown[] {
  if (Array.isArray(data) && data.length <= limit) return data;
  throw new RangeError("Not a list, or too long");
}

function asRecord(data: unknown): Readonly<Record<string, unknown>> {
  if (typeof data === "object" && data !== null) return data as Record<string, unknown>;
  throw new RangeError("Not an object");
}

function encoded(data: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(data));
}

function parsed(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  const text = new TextDecoder().decode(bytes);
  const { depth, commas } = jsonShape(text);
  if (depth > MAX_DEPTH || commas > MAX_COMMAS) throw new RangeError("Too deep, or too long");
  return asRecord(JSON.parse(text));
}
