/** Ids of kept items: in JSON, in paths, and generated ones. */

import type { Json } from "../core/json.ts";
import { pythonJson } from "../python/repr.ts";
import { isFloat } from "../spec/mock.ts";
import { isIdSegment } from "../spec/resource.ts";
import type { ParameterType } from "../spec/spec_path.ts";
import { UUID } from "../spec/text_format.ts";

/** The kind of ids that the items of a collection have. */
export interface IdRule {
  /** The name of the member with the id. */
  readonly field: string;
  /** The type of the parameter in the item's path. */
  readonly type: ParameterType;
  /** Whether ids are numbers in JSON; otherwise, they are strings. UUIDs are strings. */
  readonly isNumber: boolean;
}

const PATTERNS: Readonly<Record<ParameterType, RegExp>> = {
  int: /^[0-9]+$/,
  float: /^[0-9]+\.[0-9]+$/,
  string: /^/,
  uuid: UUID,
};

/**
 * Returns the canonical text of an id, so that ids that are written in different ways can be
 * compared.
 *
 * @param text The text of a number, a string, or a segment of a path.
 * @returns The text; `null` if an item's path cannot have this id.
 *
 * @example
 * ```ts
 * import { idKey } from "./item_id.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(idKey("int", "007"), "7");
 * equal(idKey("int", "-7"), null);
 * equal(idKey("float", "2.50"), "2.5");
 * ```
 */
export function idKey(type: ParameterType, text: string): string | null {
  if (!isIdSegment(text) || !PATTERNS[type].test(text)) return null;
  switch (type) {
    case "int":
      return text.replace(/^0+(?=.)/, "");
    case "float":
      return decimalText(Number(text));
    case "uuid":
      return text.toLowerCase();
    case "string":
      return text;
  }
}

/**
 * Formats a number of 0 or more as in a path, with a point and without an exponent; `null` if it is
 * infinite.
 */
function decimalText(number: number): string | null {
  if (!Number.isFinite(number)) return null;
  const [mantissa = "", exponent] = number.toExponential().split("e");
  const before = Number(exponent) + 1;
  const digits = "0".repeat(Math.max(0, 1 - before)) + mantissa.replace(".", "");
  const point = Math.max(1, before);
  return `${digits.slice(0, point).padEnd(point, "0")}.${digits.slice(point) || "0"}`;
}

/**
 * Returns the canonical text of an id in JSON, as {@linkcode idKey} does; `null` if the value
 * cannot be an id.
 */
export function jsonIdKey({ type }: Pick<IdRule, "type">, id: Json): string | null {
  if (id.kind === "string") return idKey(type, id.value);
  if (id.kind !== "number") return null;
  if (type !== "float") return idKey(type, pythonJson(id));
  return isFloat(id.text) && !id.text.startsWith("-") ? decimalText(Number(id.text)) : null;
}

/** Reports whether a request's body may have this id. */
export function isId(rule: IdRule, id: Json): boolean {
  return id.kind === (rule.isNumber ? "number" : "string") && jsonIdKey(rule, id) !== null;
}

/** Returns the rule for ids in bodies, such as `must be an integer`. */
export function idProblem({ type, isNumber }: IdRule): string {
  switch (type) {
    case "int":
      return isNumber ? "must be an integer, 0 or more" : "must be a string of digits";
    case "float":
      return isNumber ? "must be a number such as 1.5" : "must be a string such as 1.5";
    case "uuid":
      return "must be a UUID";
    case "string":
      return isNumber ? "must be a number" : "must be a string without '/', and not empty";
  }
}

/** Returns the generated id with this number. */
export function numberedId({ type, isNumber }: IdRule, number: bigint): Json {
  const digits = String(number);
  const text = type === "uuid"
    ? `00000000-0000-4000-8000-${digits.slice(-12).padStart(12, "0")}`
    : type === "float"
    ? `${digits}.0`
    : digits;
  return isNumber ? { kind: "number", at: 0, text } : { kind: "string", at: 0, value: text };
}

/**
 * Returns the number of an id; 0 if it has no number, or one of more than 17 digits. State files
 * accept 18 digits, so that the next number fits, too.
 */
export function idNumber({ type }: Pick<IdRule, "type">, key: string): bigint {
  const pattern = type === "uuid"
    ? /^0{8}-0{4}-4000-8000-([0-9]{12})$/
    : /^([0-9]{1,17})(?:\.[0-9]+)?$/;
  return BigInt(pattern.exec(key)?.[1] ?? 0);
}
