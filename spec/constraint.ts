/**
 * Constraints in examples: objects with `$default`, `$enum` or `$example`, such as
 * `{"$default": 20, "$minimum": 1, "$maximum": 100}`.
 */

import { type Json, type JsonObject, type JsonScalar, stringifyJson } from "../core/json.ts";
import type { BodyType, EnumValue } from "./body_type.ts";
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

function scalarIn(constraint: JsonObject, word: Word): JsonScalar | null {
  const value = wordIn(constraint, word);
  return value === null || value.kind === "array" || value.kind === "object" ? null : value;
}

/** What a constraint says. */
export interface ReadConstraint {
  readonly type: BodyType;
  /** A value that fits. */
  readonly example: Json;
  /** The value of a parameter that is absent; `null` without one. */
  readonly fallback: JsonScalar | null;
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
  const [example, fallback] = [scalarIn(constraint, "$example"), scalarIn(constraint, "$default")];
  const values = enumIn(constraint) ?? [];
  const shown = example ?? fallback ?? values[0] ?? { kind: "null", at: 0 };
  const type = typeOf(constraint, values);
  return { type, example: shown, fallback: fallback && { ...fallback, at: 0 } };
}

function typeOf(constraint: JsonObject, values: readonly EnumValue[]): BodyType {
  const word = wordIn(constraint, "$format");
  const format = word?.kind === "string" && isTextFormat(word.value) && { format: word.value };
  if (values.length > 0) return { kind: "enum", values, ...format };
  const given = givenIn(constraint);
  switch (given[0]?.kind) {
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
  if (value.kind !== "string" || type.kind !== "text") return true;
  const { minLength = 0, maxLength = Infinity } = type;
  const { length } = Array.from(value.value);
  return length >= minLength && length <= maxLength && isOfFormat(type, value);
}

function isOfFormat({ format }: { readonly format?: TextFormat }, value: Json): boolean {
  return format === undefined || value.kind === "string" && hasFormat(format, value.value);
}
