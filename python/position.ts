/** The physical lines of a source, and positions in it. */

import { partitionPoint } from "../core/partition_point.ts";
import { afterLineBreak } from "./characters.ts";

/** A position in a source. */
export interface Position {
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 code units. */
  readonly column: number;
}

/** A line ending. */
export type Eol = "\n" | "\r\n" | "\r";

/**
 * The physical lines of a source. Most properties are computed on access, because they are rarely
 * needed.
 */
export class PhysicalLines {
  #starts: readonly number[] | null = null;
  #eol: Eol | null = null;
  #hasOnlyLineFeeds: boolean | null = null;

  /**
   * Whether the source has neither tabs nor form feeds, so that the width of an indentation is its
   * length.
   */
  readonly hasOnlySpaces: boolean;

  constructor(readonly source: string) {
    this.hasOnlySpaces = !source.includes("\t") && !source.includes("\f");
  }

  /** The start of each line. */
  get starts(): readonly number[] {
    return this.#starts ??= lineStarts(this.source);
  }

  /** Whether every line ends with `\n`. */
  get hasOnlyLineFeeds(): boolean {
    return this.#hasOnlyLineFeeds ??= !this.source.includes("\r");
  }

  /** The most frequent line ending. */
  get eol(): Eol {
    return this.#eol ??= this.source.includes("\r") ? mostFrequentEol(this.source) : "\n";
  }
}

const LINE_BREAK = /\r\n?|\n/g;

function lineStarts(source: string): number[] {
  const starts = [0];
  let lineFeed = source.indexOf("\n");
  let carriageReturn = source.indexOf("\r");
  while (lineFeed !== -1 || carriageReturn !== -1) {
    const isLineFeed = carriageReturn === -1 || (lineFeed !== -1 && lineFeed < carriageReturn);
    const next = afterLineBreak(source, isLineFeed ? lineFeed : carriageReturn);
    starts.push(next);
    if (lineFeed !== -1 && lineFeed < next) lineFeed = source.indexOf("\n", next);
    if (carriageReturn !== -1 && carriageReturn < next) {
      carriageReturn = source.indexOf("\r", next);
    }
  }
  return starts;
}

function mostFrequentEol(source: string): Eol {
  const counts = { "\n": 0, "\r\n": 0, "\r": 0 };
  for (const end of source.match(LINE_BREAK) ?? []) counts[end as Eol]++;
  if (counts["\r\n"] > counts["\n"] && counts["\r\n"] >= counts["\r"]) return "\r\n";
  return counts["\r"] > counts["\n"] ? "\r" : "\n";
}

/**
 * Finds the line and column of an offset.
 *
 * @param starts The starts of the physical lines, in order.
 *
 * @example
 * ```ts
 * import { PhysicalLines, positionAt } from "./position.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * deepEqual(positionAt(new PhysicalLines("a\nbc").starts, 3), { line: 2, column: 2 });
 * ```
 */
export function positionAt(starts: readonly number[], offset: number): Position {
  const line = partitionPoint(starts, (start) => start <= offset);
  return { line, column: offset - (starts[line - 1] ?? 0) + 1 };
}
