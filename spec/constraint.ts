/**
 * Constraints in examples: objects with `$default`, `$enum` or `$example`, such as
 * `{"$default": 20, "$minimum": 1, "$maximum": 100}`.
 */

import { type Json, type JsonObject, type JsonScalar, stringifyJson } from "../core/json.ts";
import { quotable } from "../core/printable.ts";
import type { BodyType, EnumValue } from "./body_type.ts";
import { isFloat } from "./mock.ts";

/** The words whose presence makes an object a constraint. */
const VALUES = ["$example", "$default", "$enum"] as const;

/** The words that limit numbers. */
const BOUNDS = ["$minimum", "$maximum"] as const;

/** The words that limit the lengths of texts, in characters. */
const LENGTHS = ["$minLength", "$maxLength"] as const;

/** The words of constraints. */
export const CONSTRAINT_WORDS = [...VALUES, ...BOUNDS, ...LENGTHS] as const;

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

function wordIn({ members }: JsonObject, word: Word): Json | null {
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
  if (values.length > 0) return { kind: "enum", values };
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
      };
    }
  }
}

/** Returns the example and the default. */
function givenIn(constraint: JsonObject): readonly Json[] {
  return [wordIn(constraint, "$example"), wordIn(constraint, "$default")]
    .filter((each) => each !== null);
}

/** Returns the text of a number; `undefined` without one. */
function numberIn(constraint: JsonObject, word: Word): string | undefined {
  const value = wordIn(constraint, word);
  return value?.kind === "number" ? value.text : undefined;
}

/** Returns the values of `$enum`; `null` without it, or if one of them cannot be there. */
function enumIn(constraint: JsonObject): readonly EnumValue[] | null {
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

/** A problem with the value of an example. */
export interface ValueProblem {
  /** What is wrong with the value, such as `must not be null`. */
  readonly says: string;
  readonly hint?: string;
  /** Set if parts of a constraint contradict each other. */
  readonly isContradiction?: true;
}

function contradiction(says: string): ValueProblem {
  return { says, isContradiction: true };
}

/** Finds the first problem of a constraint; `null` if it has none. */
export function constraintProblem(constraint: JsonObject): ValueProblem | null {
  const other = constraint.members.find(({ key }) =>
    !CONSTRAINT_WORDS.some((word) => word === key)
  );
  if (other !== undefined) {
    const hint = `A constraint has only ${CONSTRAINT_WORDS.join(", ")}`;
    return { says: `has the unknown key '${quotable(other.key)}' in its constraint`, hint };
  }
  return enumProblem(constraint) ?? kindProblem(constraint) ?? boundsProblem(constraint) ??
    valuesProblem(constraint);
}

function enumProblem(constraint: JsonObject): ValueProblem | null {
  const list = wordIn(constraint, "$enum");
  if (list === null) return null;
  const values = enumIn(constraint) ?? [];
  const kinds = new Set(values.map(({ kind }) => kind));
  if (values.length === 0 || kinds.size > 1) {
    return { says: "needs a list of texts or of integers as its '$enum'" };
  }
  if (values.length > MAX_ENUM) return { says: `has more than ${MAX_ENUM} values in its '$enum'` };
  const isRepeated = new Set(values.map(textOf)).size < values.length;
  return isRepeated ? contradiction("has a value twice in its '$enum'") : null;
}

/** Returns a text that is equal for two values only if they are the same. */
export function textOf(value: Json): string {
  return stringifyJson(value, 0);
}

function kindProblem(constraint: JsonObject): ValueProblem | null {
  const given = [...givenIn(constraint), ...(enumIn(constraint) ?? [])];
  const wrong = given.map(scalarProblem).find((each) => each !== null);
  if (wrong !== undefined) return wrong;
  const kinds = new Set(given.map(({ kind }) => kind));
  return kinds.size > 1 ? { says: "has values of several types in its constraint" } : null;
}

const EXAMPLES = 'Write an example, such as "tea", 20, 1.5, true or ["new"]';

/** Finds the problem of a value that must be a text, a number or a boolean. */
export function scalarProblem(value: Json): ValueProblem | null {
  switch (value.kind) {
    case "null":
      return { says: "must not be null", hint: `${EXAMPLES}. 'name?' may be absent` };
    case "array":
    case "object":
      return { says: "must be a text, a number, true, false or a list of them", hint: EXAMPLES };
    case "number": {
      const digits = /^-?([0-9]+)$/.exec(value.text)?.[1] ?? "";
      if (digits.length <= MAX_DIGITS) return null;
      return { says: `has more than ${MAX_DIGITS} digits`, hint: "Use a text for long numbers" };
    }
    case "string":
      if (!value.value.isWellFormed()) return { says: "must be valid Unicode" };
      return value.value.includes("\0") ? { says: "must not contain the character NUL" } : null;
    case "boolean":
      return null;
  }
}

function boundsProblem(constraint: JsonObject): ValueProblem | null {
  const { type } = readConstraint(constraint);
  const isNumber = type.kind === "integer" || type.kind === "number";
  for (const word of [...BOUNDS, ...LENGTHS]) {
    const value = wordIn(constraint, word);
    if (value === null) continue;
    const isBound = BOUNDS.some((each) => each === word);
    if (isBound ? !isNumber : type.kind !== "text") {
      return { says: `has '${word}', which only ${isBound ? "numbers" : "texts"} have` };
    }
    const isFit = isBound
      ? value.kind === "number" && (type.kind === "number" || !isFloat(value.text)) &&
        scalarProblem(value) === null
      : value.kind === "number" && /^[0-9]{1,7}$/.test(value.text) &&
        Number(value.text) <= MAX_TEXT_LENGTH;
    if (!isFit) {
      const kind = isBound ? type.kind === "integer" ? "an integer" : "a number" : "a length";
      return { says: `needs ${kind} as its '${word}'` };
    }
  }
  const crossed = [BOUNDS, LENGTHS].find(([from, to]) => {
    const [low, high] = [numberIn(constraint, from), numberIn(constraint, to)];
    return low !== undefined && high !== undefined && Number(low) > Number(high);
  });
  return crossed === undefined
    ? null
    : contradiction(`has a '${crossed[0]}' above its '${crossed[1]}'`);
}

/** Finds an example or a default that the constraint itself does not allow. */
function valuesProblem(constraint: JsonObject): ValueProblem | null {
  const { type } = readConstraint(constraint);
  for (const word of ["$example", "$default"] as const) {
    const value = wordIn(constraint, word);
    if (value !== null && !fits(type, value)) {
      return contradiction(`has a '${word}' that its constraint does not allow`);
    }
  }
  return null;
}

/** Reports whether a value of the right kind is within the limits of a type. */
export function fits(type: BodyType, value: Json): boolean {
  if (type.kind === "enum") return type.values.some((each) => textOf(each) === textOf(value));
  if (value.kind === "number" && (type.kind === "integer" || type.kind === "number")) {
    const { minimum = "-Infinity", maximum = "Infinity" } = type;
    return Number(value.text) >= Number(minimum) && Number(value.text) <= Number(maximum);
  }
  if (value.kind !== "string" || type.kind !== "text") return true;
  const { minLength = 0, maxLength = Infinity } = type;
  const { length } = Array.from(value.value);
  return length >= minLength && length <= maxLength;
}
