/** The history of a project: the applied change sets, with the data to reverse them. */

import type { FileForm } from "./change_set.ts";
import type { ProjectPath } from "./project_path.ts";

/** A version of a file, byte for byte. */
export interface FileVersion extends FileForm {
  /** The content. For a link, the content of the file that the link leads to. */
  readonly text: string;
  /** The target of a link, as the link spells it; absent for other files. */
  readonly link?: string;
}

/** One file of a change set. `before` or `after` is `null` if the file did not exist then. */
export interface RecordedFile {
  /** The file. */
  readonly path: ProjectPath;
  /** The file before the change set. */
  readonly before: FileVersion | null;
  /** The file after the change set. */
  readonly after: FileVersion | null;
}

/** The effects of a change set, with all data to reverse them. */
export interface ChangeRecord {
  /** The changed files. */
  readonly files: readonly RecordedFile[];
  /** The folders that the change set created, outermost first. */
  readonly folders: readonly ProjectPath[];
}

/** The command that applied a change set, and facts about the change set. */
export interface AppliedCommand {
  /** The command in words, such as `generate subroute products sale`. */
  readonly command: string;
  /** Hash of the change set, as in reports. */
  readonly changeSet: string;
  /** Number of changed endpoints; `null` if the command does not count them. */
  readonly endpoints: number | null;
  /** Whether the change set created the project. The history lists such a change set, but it cannot be undone. */
  readonly isCreation: boolean;
}

/** The person who applied a change set to a project on a server. */
export interface ChangeAuthor {
  /** The account's email address. */
  readonly account: string;
  /** The credential: the name and the last characters of an API key, the name of an app, or the dashboard. */
  readonly credential: string;
}

/** A change set in the history. */
export interface HistoryEntry extends AppliedCommand {
  /**
   * A random id, such as `chg_8f2kq0rz`. A hash would not be unique, because equal changes can be applied
   * repeatedly.
   */
  readonly id: string;
  /** The time of application, in milliseconds since 1970. */
  readonly time: number;
  /** The person who applied the change set; `null` in a project on a disk or in memory. */
  readonly author: ChangeAuthor | null;
  /** Number of changed files. */
  readonly files: number;
  /** Whether the change set was undone, and not redone since. */
  readonly isUndone: boolean;
  /**
   * Size of the entry's record in bytes; `null` without a record: for a creation, or if the record did not
   * fit.
   */
  readonly size: number | null;
  /** Size of the record of the entry's undo in bytes; `null` unless the entry can be redone. */
  readonly undoSize: number | null;
}

/** The history of a project. */
export interface History {
  /** The oldest entry comes first. */
  readonly entries: readonly HistoryEntry[];
  /** Ids of the entries that can be redone; the last one is redone first. */
  readonly redoable: readonly string[];
}

/** The effect of a change set on the history: a new entry, an undo, or a redo. */
export type HistoryStep =
  | { readonly kind: "change"; readonly command: AppliedCommand }
  | { readonly kind: "undo" | "redo"; readonly id: string };

/** A record in the history: of an entry, or of the undo of an entry. */
export interface RecordName {
  /** The id of the entry. */
  readonly id: string;
  /** Whether the record is of the entry's change or of its undo. */
  readonly of: "change" | "undo";
}

/** The history of a workspace. */
export interface HistoryReader {
  /** Reads the list of entries. */
  list(): Promise<History>;
  /** Reads a record; `null` if the history does not have it. */
  record(name: RecordName): Promise<ChangeRecord | null>;
  /** Reads a record in its stored form, for readers that parse it on another thread. */
  formatted?(name: RecordName): Promise<Uint8Array | null>;
}

/** The history of a project to which nothing was applied. */
export const EMPTY_HISTORY: History = { entries: [], redoable: [] };

/** Limits of a history. */
export interface HistoryLimits {
  /** The oldest entries are dropped first. */
  readonly entries: number;
  /** Bytes of all records. */
  readonly bytes: number;
}

/** The limits of every history. */
export const HISTORY_LIMITS: HistoryLimits = { entries: 100, bytes: 20 * 1024 * 1024 };

/** A change set that is being applied. */
export interface Applied {
  readonly step: HistoryStep;
  /** Number of changed files. */
  readonly files: number;
  /** Size of its record in bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** The person who applies the change set; `null` (the default) for the user of this computer. */
  readonly author?: ChangeAuthor | null;
}

/** The history after a change, and the records to keep and to delete. */
export interface NextHistory {
  readonly history: History;
  /** The name of the record to keep; `null` for no record. */
  readonly kept: RecordName | null;
  /** The records to delete. */
  readonly dropped: readonly RecordName[];
}

/**
 * Returns the history after a change set was applied, within the limits.
 *
 * @example
 * ```ts
 * import { EMPTY_HISTORY, nextHistory } from "./history.ts";
 * import { equal } from "node:assert/strict";
 *
 * const command = { command: "generate route users", changeSet: "", endpoints: 1, isCreation: false };
 * const applied = { step: { kind: "change", command }, files: 5, size: 900, time: 0 } as const;
 * const { history, kept } = nextHistory(EMPTY_HISTORY, applied);
 * equal(history.entries[0]?.command, "generate route users");
 * equal(kept?.id, history.entries[0]?.id);
 * ```
 */
export function nextHistory(
  history: History,
  applied: Applied,
  limits: HistoryLimits = HISTORY_LIMITS,
): NextHistory {
  const { step } = applied;
  const size = applied.size > limits.bytes ? null : applied.size;
  const continued = step.kind === "change"
    ? withChange(history, step.command, applied, size)
    : step.kind === "undo"
    ? withUndo(history, step.id, size)
    : withRedo(history, step.id);
  const id = step.kind === "change" ? continued.entries.at(-1)?.id ?? "" : step.id;
  const next = withinLimits(continued, id, limits);
  const kept = new Set(next.entries.flatMap(recordsOf).map(nameOf));
  const record = step.kind === "redo"
    ? null
    : { id, of: step.kind === "undo" ? "undo" as const : "change" as const };
  return {
    history: next,
    kept: record !== null && kept.has(nameOf(record)) ? record : null,
    dropped: history.entries.flatMap(recordsOf).filter((each) => !kept.has(nameOf(each))),
  };
}

/** Adds a change set. Afterwards, change sets that were undone can no longer be redone. */
function withChange(
  { entries }: History,
  command: AppliedCommand,
  { files, time, author = null }: Applied,
  size: number | null,
): History {
  const entry = {
    ...command,
    id: newId(),
    time,
    author,
    files,
    isUndone: false,
    size: command.isCreation ? null : size,
    undoSize: null,
  };
  const settled = entries.map((each) => ({ ...each, undoSize: null }));
  return { entries: [...settled, entry], redoable: [] };
}

function withUndo({ entries, redoable }: History, id: string, size: number | null): History {
  const undone = (each: HistoryEntry) => ({ ...each, isUndone: true, undoSize: size });
  return {
    entries: entries.map((each) => each.id === id ? undone(each) : each),
    redoable: [...redoable, id],
  };
}

function withRedo({ entries, redoable }: History, id: string): History {
  const redone = (each: HistoryEntry) => ({ ...each, isUndone: false, undoSize: null });
  return {
    entries: entries.map((each) => each.id === id ? redone(each) : each),
    redoable: redoable.filter((each) => each !== id),
  };
}

/**
 * Drops the oldest entries, and the records that do not fit. Records of the current entry are kept first,
 * then records of the newest entries.
 */
function withinLimits(
  { entries, redoable }: History,
  current: string,
  limits: HistoryLimits,
): History {
  const listed = entries.slice(-limits.entries);
  const isCurrent = ({ id }: HistoryEntry) => id === current;
  const others = listed.filter((each) => !isCurrent(each)).toReversed();
  const fitting = new Map<string, HistoryEntry>();
  let room = limits.bytes;
  for (const each of [...listed.filter(isCurrent), ...others]) {
    const entry = fitted(each, room);
    room -= sizeOf(entry);
    fitting.set(entry.id, entry);
  }
  // `redo` starts with the newest undo, and cannot get past an undo whose record was dropped.
  const lost = redoable.findLastIndex((id) => (fitting.get(id)?.undoSize ?? null) === null);
  const left = new Set(redoable.slice(lost + 1));
  return {
    entries: listed.map((each) => {
      const entry = fitting.get(each.id) ?? each;
      return left.has(entry.id) ? entry : { ...entry, undoSize: null };
    }),
    redoable: [...left],
  };
}

/** Drops records of an entry until the rest fits: first the record of its undo, then the record of its change. */
function fitted(entry: HistoryEntry, room: number): HistoryEntry {
  if (sizeOf(entry) <= room) return entry;
  const { size } = entry;
  return { ...entry, size: size !== null && size <= room ? size : null, undoSize: null };
}

function sizeOf({ size, undoSize }: HistoryEntry): number {
  return (size ?? 0) + (undoSize ?? 0);
}

function recordsOf({ id, size, undoSize }: HistoryEntry): readonly RecordName[] {
  return [
    ...(size === null ? [] : [{ id, of: "change" as const }]),
    ...(undoSize === null ? [] : [{ id, of: "undo" as const }]),
  ];
}

function nameOf({ id, of }: RecordName): string {
  return `${id} ${of}`;
}

/** Letters and digits that people do not confuse with each other. */
const ID_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";

function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return `chg_${[...bytes].map((byte) => ID_LETTERS[byte % ID_LETTERS.length]).join("")}`;
}

/** Reports whether a string has the form of an entry's id. */
export function isEntryId(text: string): boolean {
  return /^chg_[0-9a-z]{8}$/.test(text);
}

/** Reports whether a string is meant as an entry's id, even if it is mistyped. */
export function isLikeEntryId(text: string): boolean {
  return /^chg_\w*$/.test(text);
}

/** Returns the newest entry that is not undone; `null` if all are undone. */
export function entryToUndo({ entries }: History): HistoryEntry | null {
  return entries.findLast(({ isUndone }) => !isUndone) ?? null;
}

/** Returns the entry that was undone last and can be redone; `null` if there is none. */
export function entryToRedo({ entries, redoable }: History): HistoryEntry | null {
  const id = redoable.at(-1);
  return entries.find((each) => each.id === id) ?? null;
}

/**
 * Reports whether a change set was applied and then undone, so that `redo` brings it back. If the change set
 * was applied several times, only its last entry counts.
 *
 * @param changeSet The change set's hash, as in reports.
 */
export function isChangeSetUndone({ entries, redoable }: History, changeSet: string): boolean {
  const last = entries.findLast((each) => each.changeSet === changeSet);
  return last !== undefined && redoable.includes(last.id);
}
