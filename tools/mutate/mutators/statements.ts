import type { ExpressionStatement, Node } from "@babel/types";
import { type Mutator, replace } from "../mutator.ts";

/** Removes calls, assignments and `delete` statements. */
export const statements: Mutator = (node, { ancestors }) => {
  if (node.type !== "ExpressionStatement" || !hasEffect(node)) return [];
  if (stepsLoop(node) && ancestors.some(isLoop)) return [];
  return [replace(node, ";")];
};

function hasEffect({ expression }: ExpressionStatement): boolean {
  const inner = expression.type === "AwaitExpression" ? expression.argument : expression;
  switch (inner.type) {
    case "CallExpression":
      return inner.callee.type !== "Super";
    case "AssignmentExpression":
    case "UpdateExpression":
      return true;
    case "UnaryExpression":
      return inner.operator === "delete";
    default:
      return false;
  }
}

/** Reports whether a loop may never end without the statement. */
function stepsLoop({ expression }: ExpressionStatement): boolean {
  return expression.type === "UpdateExpression" || expression.type === "AssignmentExpression";
}

function isLoop({ type }: Node): boolean {
  return type === "WhileStatement" || type === "DoWhileStatement" || type === "ForStatement";
}
