/** Splits Python source into logical lines. */

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

/** The logical lines and lexical problems of a source. */
export interface PythonScan {
  readonly source: string;
  readonly lines: readonly LogicalLine[];
  readonly problems: readonly PythonProblem[];
  /** The most frequent line ending. */
  readonly eol: Eol;
  /** The indentation of one level. */
  readonly indentUnit: string;
  readonly physical: PhysicalLines;
}

const DEFAULT_INDENT_UNIT = "    ";
const TAB_WIDTH = 8;

/**
 * Splits Python source into logical lines. Takes linear time for any source and never throws. If
 * CPython's tokenizer would reject the source, the result has problems.
 *
 * @param source The text of a file, with or without a byte order mark.
 * @param earlier An earlier version. Lines that both versions share are not scanned again. This saves time
 * but does not change the result.
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
    // A quick check: most lines of code start with a lower-case letter. Number signs, backslashes
    // and line breaks have smaller character codes.
    const isCode = source.charCodeAt(blanks) >= LOWER_A;
    const start = isCode ? blanks : afterContinuations(source, blanks);
    if (!isCode && holdsNoCode(source, start)) {
      reader.offset = nextPhysicalLine(source, start);
      continue;
    }
    if (!isCode && isConflictMarker(source, start)) {
      problems.push({ offset: start, message: "unresolved merge conflict" });
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

/** Reports whether a line starts like the markers that git leaves in a file. Code never does. */
function isConflictMarker(source: string, start: number): boolean {
  return source.startsWith("<<<<<<<", start) || source.startsWith(">>>>>>>", start);
}

/** Skips empty lines. Most lines without code are empty. */
function afterLineFeeds(source: string, offset: number): number {
  let end = offset;
  while (source.charCodeAt(end) === LINE_FEED) end++;
  return end;
}

/** Skips blank lines that end with a backslash. */
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

/** Returns the width of the indentation between two offsets, with tab stops every eight columns. */
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

/** Reports whether a line has no code from an offset on. */
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
