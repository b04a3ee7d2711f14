/** A logical line of a scanned source. */

import { indentationOf } from "./characters.ts";
import { type PhysicalLines, positionAt } from "./position.ts";

/** A logical line with code. Rarely needed properties are computed on access. */
export class LogicalLine {
  /**
   * @param physical The physical lines of its source.
   * @param lineStart The start of its physical line.
   * @param start The start of its first token.
   * @param end The end of its last token.
   * @param next The start of the next physical line, or the source's end.
   * @param indent The width of its indentation, with tab stops every eight columns.
   * @param body The offset after the first colon outside of brackets and lambdas, or -1. The body
   * of a compound statement starts there.
   */
  constructor(
    private readonly physical: PhysicalLines,
    readonly lineStart: number,
    readonly start: number,
    readonly end: number,
    readonly next: number,
    readonly indent: number,
    readonly body: number,
  ) {}

  /** The text of its indentation. */
  get indentation(): string {
    return indentationOf(this.physical.source, this.lineStart);
  }

  /** The 1-based physical line of its start. */
  get row(): number {
    return positionAt(this.physical.starts, this.start).line;
  }

  /** The 1-based physical line of its end. */
  get endRow(): number {
    return positionAt(this.physical.starts, this.end).line;
  }

  /**
   * Returns the same line for another version of the source, in which it is moved by some
   * characters.
   */
  moved(physical: PhysicalLines, by: number): LogicalLine {
    const { lineStart, start, end, next, indent, body } = this;
    const [from, to] = [start + by, end + by];
    const moved = body === -1 ? -1 : body + by;
    return new LogicalLine(physical, lineStart + by, from, to, next + by, indent, moved);
  }

  /** Returns the same line without the comment at its end. */
  withoutComment(): LogicalLine {
    const { physical, lineStart, start, end, indent, body } = this;
    return new LogicalLine(physical, lineStart, start, end, end, indent, body);
  }
}
