/** Plans the changes that connect agents, from texts and the record, without side effects. */

import { isDeepStrictEqual } from "node:util";
import type { Broken, EntryPlace, Value } from "../formats/config_format.ts";
import { FORMATS } from "../formats/formats.ts";
import type { Form, Template } from "./client.ts";
import { isMap } from "./entry.ts";
import { recordedAt, type RecordedEntry, type SetupRecord } from "./record.ts";
import { fingerprint, likeness, putBack, replacedBy } from "./written_entry.ts";

/** An agent to connect, and its file. */
export interface Target {
  /** The agent's id. */
  readonly id: string;
  /** The agent's name. */
  readonly client: string;
  readonly form: Form;
  /** The real path of the file, which need not exist. */
  readonly file: string;
  /** The entry to write. */
  readonly entry: Template;
}

/** The texts of existing files by real path. */
export type Texts = ReadonlyMap<string, string>;

/** The plan for one agent. */
export type TargetPlan =
  | { readonly kind: "add" | "update" | "unchanged"; readonly target: Target }
  /** The file does not parse. */
  | { readonly kind: "broken"; readonly target: Target; readonly broken: Broken }
  /** The file has an entry with this name that setup did not write. */
  | { readonly kind: "foreign"; readonly target: Target }
  /** Other people can read the file, so it does not get the key. */
  | { readonly kind: "open"; readonly target: Target }
  | { readonly kind: "unreadable"; readonly target: Target; readonly reason: string };

/** A change to a file. `before` is `null` for a new file, `after` for a removed one. */
export interface FileChange {
  readonly file: string;
  readonly before: string | null;
  readonly after: string | null;
}

export interface ConnectPlan {
  readonly targets: readonly TargetPlan[];
  readonly changes: readonly FileChange[];
  /** The entries to record: those that will exist in the files. */
  readonly entries: readonly RecordedEntry[];
}

/** Returns the place of an entry in its file. */
export function placeOf({ container, kind }: Form, name: string): EntryPlace {
  return { container, kind, name };
}

/**
 * Plans to connect agents.
 *
 * @param name The entry's name.
 * @param project The project's real path; `null` for all projects.
 * @param takesOver Reports whether a foreign entry of that name may be replaced.
 */
export function planConnect(
  targets: readonly Target[],
  { name, project }: { readonly name: string; readonly project: string | null },
  texts: Texts,
  record: SetupRecord,
  takesOver: (target: Target) => boolean,
): ConnectPlan {
  const after = new Map(texts);
  const entries: RecordedEntry[] = [];
  const plans = targets.map((target): TargetPlan => {
    const { form, file } = target;
    const place = placeOf(form, name);
    const text = after.get(file) ?? form.start ?? "";
    const reading = FORMATS[form.format].read(text, place);
    if (reading.kind === "broken") return { kind: "broken", target, broken: reading.broken };
    // Another agent of this run may use the same entry.
    const shared = recordedAt({ entries, files: {} }, file, place);
    const known = shared ?? recordedAt(record, file, place);
    const spot = spotOf({ target, place, project, text, known, existing: reading.entry });
    const { existing, wanted } = spot;
    const isRight = existing !== undefined && isDeepStrictEqual(existing, wanted);
    if (!isRight && spot.isForeign && !takesOver(target)) return { kind: "foreign", target };
    const written = isRight ? { text, entry: recordOf(spot) } : write(spot);
    if (!isRight) after.set(file, written.text);
    if (shared !== undefined) entries.splice(entries.indexOf(shared), 1);
    entries.push(written.entry);
    if (isRight) return { kind: shared === undefined ? "unchanged" : "add", target };
    return { kind: existing === undefined ? "add" : "update", target };
  });
  return { targets: plans, changes: changesOf(texts, after), entries };
}

/** The place of an entry, and its present value. */
interface Spot {
  readonly target: Target;
  readonly place: EntryPlace;
  readonly project: string | null;
  readonly text: string;
  /** The recorded entry; `undefined` without one, or if the present entry is foreign. */
  readonly known: RecordedEntry | undefined;
  readonly existing: Value | undefined;
}

interface SpotPlan extends Spot {
  readonly wanted: Template;
  /** Whether the present entry is foreign. */
  readonly isForeign: boolean;
  /** Whether the entry is as setup wrote it, or absent. */
  readonly isAsWritten: boolean;
}

function spotOf(spot: Spot): SpotPlan {
  const { target, existing } = spot;
  const like = existing === undefined ? "same" : likeness(existing, spot.known?.written);
  const known = like === "foreign" ? undefined : spot.known;
  return {
    ...spot,
    known,
    wanted: known === undefined ? target.entry : merged(existing, target),
    isForeign: existing !== undefined && known === undefined,
    isAsWritten: like === "same",
  };
}

/** Writes the wanted entry, and records how to undo that. */
function write(spot: SpotPlan): { readonly text: string; readonly entry: RecordedEntry } {
  const { target: { form }, place, text, known, existing, wanted, isForeign } = spot;
  const editor = FORMATS[form.format];
  const entry = recordOf(spot);
  const replaced = existing === undefined ? undefined : known?.replaced;
  // Restore the entry that setup replaced earlier, and replace it again, to find the part of the
  // file that changes now.
  const back = replaced === undefined ? null : putBack(editor, text, place, replaced);
  const before = back ?? text;
  const after = editor.set(before, place, wanted);
  const theirs = isForeign ? existing : back === null ? undefined : replaced?.entry;
  if (theirs === undefined) return { text: after, entry };
  return {
    text: after,
    entry: { ...entry, replaced: replacedBy(before, after, place.name, theirs) },
  };
}

/** Returns the record of an entry that exists, or that the plan will write. */
function recordOf(spot: SpotPlan): RecordedEntry {
  const { target: { id, file, form, entry }, place, project, text, known, existing } = spot;
  const made = existing === undefined
    ? FORMATS[form.format].missing(text, place)
    : known?.made ?? { keys: 0 };
  // Leave out values that people added to the entry, because they do not identify it as setup's.
  const now = fingerprint(spot.isAsWritten ? spot.wanted : entry, form, place.name);
  const [last] = known?.written ?? [];
  const replaced = existing === undefined ? undefined : known?.replaced;
  return {
    clients: [...new Set([...known?.clients ?? [], id])],
    file,
    format: form.format,
    place,
    made,
    project,
    // After an interrupted write, the file still has the previous entry.
    written: last === undefined || last.whole === now.whole ? [now] : [now, last],
    ...(replaced === undefined ? {} : { replaced }),
  };
}

/** Returns the changed files. */
export function changesOf(before: Texts, after: ReadonlyMap<string, string | null>): FileChange[] {
  return [...after].flatMap(([file, text]) => {
    const old = before.get(file) ?? null;
    return old === text ? [] : [{ file, before: old, after: text }];
  });
}

/** An entry to write, and the agent's form for it. */
export interface WantedEntry {
  readonly form: Form;
  readonly entry: Template;
}

/**
 * Merges the wanted entry into the present one. Keeps values that people added and booleans that
 * they changed. Removes values that belong to another kind of connection.
 */
export function merged(existing: Value | undefined, { form, entry }: WantedEntry): Template {
  if (!isMap(existing)) return entry;
  const { entry: http, entryFromEnv, stdio } = form;
  const isRun = holds(entry, stdio) && !holds(entry, http);
  // If the key moves between the file and the environment, the headers that people added stay.
  const related = isRun ? [stdio] : [http, entryFromEnv];
  const others = isRun ? [http, entryFromEnv] : [stdio];
  return mergedMaps(existing, entry, related.filter(isMap), others.filter(isMap));
}

/**
 * Merges two maps.
 *
 * @param related The shapes of this kind of connection at this level.
 * @param others The shapes of other kinds of connection.
 */
function mergedMaps(
  old: Template,
  wanted: Template,
  related: readonly Template[],
  others: readonly Template[],
): Template {
  const kept = Object.entries(old).flatMap(([key, value]): [string, Value][] => {
    const ours = ownValue(wanted, key);
    const [near, far] = [innerMaps(related, key), innerMaps(others, key)];
    if (isMap(value) && isMap(ours)) return [[key, mergedMaps(value, ours, near, far)]];
    // Keep an existing boolean, because people switch servers on and off with booleans.
    if (typeof ours === "boolean" && typeof value === "boolean") return [[key, value]];
    if (ours !== undefined) return [[key, ours]];
    if (others.some((shape) => Object.hasOwn(shape, key))) return [];
    if (!related.some((shape) => Object.hasOwn(shape, key))) return [[key, value]];
    const rest = isMap(value) ? mergedMaps(value, {}, near, []) : {};
    return Object.keys(rest).length === 0 ? [] : [[key, rest]];
  });
  return { ...Object.fromEntries(kept), ...withoutKeys(wanted, new Set(kept.map(([key]) => key))) };
}

function withoutKeys(map: Template, keys: ReadonlySet<string>): Template {
  return Object.fromEntries(Object.entries(map).filter(([key]) => !keys.has(key)));
}

function innerMaps(shapes: readonly Template[], key: string): Template[] {
  return shapes.map((shape) => ownValue(shape, key)).filter(isMap);
}

/**
 * Returns the value of a map's own property. People can use any word as a key, such as `toString`.
 */
function ownValue(map: Template, key: string): Value | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

/** Reports whether an entry has all keys of a shape. */
function holds(entry: Template, shape: Template | undefined): boolean {
  return shape !== undefined && Object.entries(shape).every(([key, value]) => {
    const inner = entry[key];
    return inner !== undefined && (!isMap(value) || isMap(inner) && holds(inner, value));
  });
}
