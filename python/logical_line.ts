/** One logical line: where its code ends, across brackets, strings and continued lines. */

import {
  afterLineBreak,
  AT,
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  CLOSE_PARENTHESIS,
  COLON,
  EQUALS,
  HASH,
  isBlank,
  isLineBreak,
  isNameStart,
  isQuote,
  nameEnd,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PARENTHESIS,
  physicalLineEnd,
  skipBlanks,
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
  end: number;
  body: number;
  /** Lambdas whose colon is still to come. */
  lambdas: number;
}

// CPython's limit on open brackets (MAXLEVEL).
const MAX_BRACKETS = 200;

const CLOSERS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
const ENDS_OPERAND = /[\w\])}"'\u0080-\uffff]/;

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
    const code = source.charCodeAt(reader.offset);
    if (isLineBreak(code)) {
      reader.offset = afterLineBreak(source, reader.offset);
      if (reader.brackets.length === 0 || startsStatement(reader)) break;
    } else {
      readToken(reader, code);
    }
  }
  const open = reader.brackets.at(-1);
  if (open !== undefined) report(reader, open, `'${source.charAt(open)}' was never closed`);
  return { end: reader.end, body: reader.body, next: reader.offset };
}

function report(reader: Reader, offset: number, message: string): void {
  reader.problems.push({ offset, message });
}

/**
 * Whether the physical line at the reader's offset cannot be inside brackets, so that one bracket that
 * was never closed does not hide the rest of the file.
 */
function startsStatement({ source, offset, end }: Reader): boolean {
  if (startsDefinition(source, offset)) return true;
  // After an operand, `@` could be a matrix product.
  return source.charCodeAt(skipBlanks(source, offset)) === AT &&
    !ENDS_OPERAND.test(source.charAt(end - 1));
}

function readToken(reader: Reader, code: number): void {
  switch (code) {
    case HASH:
      reader.offset = physicalLineEnd(reader.source, reader.offset);
      return;
    case BACKSLASH:
      return readBackslash(reader);
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
    default:
      if (isBlank(code)) reader.offset++;
      else if (isNameStart(code) || isQuote(code)) readWord(reader);
      else advance(reader, reader.offset + 1);
  }
}

function advance(reader: Reader, end: number): void {
  reader.offset = end;
  reader.end = end;
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

function readWord(reader: Reader): void {
  const { source, offset } = reader;
  const literal = stringLiteral(source, offset);
  if (literal !== null) {
    if (literal.problem !== null) reader.problems.push(literal.problem);
    return advance(reader, literal.end);
  }
  const end = Math.max(nameEnd(source, offset), offset + 1);
  const isLambda = end - offset === "lambda".length && source.startsWith("lambda", offset);
  if (isLambda && reader.brackets.length === 0) reader.lambdas++;
  advance(reader, end);
}
