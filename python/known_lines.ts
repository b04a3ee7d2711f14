/** The logical lines that a source shares with an earlier version of it. */

import { commonEnds } from "../core/common_ends.ts";
import type { PhysicalLines } from "./position.ts";
import type { LogicalLine, PythonScan } from "./scanner.ts";

/**
 * What need not be scanned again. What a logical line is depends on no more than the text from its start
 * to the character behind its line break; so the lines well before what differs are the same, and once
 * a line starts where one behind what differs does, all others are.
 */
export class KnownLines {
  readonly #earlier: readonly LogicalLine[];
  readonly #physical: PhysicalLines;
  /** How far what is behind the difference has moved. */
  readonly #moved: number;
  /** Where what is behind the difference starts, in the earlier version. */
  readonly #behind: number;
  /** The first of the earlier lines that may still be reached. */
  #next: number;

  /** @param earlier Without problems: those of a line that is taken over would be lost. */
  constructor({ source, lines }: PythonScan, physical: PhysicalLines) {
    const { head, tail } = commonEnds(source, physical.source);
    this.#earlier = lines;
    this.#physical = physical;
    this.#moved = physical.source.length - source.length;
    this.#behind = source.length - tail;
    this.#next = lines.findLastIndex(({ next }) => next < head) + 1;
    this.head = lines.slice(0, this.#next);
  }

  /** The lines at the start of the source. */
  readonly head: readonly LogicalLine[];

  /** All lines from the start of a physical line on; `null` if they are not known. */
  from(lineStart: number): readonly LogicalLine[] | null {
    const before = lineStart - this.#moved;
    if (before < this.#behind) return null;
    const lines = this.#earlier;
    while ((lines[this.#next]?.lineStart ?? Infinity) < before) this.#next++;
    if (lines[this.#next]?.lineStart !== before) return null;
    return lines.slice(this.#next).map((line) => line.moved(this.#physical, this.#moved));
  }
}
