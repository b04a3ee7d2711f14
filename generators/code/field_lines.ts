/** The lines of models, in the format of black and ruff. */

import { pythonScalar } from "../../python/literal.ts";
import type { Fallback } from "../../spec/body_type.ts";
import {
  after,
  type Brackets,
  type Code,
  columns,
  flat,
  layout,
  LINE_WIDTH,
  withoutUnsure,
} from "../../python/layout.ts";

/** Columns before a field. */
export const INDENT = 4;

/**
 * Reports whether ruff, but not black, would break the line of a field with parentheses around its
 * `None`.
 */
export function formattersDisagree(field: string, annotation: string): boolean {
  const over = INDENT + columns(`${field}: ${annotation} = None`) - LINE_WIDTH;
  return over > 0 && over <= "None".length - "(".length;
}

/**
 * Returns the value of a field as a call.
 *
 * @param alias The member's name, as code; `null` if it is the name of the field.
 */
export function fieldValue(
  alias: string | null,
  isOptional: boolean,
  fallback: Code = "None",
): Brackets {
  const parts = [
    ...(isOptional ? [after("default=", fallback)] : []),
    ...(alias === null ? [] : [`alias=${alias}`]),
  ];
  return { head: "Field(", parts, tail: ")" };
}

/** Returns the default of a field as code; `None` without one. */
export function defaultCode(fallback: Fallback | undefined): Code {
  if (fallback === undefined) return "None";
  if (fallback.kind !== "array") return pythonScalar(fallback);
  const parts = fallback.items.filter((each) => each.kind !== "array" && each.kind !== "object")
    .map(pythonScalar);
  return { head: "[", parts, tail: "]", isList: true };
}

/**
 * Formats a field as black and ruff do: a long line breaks at the field's value or, if that does
 * not help, at its type.
 */
export function fieldLine(field: string, annotation: string, value: Code | null): string {
  const head = `${field}: ${annotation}`;
  const line = value === null ? head : `${head} = ${flat(value)}`;
  if (INDENT + columns(line) <= LINE_WIDTH) return line;
  if (value !== null && typeof value !== "string") {
    const opening = `${head} = ${value.head}`;
    if (INDENT + columns(opening) <= LINE_WIDTH) return layout({ ...value, head: opening }, INDENT);
  }
  if (withoutUnsure(line) !== line) {
    const sure = value === null ? null : withoutUnsure(value);
    return fieldLine(field, withoutUnsure(annotation), sure);
  }
  if (typeof value === "string" && !annotation.includes("[")) {
    const margin = " ".repeat(INDENT);
    const isFit = 2 * INDENT + columns(value) <= LINE_WIDTH;
    if (isFit) return `${head} = (\n${margin}${margin}${value}\n${margin})`;
    // Black, but not ruff, puts parentheses around a longer text.
    return fieldLine(field, annotation, fieldValue(null, true, value));
  }
  const rest = value === null ? "" : ` = ${layout(value, INDENT, "] = ".length)}`;
  return typeLine(`${field}: `, annotation, rest, INDENT);
}

/**
 * Formats the first line of a class as black and ruff do: a long line breaks around the base class,
 * then inside the type of the base class.
 */
export function classLine(name: string, base: string): string {
  const line = `class ${name}(${base}):`;
  if (columns(line) <= LINE_WIDTH) return line;
  const type = withoutUnsure(base);
  return `class ${name}(\n${" ".repeat(INDENT)}${typeLine("", type, "", INDENT)}\n):`;
}

/**
 * Formats a line with a type as black and ruff do: a long type breaks in its brackets, and a long
 * union that is alone before each `|`. A long union with code around it stays, because the versions of
 * black break it in different ways.
 */
export function typeLine(before: string, given: string, after: string, indent: number): string {
  const line = before + given + after;
  if (indent + columns(line) <= LINE_WIDTH) return line;
  const type = withoutUnsure(given);
  const bracket = type.indexOf("[");
  if (bracket === -1) return line;
  const margin = " ".repeat(indent);
  const operands = operandsOf(type);
  if (operands.length > 1) return before + after === "" ? operands.join(`\n${margin}| `) : line;
  const close = type.lastIndexOf("]");
  const inside = typeLine("", type.slice(bracket + 1, close), "", indent + 4);
  return `${before}${type.slice(0, bracket + 1)}\n${margin}    ${inside}\n` +
    `${margin}${type.slice(close)}${after}`;
}

/** Splits a type at each `|` that is not in brackets. */
function operandsOf(type: string): readonly string[] {
  const operands: string[] = [];
  for (const part of type.split(" | ")) {
    const last = operands.at(-1);
    if (last === undefined || isBalanced(last)) operands.push(part);
    else operands[operands.length - 1] = `${last} | ${part}`;
  }
  return operands;
}

function isBalanced(type: string): boolean {
  return type.split("[").length === type.split("]").length;
}
