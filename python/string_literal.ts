/**
 * Finds where string literals start and end, including formatted ones with nested fields (PEP 701).
 */

import {
  afterLineBreak,
  BACKSLASH,
  BYTE_ORDER_MARK,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  CLOSE_PARENTHESIS,
  COLON,
  HASH,
  isLineBreak,
  isNamePart,
  isQuote,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PARENTHESIS,
  physicalLineEnd,
  skipMatch,
} from "./characters.ts";
import { startsDefinition } from "./definition_start.ts";
import type { UnlocatedProblem } from "./problem.ts";

/** A string literal in a source. */
export interface StringLiteral {
  /** The start of the prefix, or of the opening quote if there is no prefix. */
  readonly start: number;
  /**
   * The offset after the closing quote; in an unterminated literal, the offset at which the scan
   * continues.
   */
  readonly end: number;
  /** The prefix in lower case. */
  readonly prefix: string;
  /** The start of the text between the quotes. */
  readonly contentStart: number;
  readonly contentEnd: number;
  /** Whether the literal has replacement fields. */
  readonly hasFields: boolean;
  readonly problem: UnlocatedProblem | null;
}

interface Quotes {
  readonly code: number;
  readonly isTriple: boolean;
  readonly isFormatted: boolean;
  readonly start: number;
}

/** A part of a formatted literal: text, a field `{…}`, or the format after a field's colon. */
type Frame =
  | { readonly kind: "text"; readonly quotes: Quotes }
  | { readonly kind: "field"; readonly quotes: Quotes; readonly start: number; depth: number }
  | { readonly kind: "format"; readonly quotes: Quotes };

interface Reader {
  readonly source: string;
  readonly frames: Frame[];
  offset: number;
  hasFields: boolean;
  problem: UnlocatedProblem | null;
}

const PREFIXES = new Set(["", "r", "u", "b", "f", "t", "br", "rb", "fr", "rf", "tr", "rt"]);
const MAX_PREFIX_LENGTH = 2;

// CPython's limit on nested formatted literals (MAXFSTRINGLEVEL). Each level takes two frames here: a text
// and a field.
const MAX_FRAMES = 2 * 150;

const PLAIN_TEXT = /[^"'\\{\r\n]+/y;

/**
 * Reads a string literal.
 *
 * @param quote The offset of the opening quote, after any prefix.
 *
 * @example
 * ```ts
 * import { stringLiteral } from "./string_literal.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const { start, end, prefix } = stringLiteral(`x = f"{a["b"]}" + c`, 5);
 * deepEqual({ start, end, prefix }, { start: 4, end: 15, prefix: "f" });
 * ```
 */
export function stringLiteral(source: string, quote: number): StringLiteral {
  const quotes = quotesAt(source, quote);
  const width = quotes.isTriple ? 3 : 1;
  const reader: Reader = {
    source,
    frames: [{ kind: "text", quotes }],
    offset: quote + width,
    hasFields: false,
    problem: null,
  };
  while (reader.frames.length > 0 && reader.problem === null) readFrame(reader);
  const { offset: end, hasFields, problem } = reader;
  return {
    start: quotes.start,
    end,
    prefix: source.slice(quotes.start, quote).toLowerCase(),
    contentStart: quote + width,
    contentEnd: problem === null ? end - width : end,
    hasFields,
    problem,
  };
}

function quotesAt(source: string, offset: number): Quotes {
  const code = source.charCodeAt(offset);
  const start = prefixStart(source, offset);
  const prefix = source.slice(start, offset).toLowerCase();
  return {
    code,
    isTriple: source.charCodeAt(offset + 1) === code && source.charCodeAt(offset + 2) === code,
    isFormatted: prefix.includes("f") || prefix.includes("t"),
    start,
  };
}

function prefixStart(source: string, quote: number): number {
  let start = quote;
  while (start > 0 && quote - start <= MAX_PREFIX_LENGTH && endsName(source, start)) start--;
  if (start === quote) return quote;
  return PREFIXES.has(source.slice(start, quote).toLowerCase()) ? start : quote;
}

function endsName(source: string, end: number): boolean {
  const code = source.charCodeAt(end - 1);
  return isNamePart(code) && code !== BYTE_ORDER_MARK;
}

function readFrame(reader: Reader): void {
  const frame = reader.frames.at(-1);
  switch (frame?.kind) {
    case "text":
      return readText(reader, frame.quotes);
    case "field":
      return readField(reader, frame);
    case "format":
      return readFormat(reader, frame.quotes);
  }
}

function readText(reader: Reader, quotes: Quotes): void {
  const { source } = reader;
  while (reader.offset < source.length) {
    reader.offset = skipMatch(PLAIN_TEXT, source, reader.offset);
    const code = source.charCodeAt(reader.offset);
    if (code === quotes.code && closes(source, reader.offset, quotes)) {
      reader.offset += quotes.isTriple ? 3 : 1;
      reader.frames.pop();
      return;
    }
    if (code === BACKSLASH) {
      reader.offset = afterEscape(source, reader.offset, quotes);
    } else if (code === OPEN_BRACE && quotes.isFormatted) {
      if (source.charCodeAt(reader.offset + 1) !== OPEN_BRACE) return openField(reader, quotes);
      reader.offset += 2;
    } else if (isLineBreak(code) && !quotes.isTriple) {
      break;
    } else if (reader.offset < source.length) {
      reader.offset++;
    }
  }
  reader.problem = unterminated(quotes);
}

function openField(reader: Reader, quotes: Quotes): void {
  reader.hasFields = true;
  push(reader, { kind: "field", quotes, start: reader.offset, depth: 0 });
  reader.offset++;
}

function readField(reader: Reader, field: Frame & { readonly kind: "field" }): void {
  const { source } = reader;
  while (reader.offset < source.length) {
    const code = source.charCodeAt(reader.offset);
    if (field.depth === 0 && (code === CLOSE_BRACE || code === COLON)) {
      reader.offset++;
      reader.frames.pop();
      if (code === COLON) push(reader, { kind: "format", quotes: field.quotes });
      return;
    }
    if (isQuote(code)) {
      openNested(reader);
      return;
    }
    if (code === HASH) {
      reader.offset = physicalLineEnd(source, reader.offset);
    } else if (isLineBreak(code)) {
      const next = afterLineBreak(source, reader.offset);
      if (startsDefinition(source, next)) break;
      reader.offset = next;
    } else {
      field.depth += depthChange(code, field.depth);
      reader.offset++;
    }
  }
  reader.problem = { offset: field.start, message: "'{' was never closed" };
}

function openNested(reader: Reader): void {
  const quotes = quotesAt(reader.source, reader.offset);
  push(reader, { kind: "text", quotes });
  reader.offset += quotes.isTriple ? 3 : 1;
}

function readFormat(reader: Reader, quotes: Quotes): void {
  const { source } = reader;
  while (reader.offset < source.length) {
    const code = source.charCodeAt(reader.offset);
    if (code === OPEN_BRACE) return openField(reader, quotes);
    if (code === CLOSE_BRACE) {
      reader.offset++;
      reader.frames.pop();
      return;
    }
    if (code === quotes.code && closes(source, reader.offset, quotes)) break;
    if (isLineBreak(code) && !quotes.isTriple) break;
    reader.offset = code === BACKSLASH
      ? afterEscape(source, reader.offset, quotes)
      : reader.offset + 1;
  }
  reader.problem = unterminated(quotes);
}

function push(reader: Reader, frame: Frame): void {
  if (reader.frames.length < MAX_FRAMES) {
    reader.frames.push(frame);
  } else {
    reader.problem = { offset: reader.offset, message: "too many nested f-strings" };
  }
}

function closes(source: string, offset: number, { code, isTriple }: Quotes): boolean {
  return !isTriple ||
    (source.charCodeAt(offset + 1) === code && source.charCodeAt(offset + 2) === code);
}

function depthChange(code: number, depth: number): number {
  switch (code) {
    case OPEN_PARENTHESIS:
    case OPEN_BRACKET:
    case OPEN_BRACE:
      return 1;
    case CLOSE_PARENTHESIS:
    case CLOSE_BRACKET:
    case CLOSE_BRACE:
      return depth > 0 ? -1 : 0;
    default:
      return 0;
  }
}

function afterEscape(source: string, offset: number, quotes: Quotes): number {
  const next = offset + 1;
  if (next >= source.length) return next;
  const code = source.charCodeAt(next);
  if (isLineBreak(code)) return afterLineBreak(source, next);
  if (!quotes.isFormatted) return next + 1;
  // A backslash does not escape a brace, so the brace opens a field. `\N{COLON}` is not a field,
  // but can be skipped like one.
  return code === OPEN_BRACE ? next : next + 1;
}

function unterminated({ isTriple, isFormatted, start }: Quotes): UnlocatedProblem {
  const kind = `${isTriple ? "triple-quoted " : ""}${isFormatted ? "f-" : ""}string`;
  return { offset: start, message: `unterminated ${kind} literal` };
}
