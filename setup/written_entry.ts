/** What the record keeps of an entry, to recognize it and to restore the one before it. */

import { createHash } from "node:crypto";
import { ARGS, type Value } from "./client.ts";
import type { EntryForm } from "./entry.ts";
import type { ConfigFormat, EntryPlace } from "./formats/config_format.ts";
import { lineStart } from "./formats/lines.ts";

/** An entry, told by hashes. */
export interface Fingerprint {
  /** Of all that it says. */
  readonly whole: string;
  /** Of what makes it ours, by where that is in it: its address, its key, the program that it runs. */
  readonly marks: Readonly<Record<string, string>>;
}

/**
 * How an entry is like what the wizard wrote. `changed`: people wrote in it, or it cannot be told;
 * `foreign`: it has neither the address nor the key.
 */
export type Likeness = "same" | "changed" | "foreign";

/**
 * Tells an entry from others.
 *
 * @param form What is the same in all entries of a client is no mark.
 * @param name The entry's name, which is none, either.
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
  // Many programs are run with the same arguments.
  const common = new Set(leaves.filter(([, value]) => value === ARGS).map(([path]) => path));
  const marks = leavesOf(entry).filter(([path, value]) =>
    value !== name && !common.has(path) && !fixed.has(textOf([path, value]))
  );
  return {
    whole: wholeOf(entry),
    marks: Object.fromEntries(marks.map(([path, value]) => [path, hashOf(value)])),
  };
}

/** @param written What was written there, if that is known. */
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

/** What an entry says, down to its lists, by the keys that lead there. */
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

/** The order of keys says nothing. */
function wholeOf(entry: Value): string {
  return hashOf(textsOf(entry).sort());
}

function hashOf(value: Value): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 32);
}

/** An entry of somebody else's, and what stands for it. */
export interface Replaced {
  /** What it said. */
  readonly entry: Value;
  /** The part of the file that changed, as it was. */
  readonly theirs: string;
  /** That part as it is. */
  readonly ours: string;
  /** Where it started then. */
  readonly at: number;
}

/**
 * What a change replaced.
 *
 * @param entry What the entry said before.
 */
export function replacedBy(before: string, after: string, name: string, entry: Value): Replaced {
  const shorter = Math.min(before.length, after.length);
  let same = 0;
  while (same < shorter && before[same] === after[same]) same++;
  let end = 0;
  while (end < shorter - same && before.at(-1 - end) === after.at(-1 - end)) end++;
  // With the name, it is found again among others that say the same.
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
 * Puts a replaced entry back to the byte.
 *
 * @returns `null` if what the wizard wrote does not stand there as it was written.
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
