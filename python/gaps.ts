/** The blank lines around a part of a source. */

import { isLineBreak, nextPhysicalLine, skipBlanks, textStart } from "./characters.ts";
import { contentEnd } from "./insert_apart.ts";

/** Whole physical lines of a source, without the line break of the last one. */
export interface LineSpan {
  /** The start of a physical line. */
  readonly start: number;
  /** The end of a physical line, before its line break. */
  readonly end: number;
}

/**
 * The surroundings of some lines: the code above, and the blank lines above and below. Numbers are
 * offsets.
 */
export interface Gaps {
  /** The end of the code or comment above, before its line break; `null` if nothing is above. */
  readonly previous: number | null;
  /** The starts of the blank lines above. */
  readonly above: readonly number[];
  /** The starts of the blank lines below. */
  readonly below: readonly number[];
  /** The start of the line below the blank lines, or the source's end. */
  readonly rest: number;
  /** Whether code or a comment is below. */
  readonly isFollowed: boolean;
}

/** Finds the blank lines around some lines of a source. */
export function gapsAround(source: string, { start, end }: LineSpan): Gaps {
  const first = textStart(source);
  const previousEnd = contentEnd(source, start);
  const hasPrevious = previousEnd > first;
  const above: number[] = [];
  let offset = hasPrevious ? nextPhysicalLine(source, previousEnd) : first;
  for (; offset < start; offset = nextPhysicalLine(source, offset)) above.push(offset);
  const below: number[] = [];
  let rest = nextPhysicalLine(source, end);
  while (isLineBreak(source.charCodeAt(skipBlanks(source, rest)))) {
    below.push(rest);
    rest = nextPhysicalLine(source, rest);
  }
  const isFollowed = skipBlanks(source, rest) < source.length;
  return { previous: hasPrevious ? previousEnd : null, above, below, rest, isFollowed };
}

/**
 * Returns the lines to remove, including blank lines around them, so that `left` blank lines remain
 * in their place. If neither code nor a blank line follows, the blank lines above are removed, too.
 *
 * @param left The number of blank lines to leave, at most as many as there are.
 */
export function removalOf(source: string, span: LineSpan, gaps: Gaps, left: number): LineSpan {
  const { previous, above, below, rest, isFollowed } = gaps;
  if (!isFollowed) {
    if (previous !== null && below.length === 0) return { start: previous, end: span.end };
    return { start: span.start, end: nextPhysicalLine(source, span.end) };
  }
  if (left < above.length) return { start: above[left] ?? span.start, end: rest };
  return { start: span.start, end: below[below.length - (left - above.length)] ?? rest };
}
