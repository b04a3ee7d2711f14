/** JSON values as Python source, laid out as black and ruff lay it out. */

import type { Json } from "../core/json.ts";
import { columns, LINE_WIDTH } from "./layout.ts";

/**
 * A Python string literal of printable characters: controls, invisible characters, odd spaces and lone
 * surrogates are escaped. Double quotes, unless single ones need fewer escapes.
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

/** A function, for Unicode's tables take milliseconds to load, and most text needs none of them. */
function unprintable(): RegExp {
  return /[\\\p{Control}\p{Format}\p{Surrogate}\p{Private_Use}\p{Unassigned}\p{Line_Separator}\p{Paragraph_Separator}\p{Default_Ignorable_Code_Point}]|(?! )\p{Space_Separator}/gu;
}

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ["\\", "\\\\"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

function escapeCharacter(character: string): string {
  const short = SHORT_ESCAPES.get(character);
  if (short !== undefined) return short;
  const code = character.codePointAt(0) ?? 0;
  const [letter, digits] = code < 0x100 ? ["x", 2] : code < 0x10000 ? ["u", 4] : ["U", 8];
  return `\\${letter}${code.toString(16).padStart(digits, "0")}`;
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

/** Where a literal stands in its line. */
export interface LiteralPlace {
  /** Columns before the statement that it is part of. */
  readonly indent: number;
  /** Columns of its line before it. */
  readonly before: number;
  /** Columns of its line after it. */
  readonly after: number;
}

/**
 * A JSON value as a Python literal: the numbers as they were written, the keys in their order.
 *
 * @returns One line if it fits, else an item a line.
 */
export function pythonLiteral(value: Json, place: LiteralPlace): string {
  const room = LINE_WIDTH - place.before - place.after;
  const line = onOneLine(value, room);
  if (line !== null && columns(line) <= room) return line;
  if (value.kind !== "array" && value.kind !== "object") return scalar(value);
  const inner = " ".repeat(place.indent + 4);
  const items = value.kind === "array"
    ? value.items.map((item) => ["", item] as const)
    : value.members.map((member) => [`${pythonString(member.key)}: `, member.value] as const);
  const [open, close] = BRACKETS[value.kind];
  if (items.length === 0) return open + close;
  const lines = items.map(([key, item]) => {
    const before = inner.length + columns(key);
    return `${inner}${key}${pythonLiteral(item, { indent: inner.length, before, after: 1 })},\n`;
  });
  return `${open}\n${lines.join("")}${" ".repeat(place.indent)}${close}`;
}

const BRACKETS = { array: ["[", "]"], object: ["{", "}"] } as const;

type Scalar = Exclude<Json, { readonly kind: "array" | "object" }>;

function scalar(value: Scalar): string {
  switch (value.kind) {
    case "null":
      return "None";
    case "boolean":
      return value.value ? "True" : "False";
    case "number":
      return value.text.replace("E", "e").replace("e+", "e");
    case "string":
      return pythonString(value.value);
  }
}

/** The value on one line, or `null` as soon as it is known to be longer than the room. */
function onOneLine(value: Json, room: number): string | null {
  if (value.kind !== "array" && value.kind !== "object") return scalar(value);
  const [open, close] = BRACKETS[value.kind];
  const parts: string[] = [];
  let used = 2;
  const items = value.kind === "array" ? value.items : value.members;
  for (const item of items) {
    const key = "key" in item ? `${pythonString(item.key)}: ` : "";
    const part = onOneLine("key" in item ? item.value : item, room - used - key.length);
    if (part === null) return null;
    parts.push(key + part);
    used += key.length + part.length + 2;
    // The last item has no ", " behind it.
    if (used - 2 > room) return null;
  }
  return open + parts.join(", ") + close;
}
