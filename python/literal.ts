/** Formats JSON values as Python source in the layout of black and ruff. */

import type { Json, JsonScalar } from "../core/json.ts";
import { columns, LINE_WIDTH } from "./layout.ts";

/**
 * Formats a Python string literal. Escapes control characters, invisible characters, unusual spaces and lone
 * surrogates. The quotes are double, unless single quotes need fewer escapes.
 *
 * @example
 * ```ts
 * import { pythonString } from "./literal.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(pythonString('say "hi"\n'), "'say \"hi\"\\n'");
 * equal(pythonString("\u202e"), '"\\u202e"');
 * ```
 */
export function pythonString(value: string): string {
  const quote = count(value, '"') > count(value, "'") ? "'" : '"';
  const body = IS_ASCII.test(value)
    ? value.replaceAll("\\", "\\\\")
    : value.replace(unprintable(), escapeCharacter);
  return `${quote}${body.replaceAll(quote, `\\${quote}`)}${quote}`;
}

const IS_ASCII = /^[ -~]*$/;

/**
 * Returns the pattern of characters to escape. The pattern is not a constant, because it loads
 * Unicode tables, which takes milliseconds, and most text is ASCII.
 */
function unprintable(): RegExp {
  return /[\\\p{Control}\p{Format}\p{Surrogate}\p{Private_Use}\p{Unassigned}\p{Line_Separator}\p{Paragraph_Separator}\p{Default_Ignorable_Code_Point}]|(?! )\p{Space_Separator}/gu;
}

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ["\\", "\\\\"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

/** Escapes a character as Python literals and `repr()` do. */
export function escapeCharacter(character: string): string {
  const short = SHORT_ESCAPES.get(character);
  if (short !== undefined) return short;
  const code = character.codePointAt(0) ?? 0;
  const [letter, digits] = code < 0x100 ? ["x", 2] : code < 0x10000 ? ["u", 4] : ["U", 8];
  return `\\${letter}${code.toString(16).padStart(digits, "0")}`;
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

/** The number of columns around a literal. */
export interface LiteralColumns {
  /** Columns before the statement that contains the literal. */
  readonly indent: number;
  /** Columns before the literal on its line. */
  readonly before: number;
  /** Columns after the literal on its line. */
  readonly after: number;
}

/**
 * Formats a JSON value as a Python literal. Keeps the text of numbers and the order of keys.
 *
 * @param writeKey Writes a key of the outermost object.
 * @returns The literal, on one line if it fits, otherwise with one item per line.
 */
export function pythonLiteral(
  value: Json,
  around: LiteralColumns,
  writeKey: (key: string) => string = pythonString,
): string {
  const room = LINE_WIDTH - around.before - around.after;
  const line = onOneLine(value, room, writeKey);
  if (line !== null && columns(line) <= room) return line;
  if (value.kind !== "array" && value.kind !== "object") return pythonScalar(value);
  const inner = " ".repeat(around.indent + 4);
  const items = value.kind === "array"
    ? value.items.map((item) => ["", item] as const)
    : value.members.map((member) => [`${writeKey(member.key)}: `, member.value] as const);
  const [open, close] = BRACKETS[value.kind];
  if (items.length === 0) return open + close;
  const lines = items.map(([key, item]) => {
    const before = inner.length + columns(key);
    return `${inner}${key}${pythonLiteral(item, { indent: inner.length, before, after: 1 })},\n`;
  });
  return `${open}\n${lines.join("")}${" ".repeat(around.indent)}${close}`;
}

const BRACKETS = { array: ["[", "]"], object: ["{", "}"] } as const;

/** Formats a text, a number, a boolean or null as a Python literal, on one line. */
export function pythonScalar(value: JsonScalar): string {
  switch (value.kind) {
    case "null":
    case "boolean":
      return pythonConstant(value);
    case "number":
      return pythonNumber(value.text);
    case "string":
      return pythonString(value.value);
  }
}

/** Returns Python's name of null, true or false. */
export function pythonConstant(
  value: Extract<Json, { readonly kind: "null" | "boolean" }>,
): string {
  if (value.kind === "null") return "None";
  return value.value ? "True" : "False";
}

/**
 * Formats a JSON number like black and ruff.
 *
 * @example
 * ```ts
 * import { pythonNumber } from "./literal.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(pythonNumber("1E+5"), "1e5");
 * ```
 */
export function pythonNumber(text: string): string {
  return text.replace("E", "e").replace("e+", "e");
}

/** Formats the value on one line, or returns `null` as soon as it exceeds the room. */
function onOneLine(
  value: Json,
  room: number,
  writeKey: (key: string) => string = pythonString,
): string | null {
  if (value.kind !== "array" && value.kind !== "object") return pythonScalar(value);
  const [open, close] = BRACKETS[value.kind];
  const parts: string[] = [];
  let used = 2;
  const items = value.kind === "array" ? value.items : value.members;
  for (const item of items) {
    const key = "key" in item ? `${writeKey(item.key)}: ` : "";
    const part = onOneLine("key" in item ? item.value : item, room - used - key.length);
    if (part === null) return null;
    parts.push(key + part);
    used += key.length + part.length + 2;
    // Subtract the ", " that the last item does not have.
    if (used - 2 > room) return null;
  }
  return open + parts.join(", ") + close;
}

/**
 * Formats a string literal in ASCII. Formatters count the columns of non-ASCII characters in
 * different ways.
 */
export function asciiString(text: string): string {
  return asciiCode(pythonString(text));
}

/** Escapes the characters of code that are not ASCII, which must all be in string literals. */
export function asciiCode(code: string): string {
  return code.replace(/[^ -~]/gu, (character) => {
    const digits = (character.codePointAt(0) ?? 0).toString(16);
    return digits.length > 4 ? `\\U${digits.padStart(8, "0")}` : `\\u${digits.padStart(4, "0")}`;
  });
}
