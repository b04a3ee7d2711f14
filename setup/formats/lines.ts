/** Lines of a text: where they start and end, how they are indented and ended. */

const BREAK = /\r\n?|\n/g;

/** The line break used nearest before an offset, else the first one after it, else `\n`. */
export function breakNear(text: string, offset: number): string {
  const before = Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1));
  if (offset > 0 && before >= 0) {
    return text[before] === "\r" ? "\r" : text[before - 1] === "\r" ? "\r\n" : "\n";
  }
  BREAK.lastIndex = offset;
  return BREAK.exec(text)?.[0] ?? "\n";
}

/** Where the line of an offset starts. */
export function lineStart(text: string, offset: number): number {
  let start = offset;
  // A search for the other kind of line break would go through all of the text.
  while (start > 0 && text[start - 1] !== "\n" && text[start - 1] !== "\r") start--;
  return start;
}

/** Where the line of an offset ends, before its line break. */
export function lineEnd(text: string, offset: number): number {
  BREAK.lastIndex = offset;
  return BREAK.exec(text)?.index ?? text.length;
}

/** Where the line after that of an offset starts; the text's end, if there is none. */
export function nextLine(text: string, offset: number): number {
  BREAK.lastIndex = offset;
  return BREAK.exec(text) === null ? text.length : BREAK.lastIndex;
}

/** Whether a text ends within a line. */
export function isOpenEnded(text: string): boolean {
  return text !== "" && !/[\r\n]$/.test(text);
}

/** The blanks that the line of an offset starts with. */
export function indentAt(text: string, offset: number): string {
  return text.slice(lineStart(text, offset), offset).match(/^[ \t]*/)?.[0] ?? "";
}

/** Whether only blanks stand before an offset in its line. */
export function startsLine(text: string, offset: number): boolean {
  let start = offset;
  while (start > 0 && (text[start - 1] === " " || text[start - 1] === "\t")) start--;
  return start === 0 || hasBreak(text.charAt(start - 1));
}

export function hasBreak(text: string): boolean {
  return /[\r\n]/.test(text);
}

/** Inserts lines, without a break after the last, where a line starts or the text ends. */
export function insertLines(text: string, offset: number, lines: string): string {
  const eol = breakNear(text, offset);
  const inserted = isOpenEnded(text.slice(0, offset)) ? eol + lines : lines + eol;
  return text.slice(0, offset) + inserted + text.slice(offset);
}

/** Removes whole lines; with a last line that has no break, the break before it goes. */
export function deleteLines(text: string, start: number, end: number): string {
  const before = text.slice(0, start);
  const isOpen = end === text.length && isOpenEnded(text);
  return (isOpen ? before.replace(/(?:\r\n?|\n)$/, "") : before) + text.slice(end);
}
