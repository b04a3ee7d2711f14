/** Computes the values of string literals. */

import type { StringLiteral } from "./string_literal.ts";

interface Escape {
  /** `null` for `\N{…}` and invalid escapes. */
  readonly value: string | null;
  /** The offset after the escape. */
  readonly end: number;
}

const SIMPLE_ESCAPES: ReadonlyMap<string, string> = new Map([
  ["\n", ""],
  ["\\", "\\"],
  ["'", "'"],
  ['"', '"'],
  ["a", "\x07"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
]);

const HEXADECIMAL_DIGITS: ReadonlyMap<string, number> = new Map([["x", 2], ["u", 4], ["U", 8]]);
const LAST_CODE_POINT = 0x10ffff;
const OCTAL = /[0-7]{1,3}/y;

/**
 * Computes the value of a string literal.
 *
 * @returns The value. It is `null` for bytes, template strings, literals with replacement fields or
 * a problem, and literals with `\N{…}` or an invalid escape.
 *
 * @example
 * ```ts
 * import { literalValue } from "./literal_value.ts";
 * import { stringLiteral } from "./string_literal.ts";
 * import { equal } from "node:assert/strict";
 *
 * const source = String.raw`"caf\xe9"`;
 * const literal = stringLiteral(source, 0);
 * equal(literalValue(source, literal), "café");
 * ```
 */
export function literalValue(source: string, literal: StringLiteral): string | null {
  const { prefix, hasFields, problem, contentStart, contentEnd } = literal;
  if (prefix.includes("b") || prefix.includes("t") || hasFields || problem !== null) return null;
  const text = source.slice(contentStart, contentEnd);
  const lines = text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
  const content = prefix.includes("f") ? lines.replaceAll("{{", "{").replaceAll("}}", "}") : lines;
  return prefix.includes("r") ? content : decodeEscapes(content);
}

/**
 * Replaces the escapes of a string literal.
 *
 * @param content The text between the quotes, with `\n` as line breaks.
 * @returns The text, or `null` if it contains `\N{…}` or an invalid escape.
 */
export function decodeEscapes(content: string): string | null {
  if (!content.includes("\\")) return content;
  const parts: string[] = [];
  let offset = 0;
  for (;;) {
    const backslash = content.indexOf("\\", offset);
    if (backslash === -1) break;
    parts.push(content.slice(offset, backslash));
    const { value, end } = readEscape(content, backslash + 1);
    if (value === null) return null;
    parts.push(value);
    offset = end;
  }
  parts.push(content.slice(offset));
  return parts.join("");
}

/** Reads an escape. `offset` is the offset after the backslash. */
function readEscape(content: string, offset: number): Escape {
  const letter = content.charAt(offset);
  const end = offset + 1;
  const simple = SIMPLE_ESCAPES.get(letter);
  if (simple !== undefined) return { value: simple, end };
  const digits = HEXADECIMAL_DIGITS.get(letter);
  if (digits !== undefined) return readHexadecimal(content, end, digits);
  OCTAL.lastIndex = offset;
  const octal = OCTAL.exec(content)?.[0];
  if (octal !== undefined) {
    return { value: String.fromCodePoint(Number.parseInt(octal, 8)), end: offset + octal.length };
  }
  if (letter === "N") return { value: null, end };
  // Python keeps the backslash of unknown escapes.
  return { value: "\\" + letter, end };
}

function readHexadecimal(content: string, offset: number, digits: number): Escape {
  const end = offset + digits;
  const text = content.slice(offset, end);
  const code = Number.parseInt(text, 16);
  const isValid = text.length === digits && /^[\da-f]+$/i.test(text) && code <= LAST_CODE_POINT;
  return { value: isValid ? String.fromCodePoint(code) : null, end };
}
