import type { Expression, Node } from "@babel/types";
import { type Mutator, range, replace, textOf } from "../mutator.ts";

const OTHER_OPERATORS: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "%": "*",
  "&": "|",
  "|": "&",
  "<<": ">>",
  ">>": "<<",
  "+=": "-=",
  "-=": "+=",
};

/** Moves the boundary of a comparison, negates an equality, or swaps an arithmetic operator. */
export const operators: Mutator = (node, { source }) => {
  if (node.type === "UnaryExpression" && (node.operator === "!" || node.operator === "-")) {
    return [replace(node, textOf(node.argument, source))];
  }
  if (node.type !== "BinaryExpression" && node.type !== "AssignmentExpression") return [];
  const other = OTHER_OPERATORS[node.operator];
  if (other === undefined || joinsTexts(node.operator, node.left, node.right)) return [];
  const { end } = range(node.left);
  const start = source.indexOf(node.operator, end);
  return [{ start, end: start + node.operator.length, replacement: other }];
};

/** Keeps only one side of `&&`, `||` and `??`, and swaps `&&` and `||`. */
export const logic: Mutator = (node, { source }) => {
  if (node.type !== "LogicalExpression") return [];
  const sides = [node.left, node.right].map((side) => replace(node, textOf(side, source)));
  if (node.operator === "??") return sides;
  const start = source.indexOf(node.operator, range(node.left).end);
  const other = node.operator === "&&" ? "||" : "&&";
  const exchanged = `${source.slice(range(node.left).start, start)}${other}${
    source.slice(start + 2, range(node.right).end)
  }`;
  return [...sides, replace(node, `(${exchanged})`)];
};

/** Reports whether the operator is a `+` that visibly concatenates strings. */
function joinsTexts(operator: string, left: Node, right: Expression): boolean {
  return operator.startsWith("+") && (isText(left) || isText(right));
}

function isText(node: Node): boolean {
  return node.type === "StringLiteral" || node.type === "TemplateLiteral" ||
    node.type === "BinaryExpression" && node.operator === "+" &&
      (isText(node.left) || isText(node.right));
}
