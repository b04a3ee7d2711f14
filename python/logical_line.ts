/** One logical line: where its code ends, across brackets, strings and continued lines. */

import {
  afterLineBreak,
  AT,
  EQUALS,
  isBlank,
  isLineBreak,
  physicalLineEnd,
  skipBlanks,
  skipMatch,
} from "./characters.ts";
import { type LiteralProblem, startsDefinition, stringLiteral } from "./string_literal.ts";

/** How far a logical line goes. */
export interface LogicalLineExtent {
  /** After its last token. */
  readonly end: number;
  /** After the first colon outside brackets that no lambda takes, or -1. */
  readonly body: number;
  /** Where the next physical line starts, or the source's end. */
  readonly next: number;
}

interface Reader {
  readonly source: string;
  readonly problems: LiteralProblem[];
  /** The offsets of the brackets that are open. */
  readonly brackets: number[];
  offset: number;
  /** After the last token, or after blanks behind it. */
  end: number;
  body: number;
  /** Lambdas whose colon is still to come. */
  lambdas: number;
}

// CPython's limit on open brackets (MAXLEVEL).
const MAX_BRACKETS = 200;

const CLOSERS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
const ENDS_OPERAND = /[\w\])}"'\u0080-\uffff]/;
const LAMBDA = /(?<![\w\u0080-\uffff])lambda(?![\w\u0080-\uffff])/g;

const READERS: Readonly<Record<string, (reader: Reader) => void>> = {
  " ": readBlanks,
  "\t": readBlanks,
  "\f": readBlanks,
  "#": readComment,
  "\\": readBackslash,
  '"': readString,
  "'": readString,
  "(": openBracket,
  "[": openBracket,
  "{": openBracket,
  ")": closeBracket,
  "]": closeBracket,
  "}": closeBracket,
  ":": readColon,
};

/** What has no reader: names, numbers and other operators, with the blanks between and after them. */
const PLAIN_CODE = /[^#\\"'()[\]{}:\r\n]+/y;

/**
 * Reads the logical line whose first token starts at an offset.
 *
 * @param problems Receives what is wrong with the line.
 */
export function readLogicalLine(
  source: string,
  start: number,
  problems: LiteralProblem[],
): LogicalLineExtent {
  const reader: Reader = {
    source,
    problems,
    brackets: [],
    offset: start,
    end: start,
    body: -1,
    lambdas: 0,
  };
  while (reader.offset < source.length) {
    if (isLineBreak(source.charCodeAt(reader.offset))) {
      reader.offset = afterLineBreak(source, reader.offset);
      if (reader.brackets.length === 0 || startsStatement(reader)) break;
    } else {
      readToken(reader);
    }
  }
  const open = reader.brackets.at(-1);
  if (open !== undefined) report(reader, open, `'${source.charAt(open)}' was never closed`);
  return { end: codeEnd(reader), body: reader.body, next: reader.offset };
}

function codeEnd({ source, end }: Reader): number {
  let last = end;
  while (isBlank(source.charCodeAt(last - 1))) last--;
  return last;
}

function report(reader: Reader, offset: number, message: string): void {
  reader.problems.push({ offset, message });
}

/**
 * Whether the physical line at the reader's offset cannot be inside brackets, so that one bracket that
 * was never closed does not hide the rest of the file.
 */
function startsStatement(reader: Reader): boolean {
  const { source, offset } = reader;
  if (startsDefinition(source, offset)) return true;
  // After an operand, `@` could be a matrix product.
  return source.charCodeAt(skipBlanks(source, offset)) === AT &&
    !ENDS_OPERAND.test(source.charAt(codeEnd(reader) - 1));
}

function readToken(reader: Reader): void {
  const read = READERS[reader.source.charAt(reader.offset)];
  if (read === undefined) readPlainCode(reader);
  else read(reader);
}

function readPlainCode(reader: Reader): void {
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

function advance(reader: Reader, end: number): void {
  reader.offset = end;
  reader.end = end;
}

function readBlanks(reader: Reader): void {
  reader.offset = skipBlanks(reader.source, reader.offset);
}

function readComment(reader: Reader): void {
  reader.offset = physicalLineEnd(reader.source, reader.offset);
}

function readBackslash(reader: Reader): void {
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

function readString(reader: Reader): void {
  const { end, problem } = stringLiteral(reader.source, reader.offset);
  if (problem !== null) reader.problems.push(problem);
  advance(reader, end);
}

function openBracket(reader: Reader): void {
  if (reader.brackets.length === MAX_BRACKETS) {
    report(reader, reader.offset, "too many nested parentheses");
  }
  reader.brackets.push(reader.offset);
  advance(reader, reader.offset + 1);
}

function closeBracket(reader: Reader): void {
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

function readColon(reader: Reader): void {
  const { source, offset } = reader;
  const isWalrus = source.charCodeAt(offset + 1) === EQUALS;
  if (reader.brackets.length === 0 && reader.body === -1 && !isWalrus) {
    if (reader.lambdas > 0) reader.lambdas--;
    else reader.body = offset + 1;
  }
  advance(reader, offset + 1);
}
