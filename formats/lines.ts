/** Finds the lines of a text, with their indentation and line breaks. */

const BREAK = /\r\n?|\n/g;

/** Returns the last line break before an offset, or the first one after it, or `\n`. */
export function breakNear(text: string, offset: number): string {
  const before = Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1));
  if (offset > 0 && before >= 0) {
    return text[before] === "\r" ? "\r" : text[before - 1] === "\r" ? "\r\n" : "\n";
  }
  BREAK.lastIndex = offset;
  return BREAK.exec(text)?.[0] ?? "\n";
}

/** Returns the start of the line at an offset. */
export function lineStart(text: string, offset: number): number {
  let start = offset;
  // Do not use `lastIndexOf`, which would search the whole text for a kind of line break that does
  // not occur.
  while (start > 0 && text[start - 1] !== "\n" && text[start - 1] !== "\r") start--;
  return start;
}

/** Returns the end of the line at an offset, before its line break. */
export function lineEnd(text: string, offset: number): number {
  BREAK.lastIndex = offset;
  return BREAK.exec(text)?.index ?? text.length;
}

/** Returns the start of the next line after an offset, or the end of the text. */
export function nextLine(text: string, offset: number): number {
  BREAK.lastIndex = offset;
  return BREAK.exec(text) === null ? text.length : BREAK.lastIndex;
}

/** Reports whether the last line of a text has no line break. */
export function isOpenEnded(text: string): boolean {
  return text !== "" && !/[\r\n]$/.test(text);
}

/** Returns the indentation of the line at an offset. */
export function indentAt(text: string, offset: number): string {
  return text.slice(lineStart(text, offset), offset).match(/^[ \t]*/)?.[0] ?? "";
}

/** Reports whether there are only blanks between the start of the line and an offset. */
export function startsLine(text: string, offset: number): boolean {
  let start = offset;
  while (start > 0 && (text[start - 1] === " " || text[start - 1] === "\t")) start--;
  return start === 0 || hasBreak(text.charAt(start - 1));
}

export function hasBreak(text: string): boolean {
  return /[\r\n]/.test(text);
}

/**
 * Inserts lines at the start of a line or at the end of the text. `lines` has no final line break.
 */
export function insertLines(text: string, offset: number, lines: string): string {
  const eol = breakNear(text, offset);
  const inserted = isOpenEnded(text.slice(0, offset)) ? eol + lines : lines + eol;
  return text.slice(0, offset) + inserted + text.slice(offset);
}

/**
 * Removes whole lines. If the last one ends without a line break, the line break before the first
 * one is removed.
 */
export function deleteLines(text: string, start: number, end: number): string {
  const before = text.slice(0, start);
  const isOpen = end === text.length && isOpenEnded(text);
  return (isOpen ? before.replace(/(?:\r\n?|\n)$/, "") : before) + text.slice(end);
}
