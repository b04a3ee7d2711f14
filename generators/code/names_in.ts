import { tokenize } from "../../python/expression.ts";

/**
 * Lists the names in code, without the words in strings and comments.
 *
 * @example
 * ```ts
 * import { namesIn } from "./names_in.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * deepEqual([...namesIn('x: dict[str, "Any"]')], ["x", "dict", "str"]);
 * ```
 */
export function namesIn(code: string): ReadonlySet<string> {
  const tokens = tokenize(code, 0, code.length);
  return new Set(tokens.filter(({ kind }) => kind === "name").map(({ text }) => text));
}
