/** Reads the parameters of a function. */

import { bracketed, isOperator, type Token, tokenize } from "./expression.ts";
import type { Definition } from "./outline.ts";
import type { PythonModule } from "./python_module.ts";

/** A parameter of a function. */
export interface Parameter {
  readonly name: string;
  /** `many` for `*args`, `named` for `**kwargs`. */
  readonly kind: "positional" | "keyword" | "many" | "named";
  /** Whether calls must pass it. */
  readonly isRequired: boolean;
  /** The tokens of its annotation. */
  readonly annotation: readonly Token[];
  /** The tokens of its default; none without one. */
  readonly fallback: readonly Token[];
}

/**
 * Reads the parameters of a function, including `self`.
 *
 * @example
 * ```ts
 * import { parameters } from "./parameters.ts";
 * import { readPython } from "./python_module.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const module = readPython("def get(self, id: int, *, limit=10): ...\n");
 * const [definition] = module.definitions;
 * deepEqual(
 *   definition && parameters(module, definition).map(({ name, isRequired }) => [name, isRequired]),
 *   [["self", true], ["id", true], ["limit", false]],
 * );
 * ```
 */
export function parameters({ source, lines }: PythonModule, { header }: Definition): Parameter[] {
  const line = lines[header];
  if (line === undefined) return [];
  const tokens = tokenize(source, line.start, line.end);
  const open = tokens.findIndex((token) => isOperator(token, "("));
  const { items } = bracketed(tokens, open);
  const star = items.findIndex(([first]) => isOperator(first, "*"));
  return items.flatMap((item, index) => {
    const found = parameter(item, star !== -1 && index > star);
    return found === null ? [] : [found];
  });
}

function parameter(tokens: readonly Token[], isAfterStar: boolean): Parameter | null {
  const [first, second] = tokens;
  const many = isOperator(first, "*") ? "many" : isOperator(first, "**") ? "named" : null;
  const name = many === null ? first : second;
  // A lone `*` or `/` separates parameters.
  if (name?.kind !== "name") return null;
  const equals = tokens.findIndex((token) => isOperator(token, "="));
  const colon = tokens.findIndex((token) => isOperator(token, ":"));
  return {
    name: name.text,
    kind: many ?? (isAfterStar ? "keyword" : "positional"),
    isRequired: many === null && equals === -1,
    annotation: colon === -1 ? [] : tokens.slice(colon + 1, equals === -1 ? undefined : equals),
    fallback: equals === -1 ? [] : tokens.slice(equals + 1),
  };
}
