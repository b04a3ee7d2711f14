/** What the wizard did on this computer, so that it can be undone. */

import { dirname, join } from "node:path";
import type { Format } from "./client.ts";
import type { EntryPlace, Missing } from "./formats/config_format.ts";
import type { Fingerprint, Replaced } from "./written_entry.ts";

/** One entry that the wizard wrote. */
export interface RecordedEntry {
  /** The ids of the clients that it was written for. */
  readonly clients: readonly string[];
  /** The real path of the file. */
  readonly file: string;
  readonly format: Format | "lines";
  /** Of a line in a `.gitignore`: the container is named as the entry that it keeps out of git. */
  readonly place: EntryPlace;
  /** What the file lacked before. */
  readonly made: Missing;
  /** The real path of the project that it is for, `null` for all; old records do not say. */
  readonly project?: string | null;
  /** What was written, and before that; lines and old records do not say. */
  readonly written?: readonly Fingerprint[];
  /** What stood there before. */
  readonly replaced?: Replaced;
}

/** The name that an entry was written for; that of a line is the line. */
export function nameOf({ format, place: { container, name } }: RecordedEntry): string {
  return format === "lines" ? container[0] ?? "" : name;
}

/** The file that a line keeps out of git; `null` for other entries. */
export function ignoredFile({ file, format, place: { name } }: RecordedEntry): string | null {
  if (format !== "lines") return null;
  return join(dirname(file), name.replace(/\*$/, "").replace(/\\([*?[\]])/g, "$1"));
}

/** What the wizard made for one file, besides the entry. */
export interface RecordedFile {
  /** What the file began with, if the wizard made it; `null` if it was there. */
  readonly start: string | null;
  /** The folders that were made for it, innermost first. */
  readonly folders: readonly string[];
  /** Where a copy of the file lies; `null` for none. */
  readonly backup: string | null;
}

/** All that was done and not undone. */
export interface SetupRecord {
  readonly entries: readonly RecordedEntry[];
  /** By their real paths. */
  readonly files: Readonly<Record<string, RecordedFile>>;
}

export const EMPTY_RECORD: SetupRecord = { entries: [], files: {} };

/** The file, in the folder for what Layerwright must remember. */
export const RECORD_FILE = "setup.json";

/** The entry that the wizard wrote at a place; `undefined` for one of somebody else. */
export function recordedAt(
  { entries }: SetupRecord,
  file: string,
  place: EntryPlace,
): RecordedEntry | undefined {
  return entries.find((each) => each.file === file && isSamePlace(each.place, place));
}

/** Whether two entries are one. */
export function isSamePlace(a: EntryPlace, b: EntryPlace): boolean {
  return a.name === b.name && a.kind === b.kind &&
    JSON.stringify(a.container) === JSON.stringify(b.container);
}

/** The record after entries were written. */
export function withEntries(
  record: SetupRecord,
  entries: readonly RecordedEntry[],
  file: string,
  made: RecordedFile,
): SetupRecord {
  const own = entries.filter((each) => each.file === file);
  const isSame = (a: RecordedEntry, b: RecordedEntry) =>
    a.file === b.file && isSamePlace(a.place, b.place);
  const kept = record.entries.map((each) => own.find((entry) => isSame(entry, each)) ?? each);
  const added = own.filter((each) => !record.entries.some((entry) => isSame(entry, each)));
  const before = record.files[file];
  const now = before === undefined ? made : {
    start: made.start ?? before.start,
    folders: [...made.folders, ...before.folders],
    backup: before.backup ?? made.backup,
  };
  return { entries: [...kept, ...added], files: { ...record.files, [file]: now } };
}

/** The record with what another one says of a file. */
export function withFileOf(record: SetupRecord, other: SetupRecord, file: string): SetupRecord {
  const isOf = (each: RecordedEntry) => each.file === file;
  const files = Object.entries(record.files).filter(([path]) => path !== file);
  const own = other.files[file];
  return {
    entries: [...record.entries.filter((each) => !isOf(each)), ...other.entries.filter(isOf)],
    files: { ...Object.fromEntries(files), ...(own === undefined ? {} : { [file]: own }) },
  };
}

/**
 * An entry after another one of the same file was removed: what was made for that one and is still there,
 * as it holds this one, goes with this one.
 */
export function inheriting(
  heir: RecordedEntry,
  { file, place, made }: RecordedEntry,
): RecordedEntry {
  if (heir.file !== file) return heir;
  const shared = sharedLength(heir.place.container, place.container);
  // The outermost level that was made for each; 0 is the whole value.
  const first = place.container.length - made.keys + 1;
  const own = heir.place.container.length - heir.made.keys + 1;
  const isForBoth = first <= shared && first <= own;
  const isBeside = first === own && first === shared + 1;
  if (!isForBoth && !isBeside) return heir;
  const { filler = isBeside ? heir.made.filler : undefined } = made;
  const keys = heir.place.container.length - first + 1;
  return { ...heir, made: { keys, ...(filler === undefined ? {} : { filler }) } };
}

function sharedLength(a: readonly string[], b: readonly string[]): number {
  const index = a.findIndex((key, index) => key !== b[index]);
  return index < 0 ? a.length : index;
}

/** The record after entries of a file were removed. */
export function withoutEntries(
  record: SetupRecord,
  removed: readonly RecordedEntry[],
  file: string,
): SetupRecord {
  const gone = removed.filter((each) => each.file === file);
  const isGone = (each: RecordedEntry) =>
    each.file === file && gone.some((entry) => isSamePlace(entry.place, each.place));
  const entries = record.entries.filter((each) => !isGone(each))
    .map((each) => gone.reduce((heir, entry) => inheriting(heir, entry), each));
  if (entries.some((each) => each.file === file)) return { ...record, entries };
  const files = Object.entries(record.files).filter(([path]) => path !== file);
  return { entries, files: Object.fromEntries(files) };
}
