/** Formats JSON values as Python source in the layout of black and ruff. */

import type { Json, JsonScalar } from "../core/json.ts";
import { escapeCharacter } from "./characters.ts";
import { after, type Code, layout } from "./layout.ts";

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
 * @returns The literal, on one line if it fits, otherwise with one item per line.
 */
export function pythonLiteral(value: Json, { indent, before, after }: LiteralColumns): string {
  return layout(literalCode(value), indent, after, before);
}

/**
 * Returns a Python literal as code that can break.
 *
 * @param writeKey Writes a key of the outermost object.
 */
export function literalCode(value: Json, writeKey: (key: string) => string = pythonString): Code {
  switch (value.kind) {
    case "array":
      return {
        head: "[",
        parts: value.items.map((each) => literalCode(each)),
        tail: "]",
        isList: true,
      };
    case "object": {
      const parts = value.members.map(({ key, value }) =>
        after(`${writeKey(key)}: `, literalCode(value))
      );
      return { head: "{", parts, tail: "}", isList: true };
    }
    default:
      return pythonScalar(value);
  }
}

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
