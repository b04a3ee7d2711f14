/** Edits comma-separated items between brackets, for all formats. */

import { breakNear, hasBreak, indentAt, startsLine } from "./lines.ts";

/** The items between two brackets. */
export interface Separated {
  /** The offset after the opening bracket. */
  readonly open: number;
  /** The offset of the closing bracket. */
  readonly close: number;
  /** The offset at which each item ends. */
  readonly ends: readonly number[];
  /** A sticky pattern that matches a comment. */
  readonly comment: RegExp;
}

/** The style of the lines of a new item. */
export interface Lines {
  readonly eol: string;
  /** The indentation of the item's first line. */
  readonly indent: string;
}

/** The style for a list that has too few items to show a style of its own. */
export interface ListStyle {
  /** The indentation of one level. */
  readonly unit: string;
  /** The blanks after a comma within a line. */
  readonly space: string;
}

/** Writes a new item: on its own lines if `lines` is given, otherwise on a line with others. */
export type Write = (lines: Lines | undefined) => string;

interface Token {
  readonly start: number;
  readonly end: number;
}

/** The text between two items. */
interface Gap {
  readonly start: number;
  /** The offset of the next item or the closing bracket. */
  readonly end: number;
  readonly comments: readonly Token[];
  readonly comma: Token | undefined;
}

interface Splice {
  readonly start: number;
  readonly end: number;
  readonly insert: string;
}

function gapFrom(text: string, start: number, comment: RegExp): Gap {
  const comments: Token[] = [];
  let comma: Token | undefined;
  let end = start;
  for (; end < text.length; end++) {
    comment.lastIndex = end;
    const found = comment.exec(text)?.[0];
    if (found !== undefined) {
      comments.push({ start: end, end: end + found.length });
      end += found.length - 1;
    } else if (text[end] === "," && comma === undefined) {
      comma = { start: end, end: end + 1 };
    } else if (!/[ \t\r\n]/.test(text.charAt(end))) break;
  }
  return { start, end, comments, comma };
}

/** Returns the gap before an item; before the closing bracket if `index` is the number of items. */
function gapBefore(text: string, { open, ends, comment }: Separated, index: number): Gap {
  return gapFrom(text, ends[index - 1] ?? open, comment);
}

/** Returns the end of the last comment or comma in a gap. */
function lastEnd({ start, comments, comma }: Gap): number {
  return Math.max(start, comments.at(-1)?.end ?? 0, comma?.end ?? 0);
}

/** Reports whether a gap's last comment runs to the end of its line. */
function endsInLineComment(text: string, gap: Gap): boolean {
  const last = gap.comments.at(-1);
  return last?.end === lastEnd(gap) && !text.slice(last.start, last.end).endsWith("*/");
}

/** Returns the start of the last item, or `undefined` if the list is empty. */
function lastStart(text: string, list: Separated): number | undefined {
  return list.ends.length === 0 ? undefined : gapBefore(text, list, list.ends.length - 1).end;
}

/** Reports whether items are on their own lines. */
function isOnLines(text: string, list: Separated): boolean {
  const start = lastStart(text, list);
  return start === undefined
    ? hasBreak(text.slice(list.open, list.close))
    : startsLine(text, start);
}

/** Reports whether there are only blanks between the brackets. */
export function isBlank(text: string, { open, close }: Separated): boolean {
  return /^[ \t\r\n]*$/.test(text.slice(open, close));
}

/** Adds an item at the end, after all comments, in the style of the last item. */
export function append(text: string, list: Separated, style: ListStyle, write: Write): string {
  const gap = gapBefore(text, list, list.ends.length);
  const end = lastEnd(gap);
  const isInline = !isOnLines(text, list) && !endsInLineComment(text, gap);
  const lines = { eol: breakNear(text, end), indent: nextIndent(text, list, style) };
  const item = isInline
    ? spaceBeforeLast(text, list, style) + write(undefined)
    : lines.eol + lines.indent + write(lines);
  const isFirst = list.ends.length === 0;
  const hasComma = gap.comma !== undefined;
  return splice(text, [
    { start: gap.start, end: gap.start, insert: isFirst || hasComma ? "" : "," },
    { start: end, end, insert: item + (hasComma ? "," : "") },
  ]);
}

/**
 * Adds the first item to a list without items and comments. If a `unit` of indentation is given,
 * the item gets its own lines.
 */
export function fill(
  text: string,
  { open, close }: Separated,
  unit: string | undefined,
  write: Write,
): string {
  if (unit === undefined) {
    return splice(text, [{ start: open, end: close, insert: write(undefined) }]);
  }
  const eol = breakNear(text, open);
  const margin = indentAt(text, open);
  const indent = margin + unit;
  const insert = eol + indent + write({ eol, indent }) + eol + margin;
  return splice(text, [{ start: open, end: close, insert }]);
}

function nextIndent(text: string, list: Separated, { unit }: ListStyle): string {
  const start = lastStart(text, list);
  if (start !== undefined && startsLine(text, start)) return indentAt(text, start);
  return indentAt(text, list.open) + unit;
}

function spaceBeforeLast(text: string, list: Separated, style: ListStyle): string {
  if (list.ends.length === 0) return " ";
  if (list.ends.length === 1) return style.space;
  const gap = gapBefore(text, list, list.ends.length - 1);
  const space = text.slice(lastEnd(gap), gap.end);
  return hasBreak(space) ? style.space : space;
}

/** Removes an item, its comma, and the comments after it on its line. */
export function removeAt(
  text: string,
  list: Separated,
  index: number,
  filler: string | undefined,
): string {
  const before = gapBefore(text, list, index);
  const after = gapBefore(text, list, index + 1);
  const isLast = index === list.ends.length - 1;
  const end = removedEnd(text, after, isLast);
  const splices = [{ start: removedStart(text, before, after, end), end, insert: "" }];
  if (isLast && after.comma === undefined && index > 0 && before.comma !== undefined) {
    splices.push({ ...before.comma, insert: "" });
  }
  const isNextOnLine = !isLast && !hasBreak(text.slice(end, after.end));
  if (index === 0 && isNextOnLine && lastEnd(after) === end) {
    return splice(text, [{ start: before.end, end: after.end, insert: "" }]);
  }
  const edited = splice(text, splices);
  if (list.ends.length > 1) return edited;
  const rest = { ...list, close: list.close - (text.length - edited.length) };
  if (!isBlank(edited, rest)) return edited;
  const insert = filler !== undefined && /^[ \t\r\n]*$/.test(filler) ? filler : "";
  return splice(edited, [{ start: rest.open, end: rest.close, insert }]);
}

/** Returns the end of the removed text: after the comma and any comments that end the line. */
function removedEnd(text: string, after: Gap, isLast: boolean): number {
  const comma = after.comma?.end ?? after.start;
  const onLine = after.comments.filter(({ start }) => !hasBreak(text.slice(after.start, start)));
  const last = onLine.at(-1);
  if (last === undefined || last.end < comma) return comma;
  return isLast || endsLine(text.slice(last.end, after.end)) ? last.end : comma;
}

function removedStart(text: string, before: Gap, after: Gap, end: number): number {
  const start = lastEnd(before);
  const isOpen = endsInLineComment(text, before) && !endsLine(text.slice(end, after.end));
  return isOpen || (before.comma === undefined && start === before.end) ? before.end : start;
}

/** Reports whether a text starts with a line break, or with blanks before one. */
function endsLine(text: string): boolean {
  return /^[ \t]*[\r\n]/.test(text);
}

function splice(text: string, splices: readonly Splice[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const { start, end, insert } of splices.toSorted((a, b) => a.start - b.start)) {
    parts.push(text.slice(done, start), insert);
    done = end;
  }
  return parts.join("") + text.slice(done);
}
