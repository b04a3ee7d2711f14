/** Breaks long lines of Python code like black and ruff. */

import { escapeCharacter } from "./characters.ts";

/** The line length of black and ruff, in columns. */
export const LINE_WIDTH = 88;

/** Code that can break after its head and between its parts. */
export interface Brackets {
  /** The code up to and including the opening bracket. */
  readonly head: string;
  readonly parts: readonly Code[];
  /** The code from the closing bracket on. */
  readonly tail: string;
  /** Set for a list, whose items go on one line each, with a comma. */
  readonly isList?: true;
}

/** Code that never breaks, or code with brackets. */
export type Code = string | Brackets;

/**
 * Formats code on one line if it fits. Otherwise, its parts go on one indented line or, if they do not fit
 * there either, on one line each. With a comma at their end, formatters leave them there. So the parts are also
 * on one line each if formatters disagree about what fits.
 *
 * @param indent Columns before the statement; the first line of the result is not indented.
 * @param after Columns after the code on its last line.
 * @param before Columns before the code on its first line.
 *
 * @example
 * ```ts
 * import { layout } from "./layout.ts";
 * import { equal } from "node:assert/strict";
 *
 * const name = "n".repeat(80);
 * equal(layout({ head: "f(", parts: ["a", "b"], tail: ")" }), "f(a, b)");
 * equal(layout({ head: `${name}(`, parts: ["a", "b"], tail: ")" }, 4), `${name}(\n        a, b\n    )`);
 * ```
 */
export function layout(code: Code, indent = 0, after = 0, before = indent): string {
  if (typeof code === "string" || code.parts.length === 0) return flat(code);
  const room = LINE_WIDTH - before - after;
  const line = lineWithin(code, room);
  if (line !== null && columns(line) <= room) return line;
  const { head, parts, tail, isList = false } = code;
  const inner = indent + 4;
  const body = isList ? null : lineWithin({ head: "", parts, tail: "" }, LINE_WIDTH - inner);
  const isOpen = isUnsure(line, room) || isUnsure(body, LINE_WIDTH - inner);
  // A comma after the only type in brackets would make it a tuple.
  if (isOpen && parts.length === 1 && head.endsWith("[") && !isList) {
    return layout(withoutUnsure(code), indent, after, before);
  }
  const margin = " ".repeat(inner);
  const lines = !isOpen && body !== null && inner + columns(body) <= LINE_WIDTH
    ? margin + body
    : !isOpen && !isList && parts.length === 1
    ? parts.map((part) => margin + layout(part, inner)).join("")
    : parts.map((part) => `${margin}${layout(part, inner, 1)},`).join("\n");
  return `${head}\n${lines}\n${" ".repeat(indent)}${tail}`;
}

/** Formats code on one line, however long. */
export function flat(code: Code): string {
  if (typeof code === "string") return code;
  return code.head + code.parts.map(flat).join(", ") + code.tail;
}

/** Formats code on one line; returns `null` as soon as it exceeds the room by any count. */
function lineWithin(code: Code, room: number): string | null {
  if (typeof code === "string") return code;
  const lines: string[] = [];
  let left = room - leastColumns(code.head + code.tail);
  for (const part of code.parts) {
    const line = lineWithin(part, left);
    if (line === null) return null;
    lines.push(line);
    left -= leastColumns(line);
    if (left < 0) return null;
    left -= ", ".length;
  }
  return code.head + lines.join(", ") + code.tail;
}

/** Returns code with more code before it. */
export function after(head: string, code: Code): Code {
  return typeof code === "string" ? head + code : { ...code, head: head + code.head };
}

/** Formats an import of names from a module. A long import gets one name per line. */
export function fromImport(module: string, names: readonly string[]): string {
  const line = `from ${module} import ${names.join(", ")}`;
  if (columns(line) <= LINE_WIDTH) return line;
  return `from ${module} import (\n${names.map((name) => `    ${name},\n`).join("")})`;
}

/**
 * Returns the columns of a text in black and ruff: two for a wide character, such as most East Asian
 * ones, and one for any other. If formatters count a character in different ways, the most counts.
 *
 * @example
 * ```ts
 * import { columns } from "./layout.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(columns("tea"), 3);
 * equal(columns("\u8336"), 2);
 * ```
 */
export function columns(text: string): number {
  if (IS_ASCII.test(text)) return text.length;
  return Array.from(text).length + (text.match(wide())?.length ?? 0);
}

/**
 * Returns the pattern of wide characters: the East Asian Width of Unicode is W or F. Like the next one, it is
 * not a constant, because most text is ASCII, and the pattern loads Unicode tables.
 */
function wide(): RegExp {
  return /(?!\p{Regional_Indicator})\p{Emoji_Presentation}|[\u1100-\u115f\u17a4\u17d8\u2329\u232a\u2630-\u2637\u268a-\u268f\u2e80-\u303e\u3041-\u3247\u3250-\ua4c6\ua960-\ua97c\uac00-\ud7a3\uf900-\ufad9\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{1b2fb}\u{1d300}-\u{1d376}\u{1f200}-\u{1f265}\u{20000}-\u{3ffff}]/gu;
}

/**
 * Returns the pattern of the characters that some versions of black and ruff count in different ways:
 * marks and jamo, which have zero columns or one, and those that became wide in Unicode 16.
 */
function unsure(): RegExp {
  return /[\p{Mark}\p{Grapheme_Extend}\p{Emoji_Modifier}\u0d4e\u1160-\u11ff\u17a4\u17d8\u2630-\u2637\u268a-\u268f\u2ffc-\u2fff\u31e4\u31e5\u31ef\u4dc0-\u4dff\ua8fa\ud7b0-\ud7fb\u{111c2}\u{111c3}\u{113d1}\u{1193f}\u{11941}\u{11a84}-\u{11a89}\u{11d46}\u{11f02}\u{18cff}\u{1d300}-\u{1d376}\u{1fa89}\u{1fa8f}\u{1fabe}\u{1fac6}\u{1fadc}\u{1fadf}\u{1fae9}]/gu;
}

/** Returns the columns of a text if each character counts least. */
function leastColumns(text: string): number {
  return IS_ASCII.test(text) ? text.length : columns(text.replace(unsure(), ""));
}

/** Reports whether formatters disagree if code fits into a room. Without its unsure characters, they agree. */
export function isUnsure(code: string | null, room: number): boolean {
  return code !== null && columns(code) > room && leastColumns(code) <= room;
}

/**
 * Escapes the characters of code that formatters count in different ways. All of them must be in
 * string literals. The result is longer by any count.
 */
export function withoutUnsure<C extends Code>(code: C): C;
export function withoutUnsure(code: Code): Code {
  if (typeof code === "string") {
    return IS_ASCII.test(code) ? code : code.replace(unsure(), escapeCharacter);
  }
  const { head, parts, tail } = code;
  return {
    ...code,
    head: withoutUnsure(head),
    parts: parts.map((each) => withoutUnsure(each)),
    tail: withoutUnsure(tail),
  };
}

// deno-lint-ignore no-control-regex
const IS_ASCII = /^[\x00-\x7f]*$/;
