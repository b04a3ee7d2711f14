/** Decodes and parses JSON files, finds positions in text, and formats excerpts of it. */

import { type Json, JsonSyntaxError, parseJson } from "./json.ts";

/** A position in a text. Both numbers are 1-based. The column counts UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/**
 * Decodes a JSON file. Tells UTF-8 from UTF-16 by the byte order mark or by zero bytes (RFC 4627, section 3).
 *
 * @returns The text without a byte order mark, or `null` if the bytes are in neither encoding.
 *
 * @example
 * ```ts
 * import { decodeJsonText } from "./json_text.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(decodeJsonText(new Uint8Array([0xff, 0xfe, 0x31, 0x00])), "1");
 * equal(decodeJsonText(new Uint8Array([0xff])), null);
 * ```
 */
export function decodeJsonText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first === 0 && second !== undefined) return "utf-16be";
  if (second === 0) return "utf-16le";
  return "utf-8";
}

/**
 * Parses JSON without throwing.
 *
 * @returns The value, or the syntax error.
 *
 * @example
 * ```ts
 * import { tryToParseJson } from "./json_text.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * deepEqual(tryToParseJson("1"), { kind: "number", at: 0, text: "1" });
 * ```
 */
export function tryToParseJson(text: string): Json | JsonSyntaxError {
  try {
    return parseJson(text);
  } catch (problem) {
    if (problem instanceof JsonSyntaxError) return problem;
    throw problem;
  }
}

/** Returns the line and column of an offset. A line ends with LF, CR LF or CR. */
export function positionAt(text: string, offset: number): Position {
  return positionsIn(text)(offset);
}

/**
 * Creates a resolver from offsets to line and column. The resolver reads the text only once, so offsets must
 * be in ascending order.
 *
 * @example
 * ```ts
 * import { positionsIn } from "./json_text.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const position = positionsIn("[1,\n2]");
 * deepEqual(position(1), { line: 1, column: 2 });
 * deepEqual(position(4), { line: 2, column: 1 });
 * ```
 */
export function positionsIn(text: string): (offset: number) => Position {
  const lineEnd = /\r\n|\r|\n/g;
  let line = 0;
  let start = 0;
  let next = 0;
  return (offset) => {
    while (next <= offset) {
      line++;
      start = next;
      next = lineEnd.test(text) ? lineEnd.lastIndex : Infinity;
    }
    return { line, column: offset - start + 1 };
  };
}

const EXCERPT_WIDTH = 70;

/** The size of an excerpt. */
export interface ExcerptOptions {
  /** Number of lines above the line of the position. */
  readonly above: number;
  /** Maximum number of characters per line. */
  readonly width: number;
}

/**
 * Formats the line that contains an offset and the line above it, with line numbers and a mark below the
 * position. Long lines are cut on both sides.
 *
 * @example
 * ```ts
 * import { excerpt } from "./json_text.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(excerpt("{\n  1\n}", 4), "  1 | {\n  2 |   1\n    |   ^");
 * ```
 */
export function excerpt(text: string, offset: number): string {
  return excerptAt(linesOf(text), positionAt(text, offset), { above: 1, width: EXCERPT_WIDTH });
}

/** Splits text into lines at LF, CR LF and CR. */
export function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|\r|\n/);
}

/** Formats an excerpt from the lines of a file, as {@linkcode excerpt} does. */
export function excerptAt(
  lines: readonly string[],
  { line, column }: Position,
  { above, width }: ExcerptOptions,
): string {
  const cut = column > width - 10 ? column - Math.ceil(width / 2) : 0;
  const gutter = String(line).length + 2;
  const shown = lines.slice(Math.max(0, line - 1 - above), line).map((each, index, { length }) => {
    const number = String(line - length + 1 + index).padStart(gutter);
    return `${number} | ${each.slice(cut, cut + width).replaceAll("\t", " ")}`.trimEnd();
  });
  const mark = `${" ".repeat(gutter)} | ${" ".repeat(column - 1 - cut)}^`;
  return [...shown, mark].join("\n");
}

/** Formats keys and indices as a JSON Pointer (RFC 6901). */
export function jsonPointer(path: readonly (string | number)[]): string {
  return path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
}
