/** Why a source is not Python. */

import { type PhysicalLines, positionAt } from "./position.ts";

/** What is wrong, and where in the text. */
export interface UnlocatedProblem {
  readonly offset: number;
  readonly message: string;
}

/** Why a source is not Python, in CPython's words where it has some. */
export interface PythonProblem {
  readonly offset: number;
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 code units. */
  readonly column: number;
  readonly message: string;
}

/**
 * Gives problems their lines and columns, in the order of the source.
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
