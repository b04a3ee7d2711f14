/** The parts of an expression that belong together. */

import { bracketed, depthChange, isOperator, type Token } from "./expression.ts";

/** Returns the first index of the operand before a token: the index of `a` for `a.b(c)[d]`. */
export function operandStart(tokens: readonly Token[], end: number): number {
  let start = end;
  for (;;) {
    const previous = tokens[start - 1];
    if (isOperator(previous, ")") || isOperator(previous, "]")) start = openerOf(tokens, start - 1);
    else if (previous?.kind === "name") start--;
    else return start;
    const isName = tokens[start]?.kind === "name";
    if (isName && !isOperator(tokens[start - 1], ".")) return start;
    if (isName) start--;
  }
}

/** Returns the index of the bracket that a closing bracket closes; 0 if there is none. */
export function openerOf(tokens: readonly Token[], closer: number): number {
  let depth = 0;
  for (let index = closer; index >= 0; index--) {
    const token = tokens[index];
    if (token !== undefined) depth += depthChange(token);
    if (depth === 0) return index;
  }
  return 0;
}

/** Removes the pair of parentheses that formatters put around a long expression. */
export function unwrapped(tokens: readonly Token[]): readonly Token[] {
  const isWhole = isOperator(tokens[0], "(") && bracketed(tokens, 0).next === tokens.length;
  return isWhole ? tokens.slice(1, -1) : tokens;
}
