/** Why a source is not Python. */

import { positionAt } from "./position.ts";

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
 * @param lineStarts Where the source's physical lines start.
 */
export function locate(
  problems: readonly UnlocatedProblem[],
  lineStarts: readonly number[],
): PythonProblem[] {
  return problems
    .map(({ offset, message }) => ({ offset, ...positionAt(lineStarts, offset), message }))
    .sort((a, b) => a.offset - b.offset);
}
