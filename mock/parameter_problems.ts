/** Checks the values of parameters like a generated app's `api/request_parameters.py`. */

import type { Json } from "../core/json.ts";
import { number, text } from "../core/json_nodes.ts";
import { pythonJson } from "../python/repr.ts";
import type { BodyMember, BodyType, EnumValue } from "../spec/body_type.ts";
import { type QueryMember, sortFields } from "../spec/list.ts";
import { numberProblem, textProblem } from "./value_limits.ts";

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
  { members }: { readonly members: readonly QueryMember[] },
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
function unreadable({ type, role }: QueryMember, values: SentValues): string | null {
  if (values === undefined) return null;
  if (role === "sort") return firstProblem({ kind: "text" }, values, unreadableValue);
  if (type.kind === "array") return firstProblem(type.items, values, unreadableValue);
  return values.length > 1 ? "must not be repeated" : firstProblem(type, values, unreadableValue);
}

/** Returns the problem of values that can be read. */
function unfit({ type, isOptional, role }: QueryMember, values: SentValues): string | null {
  if (values === undefined) return isOptional ? null : "is missing";
  if (role === "sort") return unfitSort(type, values);
  return firstProblem(type.kind === "array" ? type.items : type, values, unfitValue);
}

/** Returns the fields of a sort that was sent, each with a minus for descending order. */
export function sortNames(sent: readonly string[]): readonly string[] {
  return sent.join(",").split(",");
}

/** Returns the problem of a sort by other fields than those of the list. */
function unfitSort(type: BodyType, values: readonly string[]): string | null {
  const fields = sortFields(type);
  const names = sortNames(values).map((name) => name.replace(/^-/, ""));
  const sorted = new Set(names);
  if (sorted.size === names.length && names.every((name) => fields.includes(name))) return null;
  return fields.length === 0
    ? "must be absent"
    : `must be some of ${fields.join(", ")}, each once; a minus before one reverses its order`;
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
    case "number":
      return numberProblem(type, value);
    case "text":
      return textProblem(type, value);
    default:
      return null;
  }
}

/** Returns the problem with a value that is none of the allowed ones; `null` if it is one. */
function allowedProblem(values: readonly EnumValue[], value: Json): string | null {
  const isAllowed = values.some((each) => pythonJson(each) === pythonJson(value));
  return isAllowed ? null : `must be ${values.map(pythonJson).join(" or ")}`;
}
