/** Recognizes the decorator that documents errors, such as `@errors({404: "No such cart"})`. */

import { dottedName, isOperator, type Token } from "./expression.ts";
import { importedNames, type Member } from "./member_name.ts";
import { tokensOf } from "./line_tokens.ts";
import type { PythonScan } from "./scanner.ts";

/** The decorator. Its module is in the package of the app. */
export const ERRORS_DECORATOR: Member = { module: "documented_errors", name: "errors" };

/** The names under which code calls the decorator, such as `errors`. */
export type ErrorsNames = ReadonlySet<string>;

/** The names under which generated definitions call the decorator, without their imports. */
export const GENERATED_NAMES: ErrorsNames = new Set([ERRORS_DECORATOR.name]);

/**
 * Returns the names under which a module imports the decorator. A decorator of people's own may look the
 * same.
 *
 * @example
 * ```ts
 * import { errorsNames } from "./errors_decorator.ts";
 * import { scanPython } from "./scanner.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const scan = scanPython("from api.documented_errors import errors as e\n");
 * deepEqual([...errorsNames(scan)], ["e"]);
 * ```
 */
export function errorsNames(scan: PythonScan): ErrorsNames {
  const known = read.get(scan);
  if (known !== undefined) return known;
  const names = new Set(importedNames(scan, [ERRORS_DECORATOR]).keys());
  read.set(scan, names);
  return names;
}

/** Caches the names, because each definition of a module needs them. */
const read = new WeakMap<PythonScan, ErrorsNames>();

/**
 * Returns the index of the parenthesis with the errors that a decorator documents; `null` for any other
 * decorator.
 *
 * @param tokens The decorator, from `@` on.
 */
export function errorsArgument(tokens: readonly Token[], names: ErrorsNames): number | null {
  if (names.size === 0) return null;
  const called = dottedName(tokens, 1);
  if (called === null || !names.has(called.text)) return null;
  return isOperator(tokens[called.next], "(") ? called.next : null;
}

/**
 * Reports whether a decorator documents errors.
 *
 * @param index The index of its logical line.
 */
export function documentsErrors(scan: PythonScan, index: number): boolean {
  const names = errorsNames(scan);
  const line = scan.lines[index];
  return names.size > 0 && line !== undefined &&
    errorsArgument(tokensOf(scan, line), names) !== null;
}
