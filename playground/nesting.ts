/** Measures the nesting of JSON text without recursion, because a browser's stack is small. */

/**
 * Returns the maximum number of brackets that are open at once. The text may be invalid.
 *
 * @example
 * ```ts
 * import { nestingOf } from "./nesting.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(nestingOf('{"a": [[], "[[[\\""]}'), 3);
 * ```
 */
export function nestingOf(text: string): number {
  let [depth, deepest, isQuoted] = [0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (isQuoted && character === "\\") at++;
    else if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === "[" || character === "{") deepest = Math.max(deepest, ++depth);
    else if (character === "]" || character === "}") depth--;
  }
  return deepest;
}
