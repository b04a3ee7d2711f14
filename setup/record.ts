/** The record of everything that setup wrote on this computer, so that it can be undone. */

import { dirname, join } from "node:path";
import type { EntryPlace, Format, Missing } from "../formats/config_format.ts";
import type { Fingerprint, Replaced } from "./written_entry.ts";

/** An entry that setup wrote. */
export interface RecordedEntry {
  /** The ids of the agents that the entry is for. */
  readonly clients: readonly string[];
  /** The real path of the file. */
  readonly file: string;
  readonly format: Format | "lines";
  /**
   * The entry's place. For a line of a `.gitignore`, the container is the name of the entry that
   * the line belongs to.
   */
  readonly place: EntryPlace;
  /** The parts that the file lacked before setup added the entry. */
  readonly made: Missing;
  /** The project's real path; `null` for all projects; not set in old records. */
  readonly project?: string | null;
  /**
   * Fingerprints of the last two entries that setup wrote. Not set for lines and in old records.
   */
  readonly written?: readonly Fingerprint[];
  /** The foreign entry that this one replaced. */
  readonly replaced?: Replaced;
}

/** Returns an entry's name; for a line, the name of the entry that the line belongs to. */
export function nameOf({ format, place: { container, name } }: RecordedEntry): string {
  return format === "lines" ? container[0] ?? "" : name;
}

/** Returns the file that a line ignores; `null` for other entries. */
export function ignoredFile({ file, format, place: { name } }: RecordedEntry): string | null {
  if (format !== "lines") return null;
  return join(dirname(file), name.replace(/\*$/, "").replace(/\\([*?[\]])/g, "$1"));
}

/** Everything that setup created for a file, besides the entry. */
export interface RecordedFile {
  /** The initial text of a file that setup created; `null` if the file existed. */
  readonly start: string | null;
  /** The folders created for the file, innermost first. */
  readonly folders: readonly string[];
  /** The backup's path; `null` for none. */
  readonly backup: string | null;
}

/** Everything that setup wrote and has not removed. */
export interface SetupRecord {
  readonly entries: readonly RecordedEntry[];
  /** Everything that setup created for each file, by real path. */
  readonly files: Readonly<Record<string, RecordedFile>>;
}

export const EMPTY_RECORD: SetupRecord = { entries: [], files: {} };

/** Name of the file in the state folder. */
export const RECORD_FILE = "setup.json";

/** Finds the recorded entry at a place. */
export function recordedAt(
  { entries }: SetupRecord,
  file: string,
  place: EntryPlace,
): RecordedEntry | undefined {
  return entries.find((each) => each.file === file && isSamePlace(each.place, place));
}

/** Reports whether two places are the same. */
export function isSamePlace(a: EntryPlace, b: EntryPlace): boolean {
  return a.name === b.name && a.kind === b.kind &&
    JSON.stringify(a.container) === JSON.stringify(b.container);
}

/**
 * Adds the entries written to a file, and everything that setup created for the file, to the
 * record.
 */
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

/** Returns a record in which the entries and data of one file come from another record. */
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
 * Returns the record of an entry after another entry of the same file is removed. If setup created
 * parts for the removed entry that the remaining one still needs, they are recorded with the
 * remaining one.
 */
export function inheriting(
  heir: RecordedEntry,
  { file, place, made }: RecordedEntry,
): RecordedEntry {
  if (heir.file !== file) return heir;
  const shared = sharedLength(heir.place.container, place.container);
  // The outermost level of the file's value that setup created for each entry; level 0 is the whole
  // value.
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

/** Removes the entries of a file from the record. */
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
