/** Computes the normal form of formatted strings. */

import {
  BACKSLASH,
  CLOSE_BRACE,
  COLON,
  EQUALS,
  HASH,
  isBlank,
  isLineBreak,
  OPEN_BRACE,
  physicalLineEnd,
  skipBlanks,
  skipMatch,
} from "../characters.ts";
import { depthChange, readToken, type Token } from "../expression.ts";
import type { StringLiteral } from "../string_literal.ts";
import { escaped, textForm } from "./string_text.ts";

/** Returns the normal form of an expression, or `null` if it is broken. */
export type ExpressionForm = (tokens: readonly Token[]) => string | null;

/** A range of a formatted string to read: its text, or a field's format and the text after it. */
interface Content {
  /** The prefix of the string in lower case. */
  readonly prefix: string;
  readonly start: number;
  /** The end of the string's text. */
  readonly end: number;
  /** Whether it is the format of a field, up to the field's closing brace. */
  readonly isFormat: boolean;
}

/** A part of a formatted string. */
interface Part {
  readonly form: string;
  /** The offset after the part. */
  readonly end: number;
}

/**
 * Returns the normal form of the text of a formatted string, with each field in braces.
 *
 * @param field Returns the normal form of the expression in a field.
 * @returns `null` if the string is broken.
 */
export function formattedForm(
  source: string,
  { prefix, contentStart: start, contentEnd: end }: StringLiteral,
  field: ExpressionForm,
): string | null {
  return readContent(source, { prefix, start, end, isFormat: false }, field)?.form ?? null;
}

function readContent(source: string, content: Content, field: ExpressionForm): Part | null {
  const { prefix, end, isFormat } = content;
  // In a format, doubled braces are not an escape.
  const textPrefix = isFormat ? prefix.replace(/[ft]/, "") : prefix;
  let form = "";
  let { start } = content;
  for (;;) {
    const brace = nextBrace(source, start, content);
    if (brace === null) return null;
    const text = textForm(source.slice(start, brace), textPrefix);
    if (text === null) return null;
    form += text;
    if (brace >= end || source.charCodeAt(brace) === CLOSE_BRACE) return { form, end: brace };
    const found = readField(source, { prefix, start: brace + 1, end, isFormat }, field);
    if (found === null) return null;
    form += `{${found.form}}`;
    start = found.end + 1;
  }
}

/**
 * Returns the offset of the next brace that opens a field or ends a format, or the end of the content. Returns `null`
 * for a closing brace in text, which is invalid.
 */
function nextBrace(
  source: string,
  from: number,
  { prefix, end, isFormat }: Content,
): number | null {
  const text = prefix.includes("r") || isFormat ? TEXT : TEXT_WITHOUT_ESCAPES;
  let offset = from;
  for (;;) {
    offset = skipMatch(text, source, offset);
    if (offset >= end) return end;
    const code = source.charCodeAt(offset);
    if (code === BACKSLASH) {
      offset = skipMatch(ESCAPE, source, offset);
      continue;
    }
    const isDouble = !isFormat && source.charCodeAt(offset + 1) === code;
    if (!isDouble && (code === OPEN_BRACE || isFormat)) return offset;
    if (!isDouble) return null;
    offset += 2;
  }
}

const TEXT = /[^{}]+/y;
const TEXT_WITHOUT_ESCAPES = /[^{}\\]+/y;
/** Matches an escape, or a backslash that stands before a brace but does not escape it. */
const ESCAPE = /\\(?:N\{[^{}]*\}|[^{}])?/y;

/** Reads a field from the offset after its opening brace up to its closing brace. */
function readField(source: string, content: Content, field: ExpressionForm): Part | null {
  const { prefix, start, end } = content;
  const { tokens, end: tokensEnd } = fieldTokens(source, start, end);
  let form = tokens.length === 0 ? null : field(tokens);
  if (form === null) return null;
  let offset = tokensEnd;
  if (source.charCodeAt(offset) === EQUALS) {
    offset = skipBlanks(source, offset + 1);
    form += ` =${escaped(source.slice(start, offset))}`;
  } else if (prefix.includes("t")) {
    // At run time, a template string gives access to the text of its fields, so the form includes
    // the text.
    form += ` =${escaped(source.slice(start, offset).trimEnd())}`;
  }
  if (source.charAt(offset) === "!") {
    const conversion = skipMatch(CONVERSION, source, offset);
    form += ` ${source.slice(offset, conversion).replace(/\s+/g, "")}`;
    offset = conversion;
  }
  if (source.charCodeAt(offset) === COLON) {
    const format = readContent(source, { ...content, start: offset + 1, isFormat: true }, field);
    if (format === null) return null;
    form += ` :${format.form}`;
    offset = format.end;
  }
  return source.charCodeAt(offset) === CLOSE_BRACE ? { form, end: offset } : null;
}

const CONVERSION = /![ \t\f\r\n]*\w*[ \t\f\r\n]*/y;

/** Reads the expression of a field, up to the `=`, `!`, `:` or `}` after it. */
function fieldTokens(source: string, from: number, to: number) {
  const tokens: Token[] = [];
  let depth = 0;
  let offset = from;
  while (offset < to) {
    const code = source.charCodeAt(offset);
    if (isBlank(code) || isLineBreak(code)) {
      offset++;
    } else if (code === HASH) {
      offset = physicalLineEnd(source, offset);
    } else {
      if (depth === 0 && (code === CLOSE_BRACE || code === COLON)) break;
      const token = readToken(source, offset);
      if (depth === 0 && (token.text === "=" || token.text === "!")) break;
      depth += depthChange(token);
      tokens.push(token);
      offset = token.end;
    }
  }
  return { tokens, end: offset };
}
