import type { Statement } from "@babel/types";
import { type Mutator, replace } from "../mutator.ts";

/**
 * Replaces a condition by `true` or `false`. The conditions of loops, and of guards that throw,
 * become only `false`, because any test detects `true`.
 */
export const conditions: Mutator = (node) => {
  switch (node.type) {
    case "IfStatement":
      return throws(node.consequent)
        ? [replace(node.test, "false")]
        : [replace(node.test, "true"), replace(node.test, "false")];
    case "ConditionalExpression":
      return [replace(node.test, "true"), replace(node.test, "false")];
    case "WhileStatement":
      return node.test.type === "BooleanLiteral" ? [] : [replace(node.test, "false")];
    default:
      return [];
  }
};

function throws(statement: Statement): boolean {
  if (statement.type !== "BlockStatement") return statement.type === "ThrowStatement";
  return statement.body.at(-1)?.type === "ThrowStatement";
}
