/** Entries of others that the wizard replaced, as far as they are needed to put them back. */

import type { Value } from "./client.ts";
import type { ConfigFormat, Found, Place } from "./formats/config_format.ts";
import { lineStart } from "./formats/lines.ts";

/** An entry of somebody else's, and what stands for it. */
export interface Replaced {
  /** What it said. */
  readonly entry: Found;
  /** The part of the file that changed, as it was. */
  readonly theirs: string;
  /** That part as it is. */
  readonly ours: string;
}

/**
 * What a change replaced.
 *
 * @param entry What the entry said before.
 */
export function replacedBy(before: string, after: string, name: string, entry: Found): Replaced {
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
  place: Place,
  { theirs, ours }: Replaced,
): string | null {
  for (let at = text.indexOf(ours); at >= 0; at = text.indexOf(ours, at + 1)) {
    const back = text.slice(0, at) + theirs + text.slice(at + ours.length);
    if (isWhatBecame(editor, back, text, place)) return back;
  }
  return null;
}

/** Whether replacing the entry of a text gives another text. */
function isWhatBecame(editor: ConfigFormat, before: string, after: string, place: Place): boolean {
  const [old, now] = [editor.read(before, place), editor.read(after, place)];
  return old.kind === "read" && old.entry !== undefined && now.kind === "read" &&
    now.entry !== undefined && editor.set(before, place, now.entry as Value) === after;
}
