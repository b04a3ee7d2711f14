/** Python source as logical lines: what a parser sees as one, however many physical lines it takes. */

import {
  afterLineBreak,
  BACKSLASH,
  FORM_FEED,
  HASH,
  isLineBreak,
  LINE_FEED,
  LOWER_A,
  nextPhysicalLine,
  skipBlanks,
  skipMatch,
  TAB,
} from "./characters.ts";
import { KnownLines } from "./known_lines.ts";
import { lineReader, readLogicalLine } from "./line_reader.ts";
import { LogicalLine } from "./logical_line.ts";
import { type Eol, PhysicalLines } from "./position.ts";
import { encodingProblems } from "./source_encoding.ts";
import { locate, type PythonProblem, type UnlocatedProblem } from "./problem.ts";

/** A source's logical lines and its lexical problems. */
export interface PythonScan {
  readonly source: string;
  readonly lines: readonly LogicalLine[];
  readonly problems: readonly PythonProblem[];
  /** What most of its lines end with. */
  readonly eol: Eol;
  /** What it indents one level with. */
  readonly indentUnit: string;
  readonly physical: PhysicalLines;
}

const DEFAULT_INDENT_UNIT = "    ";
const TAB_WIDTH = 8;

/**
 * Splits Python source into logical lines. It takes time in proportion to the source, whatever is in
 * it, and never throws; what CPython's tokenizer would refuse is a problem.
 *
 * @param source The text of a file; a byte order mark may come first.
 * @param earlier An earlier version: what both have in common is not scanned again. The result is the
 * same.
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
export function scanPython(source: string, earlier?: PythonScan): PythonScan {
  const physical = new PhysicalLines(source);
  const problems = encodingProblems(source);
  const known = earlier?.problems.length === 0 ? new KnownLines(earlier, physical) : null;
  const lines = logicalLines(physical, problems, known);
  return {
    source,
    lines,
    problems: locate(problems, physical),
    eol: physical.eol,
    indentUnit: indentUnit(lines),
    physical,
  };
}

function logicalLines(
  physical: PhysicalLines,
  problems: UnlocatedProblem[],
  known: KnownLines | null,
): LogicalLine[] {
  const { source } = physical;
  const lines: LogicalLine[] = [...known?.head ?? []];
  const reader = lineReader(source, problems);
  reader.offset = lines.at(-1)?.next ?? reader.offset;
  while (reader.offset < source.length) {
    const lineStart = afterLineFeeds(source, reader.offset);
    const rest = known?.from(lineStart) ?? null;
    if (rest !== null) return [...lines, ...rest];
    const blanks = skipBlanks(source, lineStart);
    // Most code begins with a small letter; all that begins anything else than code comes before.
    const isCode = source.charCodeAt(blanks) >= LOWER_A;
    const start = isCode ? blanks : afterContinuations(source, blanks);
    if (!isCode && holdsNoCode(source, start)) {
      reader.offset = nextPhysicalLine(source, start);
      continue;
    }
    readLogicalLine(reader, start);
    const indent = physical.hasOnlySpaces
      ? blanks - lineStart
      : indentWidth(source, lineStart, blanks);
    const { end, body, offset: next } = reader;
    lines.push(new LogicalLine(physical, lineStart, start, end, next, indent, body));
  }
  return lines;
}

/** Goes past the lines in which there is nothing at all: most of those without code. */
function afterLineFeeds(source: string, offset: number): number {
  let end = offset;
  while (source.charCodeAt(end) === LINE_FEED) end++;
  return end;
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

const SPACES = / +/y;

/** The width of the indentation between two offsets, with tab stops every eight columns. */
export function indentWidth(source: string, start: number, end: number): number {
  const spaces = skipMatch(SPACES, source, start);
  let width = spaces - start;
  for (let offset = spaces; offset < end; offset++) {
    const code = source.charCodeAt(offset);
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
  for (const [index, { indentation }] of lines.entries()) {
    const outer = lines[index - 1]?.indentation ?? "";
    if (indentation.length > outer.length && indentation.startsWith(outer)) {
      return indentation.slice(outer.length);
    }
  }
  return DEFAULT_INDENT_UNIT;
}
