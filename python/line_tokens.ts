/** Answers questions about the tokens of logical lines. */

import { isName, isOperator, type Token, tokenize } from "./expression.ts";
import type { LogicalLine } from "./logical_line.ts";
import type { PythonModule } from "./python_module.ts";

/** Returns the tokens of a logical line. */
export function tokensOf(
  { source }: Pick<PythonModule, "source">,
  { start, end }: Pick<LogicalLine, "start" | "end">,
): readonly Token[] {
  return tokenize(source, start, end);
}

/** Reports whether a line is a string and nothing else, such as a docstring. */
export function isStringOnly(tokens: readonly Token[]): boolean {
  return tokens.length === 1 && tokens[0]?.kind === "string";
}

/**
 * Reports whether a token is the first argument of a call.
 *
 * @param callee The called function or method; by default, any.
 *
 * @example
 * ```ts
 * import { tokenize } from "./expression.ts";
 * import { isFirstArgument } from "./line_tokens.ts";
 * import { equal } from "node:assert/strict";
 *
 * const tokens = tokenize("client.get(url, 1)", 0, 18);
 * equal(isFirstArgument(tokens, 4, (name) => name === "get"), true);
 * equal(isFirstArgument(tokens, 6), false);
 * ```
 */
export function isFirstArgument(
  tokens: readonly Token[],
  index: number,
  callee: (name: string) => boolean = () => true,
): boolean {
  const called = tokens[index - 2];
  return isOperator(tokens[index - 1], "(") && called?.kind === "name" && callee(called.text);
}

/** Reports whether a token is the value of a keyword argument. */
export function isKeywordArgument(
  tokens: readonly Token[],
  index: number,
  keyword: string,
): boolean {
  return isOperator(tokens[index - 1], "=") && isName(tokens[index - 2], keyword);
}

/**
 * Returns the offsets of the names in a module's definitions and top-level assignments, by the
 * names of their symbols, such as `Service.get`.
 */
export function definedNames(module: PythonModule): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  const add = (name: string, offset: number | undefined) => {
    if (offset === undefined) return;
    const known = found.get(name);
    if (known === undefined) found.set(name, [offset]);
    else known.push(offset);
  };
  for (const definition of module.definitions) {
    add(definition.name, headerName(module, definition.header));
    if (definition.kind !== "class") continue;
    for (const child of definition.children) {
      if (child.kind !== "function") continue;
      add(`${definition.name}.${child.name}`, headerName(module, child.header));
    }
  }
  for (const line of module.lines) {
    if (line.indent > 0) continue;
    const [first, second] = tokensOf(module, line);
    const isAssigned = isOperator(second, "=") || isOperator(second, ":");
    if (first?.kind === "name" && isAssigned) add(first.text, first.start);
  }
  return found;
}

/** Returns the offset of the name after `def` or `class`. */
function headerName(module: PythonModule, header: number): number | undefined {
  const line = module.lines[header];
  if (line === undefined) return undefined;
  const tokens = tokensOf(module, line);
  const keyword = tokens.findIndex((token) => isName(token, "def") || isName(token, "class"));
  return tokens[keyword + 1]?.start;
}
