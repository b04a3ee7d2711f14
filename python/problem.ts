/** Syntax problems of a source. */

import { type PhysicalLines, positionAt } from "./position.ts";

/** A problem with its offset in the source. */
export interface UnlocatedProblem {
  readonly offset: number;
  readonly message: string;
}

/** A problem with its position. The message is CPython's if CPython has one for the problem. */
export interface PythonProblem {
  readonly offset: number;
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 code units. */
  readonly column: number;
  readonly message: string;
}

/**
 * Adds lines and columns to problems, and sorts the problems by offset.
 *
 * @param physical The source's physical lines.
 */
export function locate(
  problems: readonly UnlocatedProblem[],
  physical: PhysicalLines,
): PythonProblem[] {
  return problems
    .map(({ offset, message }) => ({ offset, ...positionAt(physical.starts, offset), message }))
    .sort((a, b) => a.offset - b.offset);
}
