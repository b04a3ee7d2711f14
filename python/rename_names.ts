/** Renames the names that code uses. */

import { applyEdits, replaceRange } from "./text_edit.ts";
import { isOperator, tokenize } from "./expression.ts";

/**
 * Replaces names. Leaves attributes and the names of keyword arguments as they are.
 *
 * @example
 * ```ts
 * import { renameNames } from "./rename_names.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(renameNames('j(a.j, j=j, b="j")', new Map([["j", "k"]])), 'k(a.j, j=k, b="j")');
 * ```
 */
export function renameNames(code: string, names: ReadonlyMap<string, string>): string {
  if (names.size === 0) return code;
  const tokens = tokenize(code, 0, code.length);
  const edits = tokens.flatMap((token, index) => {
    const insert = token.kind === "name" ? names.get(token.text) : undefined;
    const isAnnotation = isOperator(tokens[index - 1], ":");
    const isOther = isOperator(tokens[index - 1], ".") ||
      !isAnnotation && isOperator(tokens[index + 1], "=");
    if (insert === undefined || isOther) return [];
    return [replaceRange(token, insert)];
  });
  return applyEdits(code, edits);
}
