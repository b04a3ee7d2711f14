/** What the wizard did on this computer, so that it can be undone. */

import type { Format } from "./client.ts";
import type { Lack, Place } from "./formats/config_format.ts";

/** One entry that the wizard wrote. */
export interface RecordedEntry {
  readonly client: string;
  /** The real path of the file. */
  readonly file: string;
  readonly format: Format | "lines";
  /** Of a line in a `.gitignore`: the container is named as the entry that it keeps out of git. */
  readonly place: Place;
  /** What the file lacked before. */
  readonly made: Lack;
}

/** The name that an entry was written for; that of a line is the line. */
export function nameOf({ format, place: { container, name } }: RecordedEntry): string {
  return format === "lines" ? container[0] ?? "" : name;
}

/** What the wizard made for one file, besides the entry. */
export interface RecordedFile {
  /** What the file began with, if the wizard made it; `null` if it was there. */
  readonly start: string | null;
  /** The folders that were made for it, innermost first. */
  readonly folders: readonly string[];
  /** Whether a copy of the file lies beside it. */
  readonly hasBackup: boolean;
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

const VERSION = 1;

/**
 * Reads a record.
 *
 * @returns `null` for a text that is none, such as one of a later version.
 */
export function parseRecord(text: string): SetupRecord | null {
  try {
    const { version, entries, files } = Object(JSON.parse(text));
    const isRecord = version === VERSION && Array.isArray(entries) && entries.every(isEntry) &&
      typeof files === "object" && files !== null && !Array.isArray(files) &&
      Object.values(files).every(isFile);
    return isRecord ? { entries, files } : null;
  } catch (problem) {
    if (problem instanceof SyntaxError) return null;
    throw problem;
  }
}

const FORMATS = ["json", "jsonc", "toml", "yaml", "lines"];

function isEntry(value: unknown): boolean {
  const { client, file, format, place, made } = Object(value);
  const { container, kind, name } = Object(place);
  return typeof client === "string" && typeof file === "string" && FORMATS.includes(format) &&
    Array.isArray(container) && container.every((key) => typeof key === "string") &&
    (kind === "map" || kind === "list") && typeof name === "string" &&
    Number.isInteger(Object(made)["keys"]);
}

function isFile(value: unknown): boolean {
  const { start, folders, hasBackup } = Object(value);
  return (start === null || typeof start === "string") && typeof hasBackup === "boolean" &&
    Array.isArray(folders) && folders.every((folder) => typeof folder === "string");
}

export function formatRecord(record: SetupRecord): string {
  return `${JSON.stringify({ version: VERSION, ...record }, null, 2)}\n`;
}

/** The entry that the wizard wrote at a place; `undefined` for one of somebody else. */
export function recordedAt(
  { entries }: SetupRecord,
  file: string,
  place: Place,
): RecordedEntry | undefined {
  return entries.find((each) => each.file === file && isSamePlace(each.place, place));
}

/** Whether two entries are one. */
export function isSamePlace(a: Place, b: Place): boolean {
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
  const others = record.entries.filter((each) =>
    !own.some((entry) => entry.file === each.file && isSamePlace(entry.place, each.place))
  );
  const before = record.files[file];
  const now = before === undefined ? made : {
    start: made.start ?? before.start,
    folders: [...made.folders, ...before.folders],
    hasBackup: before.hasBackup || made.hasBackup,
  };
  return { entries: [...others, ...own], files: { ...record.files, [file]: now } };
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
