/** Checks limits of values like pydantic, in the words of generated apps. */

import type { Json } from "../core/json.ts";
import { number } from "../core/json_nodes.ts";
import { pythonJson, pythonRepr } from "../python/repr.ts";
import type { BodyType, EnumValue } from "../spec/body_type.ts";
import { textOf } from "../spec/constraint.ts";
import { isFloat } from "../spec/mock.ts";
import { hasFormat, type TextFormat } from "../spec/text_format.ts";

/** Returns the problem of a number that is out of bounds. */
export function numberProblem(
  type: Extract<BodyType, { readonly kind: "integer" | "number" }>,
  value: string,
): string | null {
  return type.kind === "integer"
    ? outside(type, (bound) => distance(BigInt(value), BigInt(bound)), integerText)
    : outside(type, (bound) => Number(value) - Number(bound), floatText);
}

/** Returns an integer as Python prints it: `-0` is 0. */
function integerText(text: string): string {
  return BigInt(text).toString();
}

function distance(value: bigint, bound: bigint): number {
  return value < bound ? -1 : value > bound ? 1 : 0;
}

/**
 * Returns the problem of a number that is out of bounds.
 *
 * @param from Returns a negative number if the value is below a bound, a positive one above it.
 * @param shown Returns a bound as Python prints it.
 */
function outside(
  { minimum, maximum }: Extract<BodyType, { readonly kind: "integer" | "number" }>,
  from: (bound: string) => number,
  shown: (bound: string) => string,
): string | null {
  if (minimum !== undefined && from(minimum) < 0) return `must be at least ${shown(minimum)}`;
  if (maximum !== undefined && from(maximum) > 0) return `must be at most ${shown(maximum)}`;
  return null;
}

/** Returns a bound as Python prints it as a float. */
function floatText(bound: string): string {
  return pythonJson(number(isFloat(bound) ? bound : `${bound}.0`));
}

/** Returns the problem of a text whose length is out of bounds, or that has another format. */
export function textProblem(
  type: Extract<BodyType, { readonly kind: "text" }>,
  value: string,
): string | null {
  return lengthProblem(type, value) ??
    (type.format === undefined || hasFormat(type.format, value) ? null : FORMATS[type.format]);
}

const FORMATS: Readonly<Record<TextFormat, string | null>> = {
  "date": "must be a date such as 2026-01-01",
  "date-time": "must be a date and time such as 2026-01-01T00:00:00Z",
  "uuid": "must be a UUID",
  "email": null,
  "uri": null,
};

function lengthProblem(
  { minLength, maxLength }: Extract<BodyType, { readonly kind: "text" }>,
  value: string,
): string | null {
  if (minLength === undefined && maxLength === undefined) return null;
  if (!value.isWellFormed()) return "must be Unicode";
  const { length } = Array.from(value);
  if (minLength !== undefined && length < minLength) {
    return `must have at least ${minLength} characters`;
  }
  return maxLength !== undefined && length > maxLength
    ? `must have at most ${maxLength} characters`
    : null;
}

function comparable(value: Json): string {
  const isInteger = value.kind === "number" && !isFloat(value.text);
  return isInteger ? integerText(value.text) : textOf(value);
}

/** Returns the problem with a value that is not in a list, in which Python shows the values. */
export function listProblem(values: readonly EnumValue[], value: Json): string | null {
  if (values.some((each) => comparable(each) === comparable(value))) return null;
  if (value.kind === "string" && !value.value.isWellFormed()) return "must be Unicode";
  const shown = values.map(pythonRepr);
  const last = shown.at(-1) ?? "";
  return `must be ${shown.length > 1 ? `${shown.slice(0, -1).join(", ")} or ${last}` : last}`;
}
