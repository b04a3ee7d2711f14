/** One logical line: where its code ends, across brackets, strings and continued lines. */

import {
  afterLineBreak,
  AT,
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  CLOSE_PARENTHESIS,
  COLON,
  DOUBLE_QUOTE,
  EQUALS,
  HASH,
  isBlank,
  isLineBreak,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PARENTHESIS,
  physicalLineEnd,
  SINGLE_QUOTE,
  skipBlanks,
  skipMatch,
  textStart,
} from "./characters.ts";
import { startsDefinition } from "./definition_start.ts";
import type { UnlocatedProblem } from "./problem.ts";
import { stringLiteral } from "./string_literal.ts";

/** Reads logical lines one after the other: a single one for a source, since large files hurt else. */
export interface LineReader {
  readonly source: string;
  /** Receives what is wrong with the lines. */
  readonly problems: UnlocatedProblem[];
  /** The offsets of the brackets that are open. */
  readonly brackets: number[];
  /** Where to read on: the start of a physical line once a logical line is read. */
  offset: number;
  /** After the last token of the line. */
  end: number;
  /** After the first colon outside brackets that no lambda takes, or -1. */
  body: number;
  /** Lambdas whose colon is still to come. */
  lambdas: number;
}

// CPython's limit on open brackets (MAXLEVEL).
const MAX_BRACKETS = 200;

const CLOSERS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
const ENDS_OPERAND = /[\w\])}"'\u0080-\uffff]/;
const LAMBDA = /(?<![\w\u0080-\uffff])lambda(?![\w\u0080-\uffff])/g;

/** Names, numbers and most operators, with the blanks between and after them. */
const PLAIN_CODE = /[^#\\"'()[\]{}:\r\n]+/y;

// A line that is as most are: parentheses without others in them, strings without escapes or fields,
// and no colon but a header's own at the end. No part can match what another does, so that it takes
// time in proportion, and the bounds keep millions of strings from the engine's limits.
const PLAIN = /[^#\\"'()[\]{}:\r\n]*/.source;
const PLAIN_INSIDE = /[^#\\"'()[\]{}\r\n]*/.source;
const STRING = /(?:"(?!"")[^"\\{\r\n]*"|'(?!'')[^'\\{\r\n]*')/.source;
const PARENTHESES = String.raw`\(${PLAIN_INSIDE}(?:${STRING}${PLAIN_INSIDE}){0,50}\)`;
const SIMPLE_LINE = new RegExp(
  `${PLAIN}(?:(?:${STRING}|${PARENTHESES})${PLAIN}){0,50}:?(?=[\\r\\n])`,
  "y",
);

/** Makes a reader of a source's lines. */
export function lineReader(source: string, problems: UnlocatedProblem[]): LineReader {
  const offset = textStart(source);
  return { source, problems, brackets: [], offset, end: offset, body: -1, lambdas: 0 };
}

/** Reads the logical line whose first token starts at an offset. */
export function readLogicalLine(reader: LineReader, start: number): void {
  const { source } = reader;
  reader.offset = start;
  reader.end = start;
  reader.body = -1;
  reader.lambdas = 0;
  if (readSimpleLine(reader)) return;
  while (reader.offset < source.length) {
    const code = source.charCodeAt(reader.offset);
    if (isLineBreak(code)) {
      reader.offset = afterLineBreak(source, reader.offset);
      if (reader.brackets.length === 0 || startsStatement(reader)) break;
    } else {
      readToken(reader, code);
    }
  }
  reader.end = codeEnd(reader);
  const open = reader.brackets.at(-1);
  if (open === undefined) return;
  report(reader, open, `'${source.charAt(open)}' was never closed`);
  reader.brackets.length = 0;
}

/** Reads the rest of a line if it is simple. */
function readSimpleLine(reader: LineReader): boolean {
  const { source, offset } = reader;
  const end = skipMatch(SIMPLE_LINE, source, offset);
  if (end === offset) return false;
  const isHeader = source.charCodeAt(end - 1) === COLON;
  // The colon may be a lambda's.
  if (isHeader && source.slice(offset, end).includes("lambda")) return false;
  reader.end = end;
  if (isHeader) reader.body = end;
  else reader.end = codeEnd(reader);
  reader.offset = afterLineBreak(source, end);
  return true;
}

function codeEnd({ source, end }: LineReader): number {
  let last = end;
  while (isBlank(source.charCodeAt(last - 1))) last--;
  return last;
}

function report(reader: LineReader, offset: number, message: string): void {
  reader.problems.push({ offset, message });
}

/**
 * Whether the physical line at the reader's offset cannot be inside brackets, so that one bracket that
 * was never closed does not hide the rest of the file.
 */
function startsStatement(reader: LineReader): boolean {
  const { source, offset } = reader;
  if (startsDefinition(source, offset)) return true;
  // After an operand, `@` could be a matrix product.
  return source.charCodeAt(skipBlanks(source, offset)) === AT &&
    !ENDS_OPERAND.test(source.charAt(codeEnd(reader) - 1));
}

function readToken(reader: LineReader, code: number): void {
  switch (code) {
    case DOUBLE_QUOTE:
    case SINGLE_QUOTE:
      return readString(reader);
    case OPEN_PARENTHESIS:
    case OPEN_BRACKET:
    case OPEN_BRACE:
      return openBracket(reader);
    case CLOSE_PARENTHESIS:
    case CLOSE_BRACKET:
    case CLOSE_BRACE:
      return closeBracket(reader);
    case COLON:
      return readColon(reader);
    case HASH:
      reader.offset = physicalLineEnd(reader.source, reader.offset);
      return;
    case BACKSLASH:
      return readBackslash(reader);
    default:
      if (isBlank(code)) reader.offset = skipBlanks(reader.source, reader.offset);
      else readPlainCode(reader);
  }
}

function readPlainCode(reader: LineReader): void {
  const { source, offset } = reader;
  const end = skipMatch(PLAIN_CODE, source, offset);
  const isHeader = reader.brackets.length === 0 && reader.body === -1;
  // The colons of lambdas start no body.
  if (isHeader) reader.lambdas += lambdasIn(source.slice(offset, end));
  advance(reader, end);
}

function lambdasIn(code: string): number {
  return code.includes("lambda") ? code.match(LAMBDA)?.length ?? 0 : 0;
}

function advance(reader: LineReader, end: number): void {
  reader.offset = end;
  reader.end = end;
}

function readBackslash(reader: LineReader): void {
  const next = reader.offset + 1;
  if (isLineBreak(reader.source.charCodeAt(next))) {
    reader.offset = afterLineBreak(reader.source, next);
    return;
  }
  report(
    reader,
    reader.offset,
    next < reader.source.length
      ? "unexpected character after line continuation character"
      : "unexpected EOF while parsing",
  );
  advance(reader, next);
}

function readString(reader: LineReader): void {
  const { end, problem } = stringLiteral(reader.source, reader.offset);
  if (problem !== null) reader.problems.push(problem);
  advance(reader, end);
}

function openBracket(reader: LineReader): void {
  if (reader.brackets.length === MAX_BRACKETS) {
    report(reader, reader.offset, "too many nested parentheses");
  }
  reader.brackets.push(reader.offset);
  advance(reader, reader.offset + 1);
}

function closeBracket(reader: LineReader): void {
  const { source, offset } = reader;
  const closer = source.charAt(offset);
  const open = reader.brackets.pop();
  const opener = open === undefined ? "" : source.charAt(open);
  if (open === undefined) {
    report(reader, offset, `unmatched '${closer}'`);
  } else if (CLOSERS[opener] !== closer) {
    const message =
      `closing parenthesis '${closer}' does not match opening parenthesis '${opener}'`;
    report(reader, offset, message);
  }
  advance(reader, offset + 1);
}

function readColon(reader: LineReader): void {
  const { source, offset } = reader;
  const isWalrus = source.charCodeAt(offset + 1) === EQUALS;
  if (reader.brackets.length === 0 && reader.body === -1 && !isWalrus) {
    if (reader.lambdas > 0) reader.lambdas--;
    else reader.body = offset + 1;
  }
  advance(reader, offset + 1);
}
