/** Python source as logical lines: what a parser sees as one, however many physical lines it takes. */

import {
  afterLineBreak,
  BACKSLASH,
  FORM_FEED,
  HASH,
  isLineBreak,
  nextPhysicalLine,
  skipBlanks,
  TAB,
} from "./characters.ts";
import { lineReader, readLogicalLine } from "./logical_line.ts";
import { type Eol, physicalLines } from "./position.ts";
import { encodingProblems } from "./source_encoding.ts";
import { locate, type PythonProblem, type UnlocatedProblem } from "./problem.ts";

/** A logical line that holds code. */
export interface LogicalLine {
  /** Where its physical line starts. */
  readonly lineStart: number;
  /** Where its first token starts. */
  readonly start: number;
  /** After its last token. */
  readonly end: number;
  /** Where the next physical line starts, or the source's end. */
  readonly next: number;
  /** The width of its indentation, with tab stops every eight columns. */
  readonly indent: number;
  /** The text of its indentation. */
  readonly indentation: string;
  /** After the first colon outside brackets (in a header: its last token or the body's start), or -1. */
  readonly body: number;
  /** The 1-based physical line of its start. */
  readonly row: number;
  /** The 1-based physical line of its end. */
  readonly endRow: number;
}

/** A source's logical lines and its lexical problems. */
export interface PythonScan {
  readonly source: string;
  readonly lines: readonly LogicalLine[];
  readonly problems: readonly PythonProblem[];
  /** What most of its lines end with. */
  readonly eol: Eol;
  /** What it indents one level with. */
  readonly indentUnit: string;
  /** Where its physical lines start. */
  readonly lineStarts: readonly number[];
}

const DEFAULT_INDENT_UNIT = "    ";
const TAB_WIDTH = 8;

/**
 * Splits Python source into logical lines. It takes time in proportion to the source, whatever is in
 * it, and never throws; what CPython's tokenizer would refuse is a problem.
 *
 * @param source The text of a file; a byte order mark may come first.
 *
 * @example
 * ```ts
 * import { scanPython } from "./scanner.ts";
 * import { equal } from "node:assert/strict";
 *
 * const { lines, problems } = scanPython("total = (\n    1 + 2\n)\nprint(total\n");
 * equal(lines.length, 2);
 * equal(problems[0]?.message, "'(' was never closed");
 * ```
 */
export function scanPython(source: string): PythonScan {
  const { starts: lineStarts, eol } = physicalLines(source);
  const problems = encodingProblems(source);
  const lines = logicalLines(source, lineStarts, problems);
  return {
    source,
    lines,
    problems: locate(problems, lineStarts),
    eol,
    indentUnit: indentUnit(lines),
    lineStarts,
  };
}

function logicalLines(
  source: string,
  lineStarts: readonly number[],
  problems: UnlocatedProblem[],
): LogicalLine[] {
  const lines: LogicalLine[] = [];
  const reader = lineReader(source, problems);
  let endRow = 1;
  while (reader.offset < source.length) {
    const lineStart = reader.offset;
    const blanks = skipBlanks(source, lineStart);
    const start = afterContinuations(source, blanks);
    if (holdsNoCode(source, start)) {
      reader.offset = nextPhysicalLine(source, start);
      continue;
    }
    readLogicalLine(reader, start);
    const { end, body, offset: next } = reader;
    const indentation = source.slice(lineStart, blanks);
    const indent = indentWidth(indentation);
    const row = rowAt(lineStarts, start, endRow);
    endRow = rowAt(lineStarts, end, row);
    lines.push({ lineStart, start, end, next, indent, indentation, body, row, endRow });
  }
  return lines;
}

function rowAt(lineStarts: readonly number[], offset: number, from: number): number {
  let row = from;
  while (row < lineStarts.length && (lineStarts[row] ?? 0) <= offset) row++;
  return row;
}

/** Goes past blank lines that a backslash joins to the next one. */
function afterContinuations(source: string, offset: number): number {
  let start = offset;
  while (isContinuation(source, start)) {
    start = skipBlanks(source, afterLineBreak(source, start + 1));
  }
  return start;
}

function isContinuation(source: string, offset: number): boolean {
  return source.charCodeAt(offset) === BACKSLASH && isLineBreak(source.charCodeAt(offset + 1));
}

/** The width of an indentation, with tab stops every eight columns. */
export function indentWidth(indentation: string): number {
  let width = 0;
  for (let offset = 0; offset < indentation.length; offset++) {
    const code = indentation.charCodeAt(offset);
    if (code === TAB) width += TAB_WIDTH - width % TAB_WIDTH;
    else width = code === FORM_FEED ? 0 : width + 1;
  }
  return width;
}

/** Whether a line holds a comment or nothing from an offset on. */
function holdsNoCode(source: string, offset: number): boolean {
  const code = source.charCodeAt(offset);
  return offset >= source.length || code === HASH || isLineBreak(code);
}

function indentUnit(lines: readonly LogicalLine[]): string {
  for (const [index, line] of lines.entries()) {
    const outer = lines[index - 1]?.indentation ?? "";
    if (line.indentation.length > outer.length && line.indentation.startsWith(outer)) {
      return line.indentation.slice(outer.length).replaceAll("\f", "");
    }
  }
  return DEFAULT_INDENT_UNIT;
}
