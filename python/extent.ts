/** Finds where definitions and statements start and end, including their comments. */

import {
  HASH,
  isLineBreak,
  nextPhysicalLine,
  physicalLineEnd,
  skipBlanks,
  textStart,
} from "./characters.ts";
import type { LogicalLine } from "./logical_line.ts";
import { indentWidth, type PythonScan } from "./scanner.ts";

const CLAUSE = /(?:elif|else|except|finally|case)(?![\w\u0080-\uffff])/y;

/**
 * Finds the start of a statement, including the comments directly above it.
 *
 * @param index The statement's first logical line.
 * @returns The offset of the start of a physical line.
 */
export function commentedStart({ source, lines }: PythonScan, index: number): number {
  const line = lines[index];
  if (line === undefined) return source.length;
  let start = line.lineStart;
  let isAttached = false;
  const from = lines[index - 1]?.next ?? textStart(source);
  for (let offset = from; offset < line.lineStart; offset = nextPhysicalLine(source, offset)) {
    if (!isCommentAbove(source, offset, line)) {
      isAttached = false;
    } else if (!isAttached) {
      isAttached = true;
      start = offset;
    }
  }
  return isAttached ? start : line.lineStart;
}

function isCommentAbove(source: string, offset: number, line: LogicalLine): boolean {
  const text = skipBlanks(source, offset);
  const isShebang = offset === 0 && source.startsWith("#!");
  return source.charCodeAt(text) === HASH && !isShebang &&
    indentWidth(source, offset, text) === line.indent;
}

/**
 * Finds the end of a block, including the comments below it that are indented deeper than its header.
 *
 * @param last The block's last logical line.
 * @param indent The width of the indentation of the block's header.
 * @param limit The start of the code after the block.
 * @returns The offset of the end of a physical line, before its line break.
 */
export function commentedEnd(
  { source, lines }: PythonScan,
  last: number,
  indent: number,
  limit = lines[last + 1]?.lineStart ?? source.length,
): number {
  const next = lines[last]?.next ?? source.length;
  let end = beforeLineBreak(source, next);
  for (let offset = next; offset < limit; offset = nextPhysicalLine(source, offset)) {
    const text = skipBlanks(source, offset);
    if (source.charCodeAt(text) !== HASH) continue;
    if (indentWidth(source, offset, text) <= indent) break;
    end = physicalLineEnd(source, text);
  }
  return end;
}

/** Returns the end of the line above an offset, before its line break. */
export function beforeLineBreak(source: string, next: number): number {
  if (!isLineBreak(source.charCodeAt(next - 1))) return next;
  return source.startsWith("\r\n", next - 2) ? next - 2 : next - 1;
}

/** Returns the start of the first physical line that is not blank. */
export function afterBlankLines(source: string, offset: number): number {
  for (let start = offset;;) {
    const text = skipBlanks(source, start);
    if (text >= source.length || !isLineBreak(source.charCodeAt(text))) return start;
    start = nextPhysicalLine(source, start);
  }
}

/**
 * Finds the last logical line of the statement that contains a line and is indented by `indent`.
 * For a definition in a top-level `if` and an indentation of 0, it is the last line of the `if`,
 * including its `else`.
 */
export function statementLast(
  { source, lines }: PythonScan,
  index: number,
  indent: number,
): number {
  let last = index;
  for (let next = lines[last + 1]; next !== undefined; next = lines[last + 1]) {
    const goesOn = next.indent > indent || (next.indent === indent && isClause(source, next));
    if (!goesOn) break;
    last++;
  }
  return last;
}

/** Reports whether a line continues the compound statement before it, as `else:` does. */
export function isClause(source: string, { start }: LogicalLine): boolean {
  CLAUSE.lastIndex = start;
  return CLAUSE.test(source);
}
