import type { Node, NumericLiteral, RegExpLiteral } from "@babel/types";
import type { Edit } from "../mutant.ts";
import { type Mutator, range, replace, textOf } from "../mutator.ts";

/** Numbers up to this one distinguish cases. Larger numbers are limits. */
const LARGEST_COUNT = 10;

/** Changes numbers, file modes, booleans, and regular expressions. */
export const literals: Mutator = (node, { source, ancestors }) => {
  switch (node.type) {
    case "BooleanLiteral":
      return [replace(node, String(!node.value))];
    case "NumericLiteral":
      if (isSign(node, ancestors)) return [];
      return numbers(node, textOf(node, source)).map((other) => replace(node, other));
    case "RegExpLiteral":
      return looserPatterns(node);
    default:
      return [];
  }
};

/**
 * Reports whether a number is the `1` of `-1` or of `a < b ? -1 : 1`, where only the sign matters.
 */
function isSign({ value }: NumericLiteral, ancestors: readonly Node[]): boolean {
  const around = ancestors.at(-1);
  if (value !== 1 || around === undefined) return false;
  return around.type === "UnaryExpression" ||
    around.type === "ConditionalExpression" && around.consequent.type === "UnaryExpression";
}

function numbers({ value }: NumericLiteral, text: string): string[] {
  if (text.startsWith("0o")) return [`0o${(value | 0o77).toString(8)}`];
  const isCharacter = text.startsWith("0x");
  if (value > LARGEST_COUNT && !isCharacter) return ["1", `${value * 1000}`];
  return value === 0 ? ["1"] : [`${value + 1}`, `${value - 1}`];
}

/** Drops the anchors of a pattern. */
function looserPatterns(node: RegExpLiteral): Edit[] {
  const { start } = range(node);
  const { pattern } = node;
  const first = start + 1;
  const last = first + pattern.length - 1;
  const atStart = pattern.startsWith("^") ? [{ start: first, end: first + 1 }] : [];
  const atEnd = /(?<!\\)\$$/.test(pattern) ? [{ start: last, end: last + 1 }] : [];
  // Without its anchor, a pattern that is only an anchor would become `//`, a comment.
  if (pattern.length === 1) return [];
  return [...atStart, ...atEnd].map((place) => ({ ...place, replacement: "" }));
}
