/** Checks the values of parameters like a generated app's `api/request_parameters.py`. */

import { number, text } from "../core/json_nodes.ts";
import { pythonJson } from "../python/repr.ts";
import type { BodyMember, BodyObject, BodyType, EnumValue } from "../spec/body_type.ts";
import { isFloat } from "../spec/mock.ts";
import { allowedProblem } from "./fitted_body.ts";

/** The values of a parameter, as sent; `undefined` if it was not sent. */
export type SentValues = readonly string[] | undefined;

/**
 * Finds the problems of parameters, in the order of the spec.
 *
 * @param sent Returns the values of a parameter.
 * @returns The problems, by the names of the parameters; empty if all parameters fit.
 *
 * @example
 * ```ts
 * import { parseJson } from "../core/json.ts";
 * import { parametersType } from "../spec/parameters.ts";
 * import { unfitParameters } from "./parameter_problems.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const type = parametersType(parseJson('{"q": "tea", "sold?": true}'));
 * const problems = unfitParameters(type, ({ name }) => name === "sold" ? ["yes"] : undefined);
 * deepEqual([...problems], [["q", "is missing"], ["sold", "must be true or false"]]);
 * ```
 */
export function unfitParameters(
  { members }: BodyObject,
  sent: (member: BodyMember) => SentValues,
): ReadonlyMap<string, string> {
  const problems = members.flatMap((member) => {
    const values = sent(member);
    const problem = unreadable(member, values) ?? unfit(member, values);
    return problem === null ? [] : [[member.name, problem] as const];
  });
  return new Map(problems);
}

/** Returns the problem of values that cannot be read as the type of a parameter. */
function unreadable({ type }: BodyMember, values: SentValues): string | null {
  if (values === undefined) return null;
  if (type.kind === "array") return firstProblem(type.items, values, unreadableValue);
  return values.length > 1 ? "must not be repeated" : firstProblem(type, values, unreadableValue);
}

/** Returns the problem of values that can be read. */
function unfit({ type, isOptional }: BodyMember, values: SentValues): string | null {
  if (values === undefined) return isOptional ? null : "is missing";
  return firstProblem(type.kind === "array" ? type.items : type, values, unfitValue);
}

function firstProblem(
  type: BodyType,
  values: readonly string[],
  problemOf: (type: BodyType, value: string) => string | null,
): string | null {
  for (const value of values) {
    const problem = problemOf(type, value);
    if (problem !== null) return problem;
  }
  return null;
}

const INTEGER = /^-?(?:0|[1-9][0-9]{0,17})$/;
const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

function unreadableValue(type: BodyType, value: string): string | null {
  switch (type.kind) {
    case "boolean":
      return value === "true" || value === "false" ? null : "must be true or false";
    case "integer":
      return INTEGER.test(value) ? null : "must be an integer of at most 18 digits";
    case "number":
      if (!NUMBER.test(value)) return "must be a number";
      return Number.isFinite(Number(value)) ? null : "is too large";
    case "enum":
      return unlistedValue(type.values, value);
    default:
      return value.isWellFormed() && !value.includes("\0") ? null : "must be UTF-8 without NUL";
  }
}

function unlistedValue(allowed: readonly EnumValue[], value: string): string | null {
  const isNumber = allowed.some(({ kind }) => kind === "number");
  const problem = unreadableValue({ kind: isNumber ? "integer" : "text" }, value);
  if (problem !== null) return problem;
  return allowedProblem(allowed, isNumber ? number(value) : text(value));
}

/** Returns the problem of a value that is outside of the limits of its type. */
function unfitValue(type: BodyType, value: string): string | null {
  switch (type.kind) {
    case "integer":
      return outside(type, (bound) => Number(BigInt(value) - BigInt(bound)), (bound) => bound);
    case "number":
      return outside(type, (bound) => Number(value) - Number(bound), floatText);
    case "text":
      return unfitLength(type, Array.from(value).length);
    default:
      return null;
  }
}

/** The limits of numbers. */
type Bounds = Extract<BodyType, { readonly kind: "integer" | "number" }>;

/**
 * Returns the problem of a number that is out of bounds.
 *
 * @param distance Returns a negative number if the value is below a bound, a positive one above it.
 * @param shown Returns a bound as pydantic prints it.
 */
function outside(
  { minimum, maximum }: Bounds,
  distance: (bound: string) => number,
  shown: (bound: string) => string,
): string | null {
  if (minimum !== undefined && distance(minimum) < 0) return `must be at least ${shown(minimum)}`;
  if (maximum !== undefined && distance(maximum) > 0) return `must be at most ${shown(maximum)}`;
  return null;
}

/** Returns a bound as Python prints it as a float. */
function floatText(bound: string): string {
  return pythonJson(number(isFloat(bound) ? bound : `${bound}.0`));
}

function unfitLength(
  { minLength = 0, maxLength = Infinity }: Extract<BodyType, { readonly kind: "text" }>,
  length: number,
): string | null {
  if (length < minLength) return `must have at least ${minLength} characters`;
  return length > maxLength ? `must have at most ${maxLength} characters` : null;
}
