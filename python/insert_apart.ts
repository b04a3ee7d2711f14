/** Inserts code with blank lines around it. */

import { isBlank, isLineBreak, nextPhysicalLine, skipBlanks, textStart } from "./characters.ts";
import type { TextEdit } from "./text_edit.ts";
import type { PythonModule } from "./python_module.ts";
import { indentWidth } from "./scanner.ts";

/** The numbers of blank lines before and after inserted code. */
export interface Spacing {
  readonly before: number;
  readonly after: number;
}

/**
 * Inserts pieces of code, one below the other, after the line that ends at `end`. Blank lines that
 * already follow `end` are reused: first above a piece, then below it.
 */
export function insertApart(
  { source, eol }: PythonModule,
  end: number,
  texts: readonly string[],
  spacing: Spacing,
): TextEdit[] {
  const isFollowed = nextContent(source, end) < source.length;
  const after = isFollowed ? spacing.after : 0;
  const gap = eol.repeat(1 + spacing.before);
  if (lineStart(source, end) === end) {
    // The code is inserted at the start of the source.
    return [{ offset: end, remove: 0, insert: texts.join(gap) + eol.repeat(1 + after) }];
  }
  if (end === source.length) {
    return [{ offset: end, remove: 0, insert: texts.map((text) => gap + text).join("") }];
  }
  const starts = blankLineStarts(source, end);
  const existing = starts.length - 1;
  const edits: TextEdit[] = [];
  let passed = 0;
  let added = 0;
  const insert = (text: string) => {
    if (text !== "") edits.push({ offset: starts[passed] ?? end, remove: 0, insert: text });
  };
  for (const text of texts) {
    const own = Math.min(added, spacing.before);
    const above = Math.min(existing - passed, spacing.before - own);
    insert(eol.repeat(own));
    passed += above;
    insert(eol.repeat(spacing.before - own - above) + text + eol);
    added = Math.max(added - own, after - (existing - passed));
  }
  insert(eol.repeat(added));
  return edits;
}

/** Lists the starts of the blank lines after `end`, and of the line after them. */
function blankLineStarts(source: string, end: number): number[] {
  const starts = [nextPhysicalLine(source, end)];
  for (;;) {
    const start = starts.at(-1) ?? end;
    if (!isLineBreak(source.charCodeAt(skipBlanks(source, start)))) return starts;
    starts.push(nextPhysicalLine(source, start));
  }
}

/** Returns the width of the indentation of the next non-blank line after an offset. */
export function nextIndent(source: string, offset: number): number {
  const next = nextContent(source, offset);
  return indentWidth(source, lineStart(source, next), next);
}

function nextContent(source: string, offset: number): number {
  let next = offset;
  while (next < source.length && isWhiteSpace(source.charCodeAt(next))) next++;
  return next;
}

function isWhiteSpace(code: number): boolean {
  return isBlank(code) || isLineBreak(code);
}

/** Returns the end of the last non-blank line before `limit`, or the source's start. */
export function contentEnd(source: string, limit: number): number {
  const first = textStart(source);
  let end = limit;
  while (end > first && isWhiteSpace(source.charCodeAt(end - 1))) end--;
  return end === first ? first : skipBlanks(source, end);
}

function lineStart(source: string, offset: number): number {
  const first = textStart(source);
  let start = offset;
  while (start > first && !isLineBreak(source.charCodeAt(start - 1))) start--;
  return start;
}
