/** Reads the errors that the decorator of a handler documents. */

import { type Json, memberValue } from "../../core/json.ts";
import { bracketed, tokenize } from "../../python/expression.ts";
import { errorsArgument, errorsNames } from "../../python/errors_decorator.ts";
import { literalJson } from "../../python/literal_json.ts";
import { ERROR_STATUS } from "../../spec/errors.ts";
import { findMockProblems } from "../../spec/mock.ts";
import type { Place } from "../semantics/values.ts";

/**
 * Reads the errors of a handler.
 *
 * @returns The errors as a spec has them; `null` without any, and the reason if a spec cannot have them.
 */
export function readErrors({ module: { python }, scope }: Place): Json | string | null {
  const names = errorsNames(python);
  for (const index of scope.definition?.decorators ?? []) {
    const line = python.lines[index];
    const tokens = line === undefined ? [] : tokenize(python.source, line.start, line.end);
    const open = errorsArgument(tokens, names);
    if (open === null) continue;
    const { items } = bracketed(tokens, open);
    const [argument = []] = items;
    const errors = literalJson(argument);
    if (items.length !== 1 || errors === null) return "it is computed";
    return isDocumented(errors) ? errors : "a spec's errors are texts, or objects with a mock";
  }
  return null;
}

function isDocumented(errors: Json): boolean {
  return errors.kind === "object" && findMockProblems(errors, "").length === 0 &&
    errors.members.every(({ key, value }) => ERROR_STATUS.test(key) && isError(value));
}

function isError(error: Json): boolean {
  if (error.kind === "string") return true;
  if (error.kind !== "object" || memberValue(error, "mock") === undefined) return false;
  return error.members.every(({ key, value }) =>
    key === "mock" || key === "description" && value.kind === "string"
  );
}
