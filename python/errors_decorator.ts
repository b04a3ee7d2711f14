/** Recognizes the decorator that documents errors, such as `@errors({404: "No such cart"})`. */

import { isOperator, type Token } from "./expression.ts";
import { tokensOf } from "./line_tokens.ts";
import type { PythonScan } from "./scanner.ts";

/**
 * Reports whether a decorator documents errors, under any name: its only argument maps the statuses of
 * errors.
 *
 * @param tokens The decorator, from `@` on.
 */
export function isErrorsDecorator(tokens: readonly Token[]): boolean {
  return tokens[1]?.kind === "name" && isOperator(tokens[2], "(") && isOperator(tokens[3], "{") &&
    /^[45]\d\d$/.test(tokens[4]?.text ?? "") && isOperator(tokens[5], ":");
}

/**
 * Reports whether a decorator documents errors.
 *
 * @param index The index of its logical line.
 */
export function documentsErrors(scan: PythonScan, index: number): boolean {
  const line = scan.lines[index];
  return line !== undefined && isErrorsDecorator(tokensOf(scan, line));
}
