/** Entries of others that the wizard replaced, as far as they are needed to put them back. */

import type { Value } from "./client.ts";
import type { ConfigFormat, EntryPlace } from "./formats/config_format.ts";
import { lineStart } from "./formats/lines.ts";

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
