/** Plans the removal of entries, from the texts of files and the record, without side effects. */

import type { Broken, Value } from "../formats/config_format.ts";
import { FORMATS } from "../formats/formats.ts";
import { changesOf, type FileChange, type Texts } from "./plan.ts";
import { ignoredFile, inheriting, type RecordedEntry, type SetupRecord } from "./record.ts";
import { likeness, putBack } from "./written_entry.ts";

export interface RemovePlan {
  readonly changes: readonly FileChange[];
  /** The entries to remove from the record. */
  readonly removed: readonly RecordedEntry[];
  /** Those of `removed` that a foreign entry has replaced in the file. The foreign entry stays. */
  readonly foreign: readonly RecordedEntry[];
  /** The files in which the removal may also remove text that people wrote. */
  readonly inexact: ReadonlySet<string>;
  /** The entries whose files do not parse. */
  readonly broken: readonly { readonly entry: RecordedEntry; readonly broken: Broken }[];
}

/**
 * Plans to remove entries that setup wrote.
 *
 * @param entries The entries to remove. Lines of a `.gitignore` must come last, because whether a
 * line stays depends on the removal from the file that it ignores.
 */
export function planRemove(
  entries: readonly RecordedEntry[],
  texts: Texts,
  record: SetupRecord,
): RemovePlan {
  const after = new Map<string, string | null>(texts);
  const broken: { entry: RecordedEntry; broken: Broken }[] = [];
  const removed: RecordedEntry[] = [];
  const foreign: RecordedEntry[] = [];
  const inexact = new Set<string>();
  for (const recorded of entries) {
    const entry = removed.reduce(inheriting, recorded);
    const { file, format, place } = entry;
    const ignored = ignoredFile(entry);
    if (ignored !== null && broken.some((each) => each.entry.file === ignored)) continue;
    const text = after.get(file) ?? null;
    const reading = text === null ? null : FORMATS[format].read(text, place);
    if (reading?.kind === "broken") {
      broken.push({ entry, broken: reading.broken });
      continue;
    }
    removed.push(entry);
    if (text === null || reading === null || ignored !== null && inexact.has(ignored)) continue;
    const rest = without(entry, text, reading.entry);
    if (rest === null) foreign.push(entry);
    if (rest === null || !rest.isExact) inexact.add(file);
    if (rest === null) continue;
    // A file that setup created is removed with the last entry.
    after.set(file, rest.text === record.files[file]?.start ? null : rest.text);
  }
  return { changes: changesOf(texts, after), removed, foreign, inexact, broken };
}

/** A text without an entry, or with the entry that it replaced. */
interface Rest {
  readonly text: string;
  /** Whether only text that setup wrote was removed. */
  readonly isExact: boolean;
}

/**
 * Removes an entry from a file's text.
 *
 * @returns The rest; `null` if a foreign entry has replaced the entry.
 */
function without(
  { format, place, made, written, replaced }: RecordedEntry,
  text: string,
  existing: Value | undefined,
): Rest | null {
  if (existing === undefined) return { text, isExact: replaced === undefined };
  const editor = FORMATS[format];
  const like = format === "lines" ? "same" : likeness(existing, written);
  if (like === "foreign") return null;
  const isExact = like === "same";
  if (replaced === undefined) return { text: editor.remove(text, place, made), isExact };
  const back = putBack(editor, text, place, replaced);
  if (back !== null) return { text: back, isExact };
  return { text: editor.set(text, place, replaced.entry as Value), isExact: false };
}
