/**
 * Constraints in examples: objects with `$default`, `$enum` or `$example`, such as
 * `{"$default": 20, "$minimum": 1, "$maximum": 100}`.
 */

import { type Json, type JsonObject, stringifyJson } from "../core/json.ts";
import { object } from "../core/json_nodes.ts";
import type { BodyType, EnumValue, Fallback } from "./body_type.ts";
import { isFloat } from "./mock.ts";
import { hasFormat, isTextFormat, type TextFormat } from "./text_format.ts";

/** The words whose presence makes an object a constraint. */
const VALUES = ["$example", "$default", "$enum"] as const;

/** The words that limit numbers. */
export const BOUNDS = ["$minimum", "$maximum"] as const;

/** The words that limit the lengths of texts, in characters. */
export const LENGTHS = ["$minLength", "$maxLength"] as const;

/** The words of constraints. */
export const CONSTRAINT_WORDS = [...VALUES, ...BOUNDS, ...LENGTHS, "$format"] as const;

/** A word of constraints. */
export type Word = typeof CONSTRAINT_WORDS[number];

/** Maximum number of values in `$enum`. */
export const MAX_ENUM = 100;

/** Maximum of `$minLength` and `$maxLength`. */
export const MAX_TEXT_LENGTH = 1_000_000;

/** Maximum number of digits of an integer, so that JavaScript and databases can represent it. */
export const MAX_DIGITS = 18;

/** Reports whether a value of an example is a constraint, not an example itself. */
export function isConstraint(value: Json): value is JsonObject {
  return value.kind === "object" && VALUES.some((word) => wordIn(value, word) !== null);
}

/** Returns the value of a word; `null` without it. */
export function wordIn({ members }: JsonObject, word: Word): Json | null {
  return members.find(({ key }) => key === word)?.value ?? null;
}

function givenAt(constraint: JsonObject, word: Word): Fallback | null {
  const value = wordIn(constraint, word);
  return value?.kind === "object" ? null : value;
}

/** What a constraint says. */
export interface ReadConstraint {
  readonly type: BodyType;
  /** A value that fits. */
  readonly example: Json;
  /** The value of a parameter that is absent; `null` without one. */
  readonly fallback: Fallback | null;
}

/**
 * Reads a constraint that has no problem.
 *
 * @example
 * ```ts
 * import { parseJson } from "../core/json.ts";
 * import { isConstraint, readConstraint } from "./constraint.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const value = parseJson('{"$default": 20, "$minimum": 1}');
 * const type = isConstraint(value) ? readConstraint(value).type : null;
 * deepEqual(type, { kind: "integer", minimum: "1" });
 * ```
 */
export function readConstraint(constraint: JsonObject): ReadConstraint {
  const [example, fallback] = [givenAt(constraint, "$example"), givenAt(constraint, "$default")];
  const values = enumIn(constraint) ?? [];
  const shown = example ?? fallback ?? values[0] ?? { kind: "null", at: 0 };
  const type = typeOf(constraint, values);
  return { type, example: shownValue(shown), fallback: fallback && atStart(fallback) };
}

/** Returns a value without its offset, so that it is the same wherever it is written. */
function atStart(value: Fallback): Fallback {
  if (value.kind !== "array") return { ...value, at: 0 };
  return { ...value, at: 0, items: value.items.map((each) => ({ ...each, at: 0 })) };
}

/** Returns the value that an example of a parameter shows. */
export function shownValue(value: Json): Json {
  if (isConstraint(value)) return readConstraint(value).example;
  return value.kind === "array" ? { ...value, items: value.items.map(shownValue) } : value;
}

function typeOf(constraint: JsonObject, values: readonly EnumValue[]): BodyType {
  const word = wordIn(constraint, "$format");
  const format = word?.kind === "string" && isTextFormat(word.value) && { format: word.value };
  if (values.length > 0) return { kind: "enum", values, ...format };
  const given = givenIn(constraint);
  switch (given[0]?.kind) {
    case "array":
      return { kind: "array", items: itemType(given) };
    case "boolean":
      return { kind: "boolean" };
    case "number": {
      const [minimum, maximum] = BOUNDS.map((word) => numberIn(constraint, word));
      return {
        kind: given.some(isFloatValue) ? "number" : "integer",
        ...(minimum !== undefined && { minimum }),
        ...(maximum !== undefined && { maximum }),
      };
    }
    default: {
      const [minLength, maxLength] = LENGTHS.map((word) => numberIn(constraint, word));
      return {
        kind: "text",
        ...(minLength !== undefined && { minLength: Number(minLength) }),
        ...(maxLength !== undefined && { maxLength: Number(maxLength) }),
        ...format,
      };
    }
  }
}

/** Returns the type of the items of lists: the constraint that is an item, or what all items show. */
function itemType(lists: readonly Json[]): BodyType {
  const items = lists.flatMap((each) => each.kind === "array" ? each.items : []);
  const constraint = items.find(isConstraint);
  if (constraint !== undefined) return readConstraint(constraint).type;
  const [shown] = [...items.filter(isFloatValue), ...items];
  return shown === undefined ? { kind: "anything" } : typeOf(object([["$example", shown]]), []);
}

/** Returns the example and the default. */
export function givenIn(constraint: JsonObject): readonly Json[] {
  return [wordIn(constraint, "$example"), wordIn(constraint, "$default")]
    .filter((each) => each !== null);
}

/** Returns the text of a number; `undefined` without one. */
export function numberIn(constraint: JsonObject, word: Word): string | undefined {
  const value = wordIn(constraint, word);
  return value?.kind === "number" ? value.text : undefined;
}

/** Returns the values of `$enum`; `null` without it, or if one of them cannot be there. */
export function enumIn(constraint: JsonObject): readonly EnumValue[] | null {
  const list = wordIn(constraint, "$enum");
  if (list?.kind !== "array") return null;
  const values = list.items.flatMap((each): readonly EnumValue[] =>
    each.kind === "string" || each.kind === "number" && !isFloat(each.text)
      ? [{ ...each, at: 0 }]
      : []
  );
  return values.length === list.items.length ? values : null;
}

function isFloatValue(value: Json): boolean {
  return value.kind === "number" && isFloat(value.text);
}

/** Returns a text that is equal for two values only if they are the same. */
export function textOf(value: Json): string {
  return stringifyJson(value, 0);
}

/** Reports whether a value of the right kind is within the limits of a type. */
export function fits(type: BodyType, value: Json): boolean {
  if (value.kind === "number" && (type.kind === "integer" || type.kind === "number")) {
    const { minimum = "-Infinity", maximum = "Infinity" } = type;
    return Number(value.text) >= Number(minimum) && Number(value.text) <= Number(maximum);
  }
  if (type.kind === "enum") {
    return type.values.some((each) => textOf(each) === textOf(value)) && isOfFormat(type, value);
  }
  if (value.kind === "array" && type.kind === "array") {
    return value.items.every((each) => isOfKind(type.items, each) && fits(type.items, each));
  }
  if (value.kind !== "string" || type.kind !== "text") return true;
  const { minLength = 0, maxLength = Infinity } = type;
  const { length } = Array.from(value.value);
  return length >= minLength && length <= maxLength && isOfFormat(type, value);
}

/** Reports whether a value is of the kind of a type. */
export function isOfKind({ kind }: BodyType, value: Json): boolean {
  switch (value.kind) {
    case "string":
      return kind === "text" || kind === "enum";
    case "number":
      return kind === "number" || (kind === "integer" || kind === "enum") && !isFloat(value.text);
    default:
      return value.kind === kind;
  }
}

function isOfFormat({ format }: { readonly format?: TextFormat }, value: Json): boolean {
  return format === undefined || value.kind === "string" && hasFormat(format, value.value);
}
