/** Finds logical lines by offset or line number, with binary search. */

import { partitionPoint } from "../core/partition_point.ts";
import type { LogicalLine } from "./logical_line.ts";

/** Returns the index of the logical line at an offset, or -1. */
export function lineIndexAt(lines: readonly LogicalLine[], offset: number): number {
  const index = partitionPoint(lines, ({ end }) => end <= offset);
  return (lines[index]?.start ?? Infinity) <= offset ? index : -1;
}

/**
 * Returns the logical line that contains a physical line. `row` is the 1-based number of the
 * physical line.
 */
export function lineWithRow(lines: readonly LogicalLine[], row: number): LogicalLine | undefined {
  const line = lines[partitionPoint(lines, ({ endRow }) => endRow < row)];
  return line !== undefined && line.row <= row ? line : undefined;
}

/** Returns the logical lines that start in a range. */
export function linesBetween(
  lines: readonly LogicalLine[],
  start: number,
  end: number,
): readonly LogicalLine[] {
  const first = partitionPoint(lines, (line) => line.start < start);
  return lines.slice(first, partitionPoint(lines, (line) => line.start < end));
}
