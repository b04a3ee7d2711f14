/** Limits the text on a page. */

import type { TextStart } from "../projects/listing.ts";

/** Maximum characters of a file or a patch on a page. */
export const MAX_TEXT = 100_000;

/**
 * Maximum lines of a file or a patch on a page. Lines have a limit of their own, because even an empty line
 * adds HTML.
 */
const MAX_LINES = 5_000;

/** Cuts a text after `MAX_LINES` lines. */
export function firstLines(start: TextStart): TextStart {
  let count = 0;
  for (const { 0: end, index } of start.text.matchAll(/\r\n|[\r\n]/g)) {
    const next = index + end.length;
    if (++count < MAX_LINES || next === start.text.length) continue;
    return { text: start.text.slice(0, next), isWhole: false };
  }
  return start;
}
