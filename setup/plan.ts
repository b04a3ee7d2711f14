/** What connecting or removing clients would change: pure, from the files as they are. */

import { isDeepStrictEqual } from "node:util";
import type { Form, Template } from "./client.ts";
import type { Broken, Place } from "./formats/config_format.ts";
import { FORMATS } from "./formats/formats.ts";
import { merged } from "./merge_entry.ts";
import { inheriting, recordedAt, type RecordedEntry, type SetupRecord } from "./record.ts";

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
export function placeOf({ container, kind }: Form, name: string): Place {
  return { container, kind, name };
}

/**
 * Plans to connect clients.
 *
 * @param name The entry's name.
 * @param takesOver Whether an entry of somebody else with that name may be replaced.
 */
export function planConnect(
  targets: readonly Target[],
  name: string,
  texts: Texts,
  record: SetupRecord,
  takesOver: (target: Target) => boolean,
): ConnectPlan {
  const after = new Map(texts);
  const entries: RecordedEntry[] = [];
  const plans = targets.map((target): TargetPlan => {
    const { id: client, form, file } = target;
    const place = placeOf(form, name);
    const editor = FORMATS[form.format];
    const text = after.get(file) ?? form.start ?? "";
    const reading = editor.read(text, place);
    if (reading.kind === "broken") return { kind: "broken", target, broken: reading.broken };
    const { entry: existing } = reading;
    // Another client of this run's looks into the same file.
    const shared = recordedAt({ entries, files: {} }, file, place);
    const known = recordedAt(record, file, place) ?? shared;
    const wanted = known === undefined ? target.entry : merged(existing, target);
    if (existing !== undefined && isDeepStrictEqual(existing, wanted)) {
      return { kind: shared === undefined ? "unchanged" : "add", target };
    }
    if (existing !== undefined && known === undefined && !takesOver(target)) {
      return { kind: "foreign", target };
    }
    const made = existing === undefined ? editor.missing(text, place) : known?.made ?? { keys: 0 };
    after.set(file, editor.set(text, place, wanted));
    entries.push({ client, file, format: form.format, place, made });
    return { kind: existing === undefined ? "add" : "update", target };
  });
  return { targets: plans, changes: changesOf(texts, after), entries };
}

export interface RemovePlan {
  readonly changes: readonly FileChange[];
  /** The entries that will be gone, for the record. */
  readonly removed: readonly RecordedEntry[];
  /** Those whose files do not parse. */
  readonly broken: readonly { readonly entry: RecordedEntry; readonly broken: Broken }[];
}

/** Plans to remove entries that the wizard wrote. */
export function planRemove(
  entries: readonly RecordedEntry[],
  texts: Texts,
  record: SetupRecord,
): RemovePlan {
  const after = new Map<string, string | null>(texts);
  const broken: { entry: RecordedEntry; broken: Broken }[] = [];
  const removed: RecordedEntry[] = [];
  for (const recorded of entries) {
    const entry = removed.reduce(inheriting, recorded);
    const { file, format, place, made } = entry;
    const text = after.get(file) ?? null;
    const reading = text === null ? null : FORMATS[format].read(text, place);
    if (reading?.kind === "broken") {
      broken.push({ entry, broken: reading.broken });
      continue;
    }
    removed.push(entry);
    if (text === null) continue;
    const rest = FORMATS[format].remove(text, place, made);
    // A file that the wizard made goes with the last thing in it.
    after.set(file, rest === record.files[file]?.start ? null : rest);
  }
  return { changes: changesOf(texts, after), removed, broken };
}

function changesOf(before: Texts, after: ReadonlyMap<string, string | null>): FileChange[] {
  return [...after].flatMap(([file, text]) => {
    const old = before.get(file) ?? null;
    return old === text ? [] : [{ file, before: old, after: text }];
  });
}
