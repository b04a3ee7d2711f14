/** Editing lists of things between brackets, with commas in between, whatever the things are. */

import { breakNear, hasBreak, indentAt, startsLine } from "./lines.ts";

/** What stands between two brackets. */
export interface Separated {
  /** Where it starts, behind the bracket. */
  readonly open: number;
  /** Where the closing bracket is. */
  readonly close: number;
  /** Where each thing ends. */
  readonly ends: readonly number[];
  /** What a comment looks like; sticky. */
  readonly comment: RegExp;
}

/** How the lines of a new thing are written. */
export interface Lines {
  readonly eol: string;
  /** What its first line is indented by. */
  readonly indent: string;
}

/** How a list is written, where it does not show that itself. */
export interface ListStyle {
  /** What another level is indented by. */
  readonly unit: string;
  /** What is between a comma and the next thing in a line. */
  readonly space: string;
}

/** Writes a new thing: on lines of its own, or on a line with others. */
export type Write = (lines: Lines | undefined) => string;

interface Token {
  readonly start: number;
  readonly end: number;
}

/** What stands between two things. */
interface Gap {
  readonly start: number;
  /** Where the next thing is, or the closing bracket. */
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

/** The gap before a thing, or, for their number, the one before the closing bracket. */
function gapBefore(text: string, { open, ends, comment }: Separated, index: number): Gap {
  return gapFrom(text, ends[index - 1] ?? open, comment);
}

/** Where the last comment or comma of a gap ends. */
function lastEnd({ start, comments, comma }: Gap): number {
  return Math.max(start, comments.at(-1)?.end ?? 0, comma?.end ?? 0);
}

/** Whether the last of a gap's comments goes to the end of its line. */
function endsInLineComment(text: string, gap: Gap): boolean {
  const last = gap.comments.at(-1);
  return last?.end === lastEnd(gap) && !text.slice(last.start, last.end).endsWith("*/");
}

/** Where the last thing starts; `undefined` if there is none. */
function lastStart(text: string, list: Separated): number | undefined {
  return list.ends.length === 0 ? undefined : gapBefore(text, list, list.ends.length - 1).end;
}

/** Whether things stand on lines of their own. */
function isOnLines(text: string, list: Separated): boolean {
  const start = lastStart(text, list);
  return start === undefined
    ? hasBreak(text.slice(list.open, list.close))
    : startsLine(text, start);
}

/** Whether there is nothing, not even a comment, between the brackets. */
export function isBlank(text: string, { open, close }: Separated): boolean {
  return /^[ \t\r\n]*$/.test(text.slice(open, close));
}

/** Adds a thing at the end, behind all comments, as the last one stands. */
export function append(text: string, list: Separated, style: ListStyle, write: Write): string {
  const gap = gapBefore(text, list, list.ends.length);
  const place = lastEnd(gap);
  const isInline = !isOnLines(text, list) && !endsInLineComment(text, gap);
  const lines = { eol: breakNear(text, place), indent: nextIndent(text, list, style) };
  const item = isInline
    ? spaceBeforeLast(text, list, style) + write(undefined)
    : lines.eol + lines.indent + write(lines);
  const isFirst = list.ends.length === 0;
  const hasComma = gap.comma !== undefined;
  return splice(text, [
    { start: gap.start, end: gap.start, insert: isFirst || hasComma ? "" : "," },
    { start: place, end: place, insert: item + (hasComma ? "," : "") },
  ]);
}

/** Puts the first thing into a list that is blank, on lines of its own if it is given some. */
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

/** Removes a thing with its comma, and the comments behind it in its line. */
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

/** Where what goes with a thing ends: its comma, and comments that nothing follows in the line. */
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

/** Whether nothing but blanks comes before a line break. */
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
