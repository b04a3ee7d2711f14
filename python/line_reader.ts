/** Reads logical lines, across brackets, strings and line continuations. */

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

/** The state of a scan of logical lines. One object for all lines saves time. */
export interface LineReader {
  readonly source: string;
  /** The problems found so far. */
  readonly problems: UnlocatedProblem[];
  /** The offsets of the open brackets. */
  readonly brackets: number[];
  /** The current offset; after a logical line, the start of the next physical line. */
  offset: number;
  /** The offset after the last token of the line. */
  end: number;
  /** The offset after the first colon outside of brackets and lambdas, or -1. */
  body: number;
  /** Number of lambdas on the line whose colon has not been read yet. */
  lambdas: number;
}

// CPython's limit on open brackets (MAXLEVEL).
const MAX_BRACKETS = 200;

const CLOSERS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
const ENDS_OPERAND = /[\w\])}"'\u0080-\uffff]/;
const LAMBDA = /(?<![\w\u0080-\uffff])lambda(?![\w\u0080-\uffff])/g;

/** Names, numbers and most operators, with the blanks between and after them. */
const PLAIN_CODE = /[^#\\"'()[\]{}:\r\n]+/y;

// Most lines are simple: parentheses are not nested, strings have no escapes or fields, and the
// only colon outside of parentheses ends a header. No two parts of the pattern match the same text,
// so matching takes linear time. The maximum of 50 repetitions keeps lines with millions of strings
// below the engine's limits.
const PLAIN = /[^#\\"'()[\]{}:\r\n]*/.source;
const PLAIN_INSIDE = /[^#\\"'()[\]{}\r\n]*/.source;
const STRING = /(?:"(?!"")[^"\\{\r\n]*"|'(?!'')[^'\\{\r\n]*')/.source;
const PARENTHESES = String.raw`\(${PLAIN_INSIDE}(?:${STRING}${PLAIN_INSIDE}){0,50}\)`;
const SIMPLE_LINE = new RegExp(
  `${PLAIN}(?:(?:${STRING}|${PARENTHESES})${PLAIN}){0,50}:?(?=[\\r\\n])`,
  "y",
);

/** Creates a reader for a source. */
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

/** Reads the rest of a simple line. Returns `false` for other lines. */
function readSimpleLine(reader: LineReader): boolean {
  const { source, offset } = reader;
  const end = skipMatch(SIMPLE_LINE, source, offset);
  if (end === offset) return false;
  const isHeader = source.charCodeAt(end - 1) === COLON;
  // Leave the line to the slow path, because the colon may belong to a lambda.
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
 * Reports whether the physical line at the reader's offset starts a definition or a decorator, and
 * so cannot be inside brackets. Otherwise, an unclosed bracket would hide the rest of the file.
 */
function startsStatement(reader: LineReader): boolean {
  const { source, offset } = reader;
  if (startsDefinition(source, offset)) return true;
  // After an operand, `@` can be matrix multiplication.
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
  // Count lambdas, because their colons do not start a body.
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
