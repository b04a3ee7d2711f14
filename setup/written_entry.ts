/**
 * The data in the record that recognizes an entry, and that restores the entry that it replaced.
 */

import { createHash } from "node:crypto";
import type { ConfigFormat, EntryPlace, Value } from "../formats/config_format.ts";
import { lineStart } from "../formats/lines.ts";
import { ARGS } from "./client.ts";
import type { EntryForm } from "./entry.ts";

/** The hashes of an entry. */
export interface Fingerprint {
  /** Hash of the whole entry. */
  readonly whole: string;
  /**
   * Hashes of the values that identify the entry, such as its address, key and program, by path.
   */
  readonly marks: Readonly<Record<string, string>>;
}

/**
 * The result of comparing an entry with setup's own. `changed`: people edited the entry, or there
 * is no fingerprint to compare with. `foreign`: the entry has none of the values that identify
 * setup's entry.
 */
export type Likeness = "same" | "changed" | "foreign";

/**
 * Creates the fingerprint of an entry.
 *
 * @param form The agent's form. Values that all entries of this form share do not identify an
 * entry.
 * @param name The entry's name. Values that equal the name do not identify the entry, either.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { URL } from "./client.ts";
 * import { fingerprint, likeness } from "./written_entry.ts";
 *
 * const form = { entry: { type: "http", url: URL } };
 * const written = [fingerprint({ type: "http", url: "https://a" }, form, "layerwright")];
 * equal(likeness({ url: "https://a", type: "http" }, written), "same");
 * equal(likeness({ type: "http", url: "https://a", timeout: 9 }, written), "changed");
 * equal(likeness({ type: "http", url: "https://b" }, written), "foreign");
 * ```
 */
export function fingerprint(entry: Value, form: EntryForm, name: string): Fingerprint {
  const shapes = [form.entry, form.entryFromEnv, form.stdio];
  const leaves = shapes.flatMap((each) => each === undefined ? [] : leavesOf(each));
  const fixed = new Set(leaves.map(textOf));
  // Arguments do not identify an entry, because different programs can have the same ones.
  const common = new Set(leaves.filter(([, value]) => value === ARGS).map(([path]) => path));
  const marks = leavesOf(entry).filter(([path, value]) =>
    value !== name && !common.has(path) && !fixed.has(textOf([path, value]))
  );
  return {
    whole: wholeOf(entry),
    marks: Object.fromEntries(marks.map(([path, value]) => [path, hashOf(value)])),
  };
}

/**
 * Compares an entry with recorded ones.
 *
 * @param written The fingerprints in the record, if there are any.
 */
export function likeness(entry: Value, written: readonly Fingerprint[] = []): Likeness {
  if (written.length === 0) return "changed";
  const whole = wholeOf(entry);
  if (written.some((each) => each.whole === whole)) return "same";
  const leaves = leavesOf(entry);
  const isOurs = written.some(({ marks }) =>
    leaves.some(([path, value]) => Object.hasOwn(marks, path) && marks[path] === hashOf(value))
  );
  return isOurs ? "changed" : "foreign";
}

type Leaf = readonly [path: string, value: Value];

/** Returns the values of an entry by path. A list counts as one value. */
function leavesOf(value: Value, path = ""): Leaf[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, `${path}/${key}`));
}

function textsOf(value: Value): string[] {
  return leavesOf(value).map(textOf);
}

function textOf(leaf: Leaf): string {
  return JSON.stringify(leaf);
}

/** Hashes an entry regardless of the order of its keys. */
function wholeOf(entry: Value): string {
  return hashOf(textsOf(entry).sort());
}

function hashOf(value: Value): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 32);
}

/** A foreign entry that setup replaced. */
export interface Replaced {
  /** The entry's value. */
  readonly entry: Value;
  /** The text of the changed part of the file before setup wrote it. */
  readonly theirs: string;
  /** The text of the changed part of the file after setup wrote it. */
  readonly ours: string;
  /** The part's offset when setup wrote it. */
  readonly at: number;
}

/**
 * Returns the data that restores a replaced entry, from the file's text before and after the
 * replacement.
 *
 * @param entry The value of the replaced entry.
 */
export function replacedBy(before: string, after: string, name: string, entry: Value): Replaced {
  const shorter = Math.min(before.length, after.length);
  let same = 0;
  while (same < shorter && before[same] === after[same]) same++;
  let end = 0;
  while (end < shorter - same && before.at(-1 - end) === after.at(-1 - end)) end++;
  // Start at the entry's name, so that equal text elsewhere in the file is not mistaken for this
  // part.
  const named = before.lastIndexOf(name, same);
  const start = named >= 0 ? named : lineStart(before, same);
  return {
    entry,
    at: start,
    theirs: before.slice(start, before.length - end),
    ours: after.slice(start, after.length - end),
  };
}

/**
 * Restores a replaced entry byte for byte.
 *
 * @returns The restored text; `null` if the text that setup wrote is no longer in it.
 */
export function putBack(
  editor: ConfigFormat,
  text: string,
  place: EntryPlace,
  { entry, theirs, ours, at }: Replaced,
): string | null {
  for (const start of startsOf(ours, text).sort((a, b) => Math.abs(a - at) - Math.abs(b - at))) {
    const back = text.slice(0, start) + theirs + text.slice(start + ours.length);
    const reading = editor.read(back, place);
    if (reading.kind === "broken") continue;
    if (JSON.stringify(reading.entry) === JSON.stringify(entry)) return back;
  }
  return null;
}

function startsOf(part: string, text: string): number[] {
  const starts: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    starts.push(at);
    if (at === text.length) break;
  }
  return starts;
}
