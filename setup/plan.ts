/** Plans the changes that connect agents. Pure: texts, targets and the record in, changes out. */

import { isDeepStrictEqual } from "node:util";
import type { Form, Template, Value } from "./client.ts";
import type { Broken, EntryPlace } from "./formats/config_format.ts";
import { FORMATS } from "./formats/formats.ts";
import { recordedAt, type RecordedEntry, type SetupRecord } from "./record.ts";
import { fingerprint, likeness, putBack, replacedBy } from "./written_entry.ts";

/** A client to connect, and the file in which it looks. */
export interface Target {
  /** The client's id. */
  readonly id: string;
  /** The client's name. */
  readonly client: string;
  readonly form: Form;
  /** The real path of the file, which need not exist. */
  readonly file: string;
  /** The entry that it shall have. */
  readonly entry: Template;
}

/** The texts of files by their real paths; a file that does not exist has none. */
export type Texts = ReadonlyMap<string, string>;

/** What becomes of one client. */
export type TargetPlan =
  | { readonly kind: "add" | "update" | "unchanged"; readonly target: Target }
  /** The file does not parse. */
  | { readonly kind: "broken"; readonly target: Target; readonly broken: Broken }
  /** Somebody else's entry has the name. */
  | { readonly kind: "foreign"; readonly target: Target }
  /** Other people on the computer can read the file, so it does not get the key. */
  | { readonly kind: "open"; readonly target: Target }
  | { readonly kind: "unreadable"; readonly target: Target; readonly reason: string };

/** A file that changes. `before` is `null` for one to be made, `after` for one to be removed. */
export interface FileChange {
  readonly file: string;
  readonly before: string | null;
  readonly after: string | null;
}

export interface ConnectPlan {
  readonly targets: readonly TargetPlan[];
  readonly changes: readonly FileChange[];
  /** The entries that will be there, for the record. */
  readonly entries: readonly RecordedEntry[];
}

/** Where an entry is in its file. */
export function placeOf({ container, kind }: Form, name: string): EntryPlace {
  return { container, kind, name };
}

/**
 * Plans to connect clients.
 *
 * @param name The entry's name.
 * @param project The real path of the project that they are connected for; `null` for all projects.
 * @param takesOver Whether an entry of somebody else with that name may be replaced.
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
    // Another client of this run's looks into the same file.
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

/** Where an entry goes, and what is there. */
interface Spot {
  readonly target: Target;
  readonly place: EntryPlace;
  readonly project: string | null;
  readonly text: string;
  /** What the wizard wrote there; `undefined` if it did not, or somebody else did since. */
  readonly known: RecordedEntry | undefined;
  readonly existing: Value | undefined;
}

interface SpotPlan extends Spot {
  readonly wanted: Template;
  /** Whether somebody else's entry is there. */
  readonly isForeign: boolean;
  /** Whether what is there is what the wizard wrote, or nothing. */
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

/** The text with the wanted entry, and what has to be known to undo that. */
function write(spot: SpotPlan): { readonly text: string; readonly entry: RecordedEntry } {
  const { target: { form }, place, text, known, existing, wanted, isForeign } = spot;
  const editor = FORMATS[form.format];
  const entry = recordOf(spot);
  const replaced = existing === undefined ? undefined : known?.replaced;
  // What was replaced before is put back and replaced anew, so that it is known which part that is.
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

/** What the record says of an entry that is there, or will be. */
function recordOf(spot: SpotPlan): RecordedEntry {
  const { target: { id, file, form, entry }, place, project, text, known, existing } = spot;
  const made = existing === undefined
    ? FORMATS[form.format].missing(text, place)
    : known?.made ?? { keys: 0 };
  // What people wrote in an entry is theirs.
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
    // If writing is cut off, the last one is there.
    written: last === undefined || last.whole === now.whole ? [now] : [now, last],
    ...(replaced === undefined ? {} : { replaced }),
  };
}

/** The files that have another text now. */
export function changesOf(before: Texts, after: ReadonlyMap<string, string | null>): FileChange[] {
  return [...after].flatMap(([file, text]) => {
    const old = before.get(file) ?? null;
    return old === text ? [] : [{ file, before: old, after: text }];
  });
}

/** An entry to write, and the client's forms of it. */
export interface WantedEntry {
  readonly form: Form;
  readonly entry: Template;
}

/** Our entry with what people added to it or switched, and without what another shape of it had. */
export function merged(existing: Value | undefined, { form, entry }: WantedEntry): Template {
  if (!isMap(existing)) return entry;
  const { entry: http, entryFromEnv, stdio } = form;
  const isRun = holds(entry, stdio) && !holds(entry, http);
  // What people added to the headers of one way to give the key stays with the other.
  const related = isRun ? [stdio] : [http, entryFromEnv];
  const others = isRun ? [http, entryFromEnv] : [stdio];
  return mergedMaps(existing, entry, related.filter(isMap), others.filter(isMap));
}

/**
 * @param related What entries of this kind hold here.
 * @param others What those of another kind do.
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
    // A switch is the person's, once it is there.
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

/** People may use any word as a key. */
function ownValue(map: Template, key: string): Value | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

/** Whether an entry has all keys of a shape. */
function holds(entry: Template, shape: Template | undefined): boolean {
  return shape !== undefined && Object.entries(shape).every(([key, value]) => {
    const inner = entry[key];
    return inner !== undefined && (!isMap(value) || isMap(inner) && holds(inner, value));
  });
}

function isMap(value: Value | undefined): value is Template {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
